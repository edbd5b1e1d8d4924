import { readFile } from 'node:fs/promises';
import { Renderer, type Node } from '@takumi-rs/core';

import { createLimiter } from '../platform/concurrency.ts';
import { box, brand, oneLine, pitch, text } from './drawing.ts';
import type { ListPicture, Preview, PreviewRow } from './preview.ts';
import { drawSlip } from './slip-picture.ts';
import { letterFiles } from './typeface.ts';

/** The usual size for previews, in pixels. */
export const pictureSize = { width: 1200, height: 630 } as const;

/** Maximum rows of a picture; further rows are counted. */
const maxRows = 4;

let renderer: Promise<Renderer> | undefined;

/** Drawing takes a core for a moment: one at a time leaves the others to requests. */
const limited = createLimiter({ maxRunning: 1, maxWaiting: 20 });

/** Reads the bytes of a member's picture by its path; undefined if it was deleted. */
export type ReadAvatar = (path: string) => Promise<Uint8Array | undefined>;

/** Draws a preview as a PNG of 1200 by 630 pixels; refuses with 503 if the queue is full. */
export async function pictureOf({ picture }: Preview, readAvatar: ReadAvatar): Promise<Buffer> {
  return limited(async () => {
    renderer ??= withLetters();
    const path = picture.kind === 'slip' ? picture.avatar : undefined;
    const bytes = path === undefined ? undefined : await readAvatar(path);
    const images = path !== undefined && bytes ? [{ src: path, data: bytes }] : [];
    const drawn =
      picture.kind === 'slip' ? drawSlip(picture, images.length > 0) : drawList(picture);
    return (await renderer).render(drawn, { ...pictureSize, format: 'png', images });
  });
}

async function withLetters(): Promise<Renderer> {
  const renderer = new Renderer({ cacheMaxBytes: 0 });
  for (const file of letterFiles) await renderer.registerFont(await readFile(file));
  return renderer;
}

/** Draws at most four rows, and the number of further rows. */
function drawList({ heading, figure, rows }: ListPicture): Node {
  const shown = rows.slice(0, maxRows);
  const remaining = rows.length - shown.length;
  return box(
    {
      ...pitch,
      padding: '48px 64px',
      flexDirection: 'column',
      justifyContent: 'space-between',
    },
    [
      brand(),
      box({ justifyContent: 'space-between', alignItems: 'center', gap: '32px' }, [
        text(heading, { ...oneLine, fontSize: 76, fontWeight: 700 }),
        figure !== '' &&
          text(figure, { fontSize: 92, fontWeight: 700, color: '#ffd21f', flexShrink: 0 }),
      ]),
      box({ flexDirection: 'column', gap: '10px' }, shown.map(line)),
      text(remaining > 0 ? `and ${remaining} more · 18+` : '18+', {
        fontSize: 28,
        color: '#d8e6dd',
      }),
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
