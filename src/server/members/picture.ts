import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

import { ApiProblem } from '#contract/problem.ts';

import { turns } from '../turns.ts';

/** A picture as it is kept: encoded by us, named by its own bytes. */
export type Picture = { hash: string; bytes: Buffer };

const side = 512;
const largest = 100 * 1024;
const mostPixels = 25_000_000;
const qualities = [82, 70, 55, 40];

// Everything else, SVG and PDF among it, has no decoder here at all.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
// Every picture is seen once, so keeping decoded ones only fills the memory.
sharp.cache(false);
sharp.concurrency(1);

const takeTurns = turns({ atOnce: 2, waiting: 50 });

/** Makes an upload into a square of at most 512 pixels that holds nothing but its pixels. */
export async function pictureOf(upload: Buffer): Promise<Picture> {
  return takeTurns(async () => {
    try {
      const bytes = await encode(await squareOf(upload));
      return { hash: createHash('sha256').update(bytes).digest('hex'), bytes };
    } catch (error) {
      throw new ApiProblem('picture-unreadable', {}, { cause: error });
    }
  });
}

async function squareOf(upload: Buffer): Promise<Sharp> {
  const source = sharp(upload, { limitInputPixels: mostPixels, failOn: 'error' });
  const { width, height } = await source.metadata();
  const length = Math.min(side, width, height);
  const { data, info } = await source
    // A phone says in the metadata how it was held; that has to be done before they go.
    .autoOrient()
    .resize(length, length, { fit: 'cover', position: 'attention' })
    .timeout({ seconds: 10 })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info });
}

async function encode(square: Sharp): Promise<Buffer> {
  for (const quality of qualities) {
    const bytes = await square.clone().webp({ quality }).toBuffer();
    if (bytes.length <= largest) return bytes;
  }
  return square
    .clone()
    .resize(side / 2)
    .webp({ quality: 40 })
    .toBuffer();
}
