import { readFile } from 'node:fs/promises';
import { Renderer, type Node } from '@takumi-rs/core';

import { createLimiter } from '../platform/concurrency.ts';
import { drawBox, drawBrand, oneLineStyle, pitchStyle, drawText } from './drawing.ts';
import type { ListPicture, Preview, PreviewRow } from './preview.ts';
import { drawTip } from './tip-picture.ts';
import { typefaceFiles } from './typeface.ts';

/** The size of preview pictures in pixels, as other sites expect it. */
export const pictureSize = { width: 1200, height: 630 } as const;

/** Maximum rows of a picture; the number of further rows is shown as text. */
const maxRows = 4;

let renderer: Promise<Renderer> | undefined;

/** Drawing uses a full core, so only one picture is drawn at a time. */
const drawingLimiter = createLimiter({ maxRunning: 1, maxWaiting: 20 });

/** Reads a member's picture by its path; undefined if it was deleted. */
export type AvatarReader = (path: string) => Promise<Uint8Array | undefined>;

/** Draws a preview as a PNG; throws a 503 problem if too many pictures are queued. */
export async function drawPicture({ picture }: Preview, readAvatar: AvatarReader): Promise<Buffer> {
  return drawingLimiter(async () => {
    renderer ??= createRenderer();
    const path = picture.kind === 'slip' ? picture.avatar : undefined;
    const bytes = path === undefined ? undefined : await readAvatar(path);
    const images = path !== undefined && bytes ? [{ src: path, data: bytes }] : [];
    const drawn = picture.kind === 'slip' ? drawTip(picture, images.length > 0) : drawList(picture);
    return (await renderer).render(drawn, { ...pictureSize, format: 'png', images });
  });
}

async function createRenderer(): Promise<Renderer> {
  const renderer = new Renderer({ cacheMaxBytes: 0 });
  for (const file of typefaceFiles) await renderer.registerFont(await readFile(file));
  return renderer;
}

/** Draws at most `maxRows` rows, and the number of further rows. */
function drawList({ heading, figure, rows }: ListPicture): Node {
  const shown = rows.slice(0, maxRows);
  const remaining = rows.length - shown.length;
  return drawBox(
    {
      ...pitchStyle,
      padding: '48px 64px',
      flexDirection: 'column',
      justifyContent: 'space-between',
    },
    [
      drawBrand(),
      drawBox({ justifyContent: 'space-between', alignItems: 'center', gap: '32px' }, [
        drawText(heading, { ...oneLineStyle, fontSize: 76, fontWeight: 700 }),
        figure !== '' &&
          drawText(figure, { fontSize: 92, fontWeight: 700, color: '#ffd21f', flexShrink: 0 }),
      ]),
      drawBox({ flexDirection: 'column', gap: '10px' }, shown.map(drawRow)),
      drawText(remaining > 0 ? `and ${remaining} more · 18+` : '18+', {
        fontSize: 28,
        color: '#d8e6dd',
      }),
    ],
  );
}

function drawRow({ title, note, figure }: PreviewRow): Node {
  return drawBox({ alignItems: 'baseline', gap: '20px', fontSize: 36 }, [
    drawText(title, { ...oneLineStyle, fontWeight: 600 }),
    note !== '' && drawText(note, { ...oneLineStyle, flexShrink: 1, color: '#d8e6dd' }),
    figure !== '' && drawText(figure, { marginLeft: 'auto', flexShrink: 0, fontWeight: 700 }),
  ]);
}
