import type { Node } from '@takumi-rs/core';

import { avatarColour, initialsOf } from '#domain/avatar.ts';
import { type BadgeLetters, badgeDrawing, badgeOutline } from '#domain/clubs/badge-drawing.ts';
import { clubOf } from '#domain/clubs/clubs.ts';

import {
  box,
  brand,
  figure,
  oneLine,
  pitch,
  pitchLines,
  type Style,
  svg,
  text,
} from './drawing.ts';

/** Contents of the picture of a tip: a slip on a pitch, in English. */
export type SlipPicture = {
  kind: 'slip';
  legs: readonly SlipLeg[];
  /** The number of legs, and the first kick-off. */
  footer: readonly [games: string, kickOff: string];
  /** Total odds; empty where a leg has neither price nor estimate. */
  odds: string;
  tipster: string;
  /** "+11.5% of 84 tickets"; empty without a record. */
  record: string;
  /** The path of the tipster's picture; initials are drawn if it is absent. */
  avatar?: string | undefined;
  outcome?: 'won' | 'lost' | 'void';
};

/** A pick, its game as screens write it, its odds, and its teams' full names; no teams if they are unknown. */
type SlipLeg = { pick: string; game: string; odds: string; teams: readonly string[] };

/** Legs that fit; the footer counts the others. */
const maxLegs = 4;

/** Draws the slip on the left, and odds, tipster and record beside it. */
export function drawSlip(picture: SlipPicture, hasAvatar: boolean): Node {
  return box({ ...pitch, padding: '46px 52px', gap: '44px' }, [
    pitchLines(),
    slip(picture),
    box({ flexDirection: 'column', justifyContent: 'space-between', flexGrow: 1, minWidth: 0 }, [
      brand(),
      figures(picture),
      box({ flexDirection: 'column', gap: '22px' }, [
        box({ alignItems: 'center', gap: '20px' }, [
          avatar(picture, hasAvatar),
          box({ flexDirection: 'column', minWidth: 0 }, [
            text(picture.tipster, {
              fontSize: picture.tipster.length > 24 ? 28 : 36,
              fontWeight: 700,
              lineHeight: 1.1,
              overflowWrap: 'anywhere',
            }),
            picture.record !== '' && text(picture.record, { fontSize: 27 }),
          ]),
        ]),
        text('18+ · no money changes hands here', { fontSize: 22 }),
      ]),
    ]),
  ]);
}

const card: Style = {
  width: '690px',
  flexShrink: 0,
  flexDirection: 'column',
  backgroundColor: '#ffffff',
  color: '#14180f',
  borderRadius: 26,
};

function slip({ legs, footer: [games, kickOff] }: SlipPicture): Node {
  const remaining = legs.length - maxLegs;
  const footerStyle = {
    padding: '20px 34px 24px',
    justifyContent: 'space-between',
    fontSize: 27,
    color: dim,
  };
  return box(card, [
    box(
      {
        flexDirection: 'column',
        justifyContent: 'space-evenly',
        flexGrow: 1,
        padding: '22px 34px 10px',
      },
      legs.slice(0, maxLegs).map((one) => leg(one, scaleOf(legs.length))),
    ),
    box({ height: '4px', margin: '0 26px', backgroundImage: perforation }, []),
    box(footerStyle, [
      text(remaining > 0 ? `${games}, ${remaining} not shown` : games),
      text(kickOff),
    ]),
  ]);
}

const dim = '#5a5f54';
const perforation = 'repeating-linear-gradient(90deg, #85887b 0px 14px, #ffffff 14px 24px)';

/** The scale of legs: fewer legs are larger. */
function scaleOf(legs: number): number {
  if (legs === 1) return 1.4;
  return legs === 2 ? 1.2 : 1;
}

function leg({ pick, game, odds, teams }: SlipLeg, scale: number): Node {
  return box({ alignItems: 'center', gap: 20 * scale }, [
    teams.length > 0 &&
      box(
        { flexShrink: 0 },
        teams.map((team, index) => badge(team, index, scale)),
      ),
    box({ flexDirection: 'column', flexGrow: 1, flexShrink: 1, minWidth: 0 }, [
      text(pick, { fontSize: 36 * scale, fontWeight: 700, lineHeight: 1.12 }),
      text(game, { ...oneLine, fontSize: 25 * scale, color: dim }),
    ]),
    odds !== '' && figure(odds, { fontSize: 40 * scale, fontWeight: 700, flexShrink: 0 }),
  ]);
}

/** A club's badge as on the site, the second one a little over the first. */
function badge(team: string, index: number, scale: number): Node {
  const club = clubOf(team);
  const { shapes, letters } = badgeDrawing(club, false);
  const size = 80 * scale;
  const outline = badgeOutline(club);
  const painted = shapes.map(
    ({ path, fill = 'none', stroke = 'none', width = 0 }) =>
      `<path d="${path}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"/>`,
  );
  return box(
    { position: 'relative', flexShrink: 0, ...(index > 0 && { marginLeft: -0.18 * size }) },
    [
      svg(
        { width: size, height: size },
        '0 0 40 40',
        `<clipPath id="c"><path d="${outline}"/></clipPath><g clip-path="url(#c)"><path d="M0 0H40V40H0Z" fill="${club.colours[0]}"/>${painted.join('')}</g><path d="${outline}" fill="none" stroke="#85887b" stroke-width="1.3"/>`,
      ),
      letters !== undefined && badgeLetters(letters, size / 40),
    ],
  );
}

/** From the top of a line of the pictures' letters to their baseline, at a line height of 1. */
const baselineShare = 0.88;

function badgeLetters({ code, size, y, fill }: BadgeLetters, scale: number): Node {
  return text(code, {
    position: 'absolute',
    left: 0,
    top: (y - size * baselineShare) * scale,
    width: 40 * scale,
    textAlign: 'center',
    fontSize: size * scale,
    fontWeight: 700,
    lineHeight: 1,
    color: fill,
  });
}

function disc(size: number, colour: string): Style {
  return {
    width: size,
    height: size,
    borderRadius: size / 2,
    backgroundColor: colour,
    border: '1px solid #85887b',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
  };
}

function figures({ odds, outcome }: SlipPicture): Node {
  return box({ flexDirection: 'column', alignItems: 'flex-start', gap: '10px' }, [
    odds !== '' && text('Odds', { fontSize: 30 }),
    odds !== '' &&
      figure(odds, { fontSize: oddsFontSize(odds), fontWeight: 700, lineHeight: 0.95 }),
    outcome !== undefined &&
      text(outcome.toUpperCase(), {
        fontSize: 44,
        fontWeight: 700,
        padding: '4px 20px',
        border: '4px solid #ffffff',
        borderRadius: 10,
      }),
  ]);
}

/** The font size in pixels at which odds fit beside the slip. */
function oddsFontSize(odds: string): number {
  return odds.length <= 5 ? 150 : Math.floor(800 / odds.length);
}

function avatar({ tipster, avatar: src }: SlipPicture, hasAvatar: boolean): Node {
  if (hasAvatar && src !== undefined) {
    return {
      type: 'image',
      src,
      style: { width: 104, height: 104, borderRadius: 52, objectFit: 'cover', flexShrink: 0 },
    };
  }
  return box({ ...disc(104, avatarColour(tipster)), border: '0px solid #ffffff' }, [
    text(initialsOf(tipster), { fontSize: 40, fontWeight: 700 }),
  ]);
}
