import type { Club } from './club.ts';
import { letterColour, luminance } from './paint.ts';

/** A path of a badge in a box of 40 by 40; filled, stroked, or both. */
type BadgeShape = { path: string; fill?: string; stroke?: string; width?: number };

/** A club's code, centred on x 20 with its baseline at `y`. */
export type BadgeLetters = { code: string; size: number; y: number; fill: string };

/** The shapes and letters painted on a club's first colour, inside its outline. */
type BadgeDrawing = { shapes: BadgeShape[]; letters?: BadgeLetters };

type BadgeLook = { small: boolean; code: boolean };

/** The path of a badge's edge, which also clips its pattern. */
export function badgeOutline({ round }: Pick<Club, 'round'>): string {
  return round ? circle(17) : 'M4.5 3.5H35.5V20C35.5 29 28.5 34.3 20 38C11.5 34.3 4.5 29 4.5 20Z';
}

/** Draws a club's badge; a small one contains the code only if no name is shown next to it. */
export function badgeDrawing(club: Club, look: BadgeLook): BadgeDrawing {
  return club.pattern === 'plain' ? plainDrawing(club, look) : patternedDrawing(club, look);
}

function circle(radius: number): string {
  return `M${20 - radius} 20a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}

/** Draws a line in the second colour along the edge; it is thick if the code is left out. */
function plainDrawing(club: Club, { small, code }: BadgeLook): BadgeDrawing {
  const [first, second] = club.colours;
  const thick = small && !code;
  const inner = thick
    ? 'M9.4 8.4H30.6V20C30.6 25.6 26.3 29.4 20 32.2C13.7 29.4 9.4 25.6 9.4 20Z'
    : 'M7.6 6.6H32.4V20C32.4 27.2 26.8 31.6 20 34.7C13.2 31.6 7.6 27.2 7.6 20Z';
  const keyline = {
    path: club.round ? circle(thick ? 12 : 14.2) : inner,
    stroke: second,
    width: thick ? 3.2 : 1.6,
  };
  if (thick) return { shapes: [keyline] };
  const letters = {
    code: club.code,
    size: lettersSize(club.code, small ? 16.5 : 13.4),
    y: (club.round ? 24.6 : 22.6) + (small ? 1 : 0),
    fill: letterColour(first, second),
  };
  return { shapes: small ? [] : [keyline], letters };
}

/** Draws a pattern with the code above it on a shield, or across the middle of a roundel. */
function patternedDrawing(club: Club, { small, code }: BadgeLook): BadgeDrawing {
  const [first, second] = club.colours;
  const dark = luminance(first) <= luminance(second) ? first : second;
  const light = dark === first ? second : first;
  const [top, bottom] = club.round ? (small ? [11.5, 28.5] : [13, 27]) : [0, small ? 20.5 : 17];
  const lettered = !small || code;
  const pattern = { path: patternOf(club, lettered && !club.round ? 17 : undefined), fill: second };
  if (!lettered) return { shapes: [pattern] };
  const edges = club.round ? `M0 ${top}H40M0 ${bottom}H40` : `M0 ${bottom}H40`;
  return {
    shapes: [
      pattern,
      { path: `M0 ${top}H40V${bottom}H0Z`, fill: dark },
      { path: edges, stroke: light, width: 1.2 },
    ],
    letters: {
      code: club.code,
      size: lettersSize(club.code, small ? 16.5 : 13.5),
      y: club.round ? (small ? 26 : 24.8) : bottom - (small ? 2.5 : 2),
      fill: letterColour(dark, light),
    },
  };
}

/** Reduces the size of codes with wide letters. */
function lettersSize(code: string, size: number): number {
  return /[WM]/.test(code) ? size - 1.2 : size;
}

/** The path of the area in the second colour, below `chief` if there is one. */
function patternOf({ pattern, bands }: Club, chief: number | undefined): string {
  switch (pattern) {
    case 'plain':
      return '';
    case 'halves':
      return 'M20 0H40V40H20Z';
    case 'sash':
      return chief === undefined ? 'M1 1L11 -3L40 23V35Z' : 'M1 15L11 11L40 37V49Z';
    case 'stripes': {
      const width = 31 / bands;
      return everySecond(bands, (band) => `M${4.5 + band * width} 0h${width}v40h-${width}Z`);
    }
    case 'hoops': {
      const [from, to] = chief === undefined ? [3, 38] : [chief, 39];
      const height = (to - from) / bands;
      return everySecond(bands, (band) => `M0 ${from + band * height}h40v${height}h-40Z`);
    }
  }
}

function everySecond(bands: number, draw: (band: number) => string): string {
  return Array.from({ length: bands }, (_, band) => (band % 2 === 1 ? draw(band) : '')).join('');
}
