import type { Club } from './club.ts';
import { letterColour, luminance } from './paint.ts';

/** An SVG path of a badge in a 40 by 40 box; filled, stroked, or both. */
type BadgeShape = { path: string; fill?: string; stroke?: string; width?: number };

/** A club's code, centred on x 20 with its baseline at `y`. */
export type BadgeLetters = { code: string; size: number; y: number; fill: string };

/** Shapes and letters drawn on the club's first colour, inside the outline. */
type BadgeDrawing = { shapes: BadgeShape[]; letters?: BadgeLetters };

/** The SVG path of a badge's outline, which also clips its pattern. */
export function badgeOutline({ round }: Pick<Club, 'round'>): string {
  return round
    ? circlePath(17)
    : 'M4.5 3.5H35.5V20C35.5 29 28.5 34.3 20 38C11.5 34.3 4.5 29 4.5 20Z';
}

/** Draws a club's badge; a small badge has no room for the code. */
export function drawClubBadge(club: Club, isSmall: boolean): BadgeDrawing {
  return club.pattern === 'plain'
    ? drawPlainBadge(club, isSmall)
    : drawPatternedBadge(club, isSmall);
}

function circlePath(radius: number): string {
  return `M${20 - radius} 20a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}

/** Draws a line in the second colour along the outline, thicker if there is no code. */
function drawPlainBadge(club: Club, isSmall: boolean): BadgeDrawing {
  const [first, second] = club.colours;
  const inner = isSmall
    ? 'M9.4 8.4H30.6V20C30.6 25.6 26.3 29.4 20 32.2C13.7 29.4 9.4 25.6 9.4 20Z'
    : 'M7.6 6.6H32.4V20C32.4 27.2 26.8 31.6 20 34.7C13.2 31.6 7.6 27.2 7.6 20Z';
  const keyline = {
    path: club.round ? circlePath(isSmall ? 12 : 14.2) : inner,
    stroke: second,
    width: isSmall ? 3.2 : 1.6,
  };
  if (isSmall) return { shapes: [keyline] };
  const letters = {
    code: club.code,
    size: lettersSize(club.code, 13.4),
    y: club.round ? 24.6 : 22.6,
    fill: letterColour(first, second),
  };
  return { shapes: [keyline], letters };
}

/** Draws a pattern and the code: above the pattern on a shield, across a round badge. */
function drawPatternedBadge(club: Club, isSmall: boolean): BadgeDrawing {
  const [first, second] = club.colours;
  const dark = luminance(first) <= luminance(second) ? first : second;
  const light = dark === first ? second : first;
  const [top, bottom] = club.round ? [13, 27] : [0, 17];
  const chief = isSmall || club.round ? undefined : bottom;
  const pattern = { path: patternPath(club, chief), fill: second };
  if (isSmall) return { shapes: [pattern] };
  const edges = club.round ? `M0 ${top}H40M0 ${bottom}H40` : `M0 ${bottom}H40`;
  return {
    shapes: [
      pattern,
      { path: `M0 ${top}H40V${bottom}H0Z`, fill: dark },
      { path: edges, stroke: light, width: 1.2 },
    ],
    letters: {
      code: club.code,
      size: lettersSize(club.code, 13.5),
      y: club.round ? 24.8 : 15,
      fill: letterColour(dark, light),
    },
  };
}

/** Reduces the size of codes with wide letters. */
function lettersSize(code: string, size: number): number {
  return /[WM]/.test(code) ? size - 1.2 : size;
}

/** The SVG path of the area in the second colour; starts at y `chief` if the code is above. */
function patternPath({ pattern, bands }: Club, chief: number | undefined): string {
  switch (pattern) {
    case 'plain':
      return '';
    case 'halves':
      return 'M20 0H40V40H20Z';
    case 'sash':
      return chief === undefined ? 'M1 1L11 -3L40 23V35Z' : 'M1 15L11 11L40 37V49Z';
    case 'stripes': {
      const width = 31 / bands;
      return drawEverySecondBand(
        bands,
        (band) => `M${4.5 + band * width} 0h${width}v40h-${width}Z`,
      );
    }
    case 'hoops': {
      const [from, to] = chief === undefined ? [3, 38] : [chief, 39];
      const height = (to - from) / bands;
      return drawEverySecondBand(bands, (band) => `M0 ${from + band * height}h40v${height}h-40Z`);
    }
  }
}

function drawEverySecondBand(bands: number, draw: (band: number) => string): string {
  return Array.from({ length: bands }, (_, band) => (band % 2 === 1 ? draw(band) : '')).join('');
}
