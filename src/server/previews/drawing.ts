import type { Node } from '@takumi-rs/core';

import { drawableText } from './typeface.ts';

export type Style = Record<string, string | number>;

/** Text in the typeface of the pictures. */
export function text(words: string, style: Style = {}): Node {
  return { type: 'text', text: drawableText(words), style };
}

/** Odds; the mark of an estimate is drawn as two tildes: the typeface has no "≈". */
export function figure(odds: string, style: Style & { fontSize: number }): Node {
  if (!odds.startsWith('≈')) return text(odds, style);
  const tilde = () => text('~', { lineHeight: 0.3 });
  return box({ ...style, alignItems: 'center', gap: style.fontSize * 0.15 }, [
    box({ flexDirection: 'column' }, [tilde(), tilde()]),
    text(odds.slice(1).trim()),
  ]);
}

/** A flex container of its children; false children are skipped. */
export function box(style: Style, children: (Node | false)[]): Node {
  return {
    type: 'container',
    style: { display: 'flex', ...style },
    children: children.filter((child) => child !== false),
  };
}

/** Keeps text on one line, with an ellipsis where it overflows. */
export const oneLine = {
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  minWidth: 0,
};

/** Bands of a mown pitch, as on the site. */
export const pitch: Style = {
  width: '100%',
  height: '100%',
  color: '#ffffff',
  fontFamily: 'Archivo Narrow',
  backgroundImage: 'repeating-linear-gradient(90deg, #12532f 0px 100px, #175b36 100px 200px)',
};

/** The site's flag and name. */
export function brand(): Node {
  return box({ alignItems: 'center', gap: '16px' }, [
    flag(),
    text('Touchline', { fontSize: 38, fontWeight: 700 }),
  ]);
}

/** A linesman's flag. */
function flag(): Node {
  const square = (background: string) => box({ width: 20, height: 20, background }, []);
  return box({ width: 40, height: 40, flexWrap: 'wrap' }, [
    square('#ffd21f'),
    square('#f0631c'),
    square('#f0631c'),
    square('#ffd21f'),
  ]);
}
