import { eq } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';

import { pictures } from '../db/schema.ts';
import type { Routes } from '../serve.ts';

const fileName = /^([0-9a-f]{64})\.webp$/;

/** Profile pictures. A name stands for its bytes, so whoever has one never asks again. */
export const pictureRoutes: Routes = async (app, { database, settings }) => {
  // An <img> of a site on another origin asks without CORS.
  const readers = settings.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin';
  app.get<{ Params: { file: string } }>(
    '/pictures/:file',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const hash = fileName.exec(params.file)?.[1];
      const [picture] = hash
        ? await database
            .select({ bytes: pictures.bytes })
            .from(pictures)
            .where(eq(pictures.hash, hash))
        : [];
      if (!picture) throw new ApiProblem('not-found');
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', readers)
        .type('image/webp')
        .send(picture.bytes);
    },
  );
};
