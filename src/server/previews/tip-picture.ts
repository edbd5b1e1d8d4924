import type { Node } from '@takumi-rs/core';

import { avatarColour, initialsOf } from '#domain/avatar.ts';
import { type BadgeLetters, drawClubBadge, badgeOutline } from '#domain/clubs/badge-drawing.ts';
import { findClubOrPlaceholder } from '#domain/clubs/clubs.ts';

import {
  drawBox,
  drawBrand,
  drawOdds,
  oneLineStyle,
  pitchStyle,
  drawPitchLines,
  type Style,
  drawSvg,
  drawText,
} from './drawing.ts';

/** Content of a tip's picture, in English: a ticket on a pitch. */
export type TipPicture = {
  kind: 'slip';
  legs: readonly TipPictureLeg[];
  /** The number of games, and the first kick-off. */
  footer: readonly [games: string, kickOff: string];
  /** Total odds; empty if a leg has neither a price nor an estimate. */
  odds: string;
  tipster: string;
  /** The tipster's record, such as "+11.5% of 84 tickets"; empty without settled tips. */
  record: string;
  /** The path of the tipster's picture; without one, initials are drawn. */
  avatar?: string | undefined;
  outcome?: 'won' | 'lost' | 'void';
};

/** A pick with its game and odds as texts, and full team names (empty if unknown). */
type TipPictureLeg = { pick: string; game: string; odds: string; teams: readonly string[] };

/** Maximum legs in the picture; the footer shows the number of omitted legs. */
const maxLegs = 4;

/** Draws the legs at the left; odds, tipster and record at the right. */
export function drawTip(picture: TipPicture, hasAvatar: boolean): Node {
  return drawBox({ ...pitchStyle, padding: '46px 52px', gap: '44px' }, [
    drawPitchLines(),
    drawCard(picture),
    drawBox(
      { flexDirection: 'column', justifyContent: 'space-between', flexGrow: 1, minWidth: 0 },
      [
        drawBrand(),
        drawOddsAndOutcome(picture),
        drawBox({ flexDirection: 'column', gap: '22px' }, [
          drawBox({ alignItems: 'center', gap: '20px' }, [
            drawAvatar(picture, hasAvatar),
            drawBox({ flexDirection: 'column', minWidth: 0 }, [
              drawText(picture.tipster, {
                fontSize: picture.tipster.length > 24 ? 28 : 36,
                fontWeight: 700,
                lineHeight: 1.1,
                overflowWrap: 'anywhere',
              }),
              picture.record !== '' && drawText(picture.record, { fontSize: 27 }),
            ]),
          ]),
          drawText('18+ · no money changes hands here', { fontSize: 22 }),
        ]),
      ],
    ),
  ]);
}

const cardStyle: Style = {
  width: '690px',
  flexShrink: 0,
  flexDirection: 'column',
  backgroundColor: '#ffffff',
  color: '#14180f',
  borderRadius: 26,
};

function drawCard({ legs, footer: [games, kickOff] }: TipPicture): Node {
  const remaining = legs.length - maxLegs;
  const footerStyle = {
    padding: '20px 34px 24px',
    justifyContent: 'space-between',
    fontSize: 27,
    color: dimColour,
  };
  return drawBox(cardStyle, [
    drawBox(
      {
        flexDirection: 'column',
        justifyContent: 'space-evenly',
        flexGrow: 1,
        padding: '22px 34px 10px',
      },
      legs.slice(0, maxLegs).map((one) => drawLeg(one, toLegScale(legs.length))),
    ),
    drawBox({ height: '4px', margin: '0 26px', backgroundImage: perforation }, []),
    drawBox(footerStyle, [
      drawText(remaining > 0 ? `${games}, ${remaining} not shown` : games),
      drawText(kickOff),
    ]),
  ]);
}

const dimColour = '#5a5f54';
const perforation = 'repeating-linear-gradient(90deg, #85887b 0px 14px, #ffffff 14px 24px)';

