import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Renderer, type Node } from '@takumi-rs/core';

import { limiter } from '../concurrency.ts';
import type { Preview, PreviewRow } from './preview.ts';

/** As large as sites that show previews ask for, in pixels. */
export const pictureSize = { width: 1200, height: 630 } as const;

/** Of more rows a picture says how many there are. */
const mostRows = 4;

const files = createRequire(import.meta.url);
const letters = ['latin', 'latin-ext', 'vietnamese'].map((part) =>
  files.resolve(
    `@fontsource-variable/archivo-narrow/files/archivo-narrow-${part}-wght-normal.woff2`,
  ),
);

let renderer: Promise<Renderer> | undefined;

/** Drawing takes a core for a moment: one at a time leaves the others to those who post. */
const limited = limiter({ atOnce: 1, waiting: 20 });

/** Draws a preview as a PNG of 1200 by 630 pixels; refuses with 503 while too many wait for theirs. */
export async function pictureOf({ picture }: Preview): Promise<Buffer> {
  return limited(async () => {
    renderer ??= withLetters();
    return (await renderer).render(drawn(picture), { ...pictureSize, format: 'png' });
  });
}

async function withLetters(): Promise<Renderer> {
  const made = new Renderer({ cacheMaxBytes: 0 });
  for (const file of letters) await made.registerFont(await readFile(file));
  return made;
}

/** What the letters at hand cannot spell is left to the sentence beside the picture. */
function spelt(words: string): string {
  return /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(words) ? words : '…';
}

type Style = Record<string, string | number>;

function text(words: string, style: Style = {}): Node {
  return { type: 'text', text: spelt(words), style };
}

function box(style: Style, children: (Node | false)[]): Node {
  return {
    type: 'container',
    style: { display: 'flex', ...style },
    children: children.filter((child) => child !== false),
  };
}

const oneLine = { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis', minWidth: 0 };

function drawn({ heading, figure, rows, outcome }: Preview['picture']): Node {
  const shown = rows.slice(0, mostRows);
  const left = rows.length - shown.length;
  return box(
    {
      width: '100%',
      height: '100%',
      padding: '48px 64px',
      flexDirection: 'column',
      justifyContent: 'space-between',
      color: '#ffffff',
      fontFamily: 'Archivo Narrow',
      // Bands of a mown pitch, as on the site.
      backgroundImage: 'repeating-linear-gradient(90deg, #12532f 0px 100px, #175b36 100px 200px)',
    },
    [
      box({ justifyContent: 'space-between', alignItems: 'center' }, [
        box({ alignItems: 'center', gap: '16px' }, [
          flag(),
          text('Touchline', { fontSize: 36, fontWeight: 700 }),
        ]),
        outcome !== undefined && verdict(outcome),
      ]),
      box({ justifyContent: 'space-between', alignItems: 'center', gap: '32px' }, [
        text(heading, { ...oneLine, fontSize: 76, fontWeight: 700 }),
        figure !== '' &&
          text(figure, { fontSize: 92, fontWeight: 700, color: '#ffd21f', flexShrink: 0 }),
      ]),
      box({ flexDirection: 'column', gap: '10px' }, shown.map(line)),
      text(left > 0 ? `and ${left} more · 18+` : '18+', { fontSize: 28, color: '#d8e6dd' }),
    ],
  );
}

function line({ title, note, figure }: PreviewRow): Node {
  return box({ alignItems: 'baseline', gap: '20px', fontSize: 36 }, [
    text(title, { ...oneLine, fontWeight: 600 }),
    note !== '' && text(note, { ...oneLine, flexShrink: 1, color: '#d8e6dd' }),
    figure !== '' && text(figure, { marginLeft: 'auto', flexShrink: 0, fontWeight: 700 }),
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

function verdict(outcome: NonNullable<Preview['picture']['outcome']>): Node {
  return text(outcome.toUpperCase(), {
    fontSize: 44,
    fontWeight: 700,
    padding: '4px 20px',
    border: '4px solid #ffffff',
    borderRadius: 10,
  });
}
