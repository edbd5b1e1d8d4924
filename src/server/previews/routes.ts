import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

import { createRecentCache } from '../platform/recent-cache.ts';
import { readPicture } from '../members/pictures.ts';
import type { Services } from '../services.ts';
import { pictureOf } from './picture.ts';
import { type Preview, previewOf, touchline } from './preview.ts';
import { previewedPageAt } from './previewed-page.ts';

/** Pictures are served below it under the pages' own paths. */
const folder = '/previews';

/** A picture has about 30 KB. */
const maxPictures = 200;

/** The address of a page's picture, which changes with the picture. */
export function pictureAddress(preview: Preview, address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  searchParams.set('v', contentOf(preview));
  const path = preview === touchline ? '/touchline' : pathname;
  return `${folder}${path}.png?${searchParams.toString()}`;
}

function contentOf({ picture }: Preview): string {
  return createHash('sha256').update(JSON.stringify(picture)).digest('base64url').slice(0, 16);
}

/** Serves the pictures. Each is drawn once until its content changes. */
export function servePreviews(app: FastifyInstance, services: Services): void {
  const pictures = createRecentCache<Promise<Buffer>>(maxPictures);

  async function drawn(preview: Preview, content: string): Promise<Buffer> {
    const picture =
      pictures.get(content) ?? pictureOf(preview, async (path) => readPicture(services, path));
    pictures.set(content, picture);
    return picture.catch((error: unknown) => {
      pictures.delete(content);
      throw error;
    });
  }

  app.get<{ Querystring: { v?: unknown } }>(`${folder}/*`, async (request, reply) => {
    await app.countRequest(request);
    const page = previewedPageAt(request.url.slice(folder.length).replace('.png', ''));
    const preview = (page && (await previewOf(services, page))) ?? touchline;
    const content = contentOf(preview);
    const isCurrent = request.query.v === content;
    return reply
      .headers({
        'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
        'content-type': 'image/png',
        // Other sites show it.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(await drawn(preview, content));
  });
}