/** Returns the size factor of legs: the fewer legs, the larger. */
function toLegScale(legs: number): number {
  if (legs === 1) return 1.4;
  return legs === 2 ? 1.2 : 1;
}

function drawLeg({ pick, game, odds, teams }: TipPictureLeg, scale: number): Node {
  return drawBox({ alignItems: 'center', gap: 20 * scale }, [
    teams.length > 0 &&
      drawBox(
        { flexShrink: 0 },
        teams.map((team, index) => drawBadge(team, index, scale)),
      ),
    drawBox({ flexDirection: 'column', flexGrow: 1, flexShrink: 1, minWidth: 0 }, [
      drawText(pick, { fontSize: 36 * scale, fontWeight: 700, lineHeight: 1.12 }),
      drawText(game, { ...oneLineStyle, fontSize: 25 * scale, color: dimColour }),
    ]),
    odds !== '' && drawOdds(odds, { fontSize: 40 * scale, fontWeight: 700, flexShrink: 0 }),
  ]);
}

/** Draws a club's badge as on the site; the second badge overlaps the first. */
function drawBadge(team: string, index: number, scale: number): Node {
  const club = findClubOrPlaceholder(team);
  const { shapes, letters } = drawClubBadge(club, false);
  const size = 80 * scale;
  const outline = badgeOutline(club);
  const painted = shapes.map(
    ({ path, fill = 'none', stroke = 'none', width = 0 }) =>
      `<path d="${path}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"/>`,
  );
  return drawBox(
    { position: 'relative', flexShrink: 0, ...(index > 0 && { marginLeft: -0.18 * size }) },
    [
      drawSvg(
        { width: size, height: size },
        '0 0 40 40',
        `<clipPath id="c"><path d="${outline}"/></clipPath><g clip-path="url(#c)"><path d="M0 0H40V40H0Z" fill="${club.colours[0]}"/>${painted.join('')}</g><path d="${outline}" fill="none" stroke="#85887b" stroke-width="1.3"/>`,
      ),
      letters !== undefined && drawBadgeLetters(letters, size / 40),
    ],
  );
}

/** Share of the font size from the top of a line to the baseline, at line height 1. */
const baselineShare = 0.88;

function drawBadgeLetters({ code, size, y, fill }: BadgeLetters, scale: number): Node {
  return drawText(code, {
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

function createDiscStyle(size: number, colour: string): Style {
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

function drawOddsAndOutcome({ odds, outcome }: TipPicture): Node {
  return drawBox({ flexDirection: 'column', alignItems: 'flex-start', gap: '10px' }, [
    odds !== '' && drawText('Odds', { fontSize: 30 }),
    odds !== '' &&
      drawOdds(odds, { fontSize: computeOddsFontSize(odds), fontWeight: 700, lineHeight: 0.95 }),
    outcome !== undefined &&
      drawText(outcome.toUpperCase(), {
        fontSize: 44,
        fontWeight: 700,
        padding: '4px 20px',
        border: '4px solid #ffffff',
        borderRadius: 10,
      }),
  ]);
}

/** Returns a font size in pixels at which the odds fit beside the legs. */
function computeOddsFontSize(odds: string): number {
  return odds.length <= 5 ? 150 : Math.floor(800 / odds.length);
}

function drawAvatar({ tipster, avatar: src }: TipPicture, hasAvatar: boolean): Node {
  if (hasAvatar && src !== undefined) {
    return {
      type: 'image',
      src,
      style: { width: 104, height: 104, borderRadius: 52, objectFit: 'cover', flexShrink: 0 },
    };
  }
  return drawBox({ ...createDiscStyle(104, avatarColour(tipster)), border: '0px solid #ffffff' }, [
    drawText(initialsOf(tipster), { fontSize: 40, fontWeight: 700 }),
  ]);
}
