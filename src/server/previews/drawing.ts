import type { Node } from '@takumi-rs/core';

import { toDrawableText } from './typeface.ts';

export type Style = Record<string, string | number>;

/** Draws text in the pictures' typeface. */
export function drawText(words: string, style: Style = {}): Node {
  return { type: 'text', text: toDrawableText(words), style };
}

/** Draws odds. The typeface has no "≈" (estimate), so this sign is drawn as two tildes. */
export function drawOdds(odds: string, style: Style & { fontSize: number }): Node {
  if (!odds.startsWith('≈')) return drawText(odds, style);
  const tilde = () => drawText('~', { lineHeight: 0.3 });
  return drawBox({ ...style, alignItems: 'center', gap: style.fontSize * 0.15 }, [
    drawBox({ flexDirection: 'column' }, [tilde(), tilde()]),
    drawText(odds.slice(1).trim()),
  ]);
}

/** Draws a flex container; children with the value `false` are skipped. */
export function drawBox(style: Style, children: (Node | false)[]): Node {
  return {
    type: 'container',
    style: { display: 'flex', ...style },
    children: children.filter((child) => child !== false),
  };
}

/** Style of a text on one line; overflowing text ends with an ellipsis. */
export const oneLineStyle = {
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  minWidth: 0,
};

/** Style of the background: stripes of a mown pitch, as on the site. */
export const pitchStyle: Style = {
  position: 'relative',
  width: '100%',
  height: '100%',
  color: '#ffffff',
  fontFamily: 'Archivo Narrow',
  backgroundImage: 'repeating-linear-gradient(90deg, #12532f 0px 100px, #175b36 100px 200px)',
};

/** Draws the site's flag and name. */
export function drawBrand(): Node {
  return drawBox({ alignItems: 'center', gap: '16px' }, [
    drawFlag(),
    drawText('Touchline', { fontSize: 38, fontWeight: 700 }),
  ]);
}

/** Draws an assistant referee's flag. */
function drawFlag(): Node {
  return drawSvg(
    { width: 42, height: 46 },
    '0 0 42 46',
    '<path d="M12 2 7 44" stroke="#ffffff" stroke-width="3.4" stroke-linecap="round"/><path d="M13 4 39 7 36 29 10 26Z" fill="#ffd21f"/><path d="M13 4 26 5.5 24.5 16.5 11.5 15ZM24.5 16.5 37.5 18 36 29 23 27.5Z" fill="#f0631c"/>',
  );
}

/** Draws the lines of a pitch, as a background. */
export function drawPitchLines(): Node {
  return drawSvg(
    { position: 'absolute', left: 0, top: 0, width: 1200, height: 630 },
    '0 0 1200 630',
    '<path d="M0 24H1200M0 606H1200M764 24V606M764 195a120 120 0 0 1 0 240M1200 205H1050V425H1200M1200 260H1140V370H1200" fill="none" stroke="#ffffff" stroke-opacity="0.22" stroke-width="3"/>',
  );
}

/** Draws SVG shapes in a box. */
export function drawSvg(style: Style, viewBox: string, shapes: string): Node {
  const source = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${shapes}</svg>`;
  return { type: 'image', src: `data:image/svg+xml,${encodeURIComponent(source)}`, style };
}
