import type { Node } from '@takumi-rs/core';

import { drawable } from './typeface.ts';

export type Style = Record<string, string | number>;

/** Words in the letters of the pictures. */
export function text(words: string, style: Style = {}): Node {
  return { type: 'text', text: drawable(words), style };
}

/** Odds; the mark of an estimate is drawn as two tildes, since the letters at hand have no "≈". */
export function figure(odds: string, style: Style & { fontSize: number }): Node {
  if (!odds.startsWith('≈')) return text(odds, style);
  const tilde = () => text('~', { lineHeight: 0.3 });
  return box({ ...style, alignItems: 'center', gap: style.fontSize * 0.15 }, [
    box({ flexDirection: 'column' }, [tilde(), tilde()]),
    text(odds.slice(1).trim()),
  ]);
}

/** A box that lays out its children, those that are false left out. */
export function box(style: Style, children: (Node | false)[]): Node {
  return {
    type: 'container',
    style: { display: 'flex', ...style },
    children: children.filter((child) => child !== false),
  };
}

/** Keeps words on one line, cut where the room ends. */
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
