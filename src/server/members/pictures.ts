import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { Sharp } from 'sharp';

import { ApiProblem } from '#contract/problem.ts';

import { createLimiter } from '../platform/concurrency.ts';
import { pictures } from '../db/schema.ts';
import type { RoutePlugin } from '../serve.ts';
import type { Services } from '../services.ts';

const picturePathPattern = /^\/pictures\/([0-9a-f]{64})\.webp$/;

/** Reads a picture by its path; undefined if the picture does not exist. */
export async function readPicture(
  { database }: Pick<Services, 'database'>,
  path: string,
): Promise<Buffer | undefined> {
  const hash = picturePathPattern.exec(path)?.[1];
  if (hash === undefined) return undefined;
  const [picture] = await database
    .select({ bytes: pictures.bytes })
    .from(pictures)
    .where(eq(pictures.hash, hash));
  return picture?.bytes;
}

/** Serves profile pictures; their names contain a digest, so browsers cache them forever. */
export const pictureRoutes: RoutePlugin = async (app, { database, settings }) => {
  // An <img> on a site of another origin is requested without CORS.
  const readers = settings.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin';
  app.get<{ Params: { file: string } }>(
    '/pictures/:file',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const bytes = await readPicture({ database }, `/pictures/${params.file}`);
      if (!bytes) throw new ApiProblem('not-found');
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', readers)
        .type('image/webp')
        .send(bytes);
    },
  );
};

/** A re-encoded picture; `hash` is the digest of its bytes. */
export type Picture = { hash: string; bytes: Buffer };

const maxSidePixels = 512;
const maxPictureBytes = 100 * 1024;
const maxPixels = 25_000_000;
const qualities = [82, 70, 55, 40];

// Only these formats are decoded; decoders of other formats, such as SVG, are disabled.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
// Each picture is decoded only once, so a cache would waste memory.
sharp.cache(false);
sharp.concurrency(1);

const encodingLimiter = createLimiter({ maxRunning: 2, maxWaiting: 50 });

/** Re-encodes an upload as a square of at most 512 pixels; removes metadata. */
export async function encodePicture(upload: Buffer): Promise<Picture> {
  return encodingLimiter(async () => {
    try {
      const bytes = await encodeWebp(await cropToSquare(upload));
      return { hash: createHash('sha256').update(bytes).digest('hex'), bytes };
    } catch (error) {
      throw new ApiProblem('picture-unreadable', {}, { cause: error });
    }
  });
}

async function cropToSquare(upload: Buffer): Promise<Sharp> {
  const source = sharp(upload, { limitInputPixels: maxPixels, failOn: 'error' });
  const { width, height } = await source.metadata();
  const length = Math.min(maxSidePixels, width, height);
  const { data, info } = await source
    // Rotates first, because the orientation is part of the metadata that is removed.
    .autoOrient()
    .resize(length, length, { fit: 'cover', position: 'attention' })
    .timeout({ seconds: 10 })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info });
}

async function encodeWebp(square: Sharp): Promise<Buffer> {
  for (const quality of qualities) {
    const bytes = await square.clone().webp({ quality }).toBuffer();
    if (bytes.length <= maxPictureBytes) return bytes;
  }
  return square
    .clone()
    .resize(maxSidePixels / 2)
    .webp({ quality: 40 })
    .toBuffer();
}
