import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

import { createLruCache } from '../platform/lru-cache.ts';
import { readPicture } from '../members/pictures.ts';
import type { Services } from '../services.ts';
import { drawPicture } from './picture.ts';
import { type Preview, readPreview, sitePreview } from './preview.ts';
import { parsePreviewedPage } from './previewed-page.ts';

/** Base path of pictures; the path of the page follows. */
const previewsPath = '/previews';

/** Maximum pictures in the cache, about 30 KB each. */
const maxPictures = 200;

/** Returns the URL of a page's picture, which contains a digest of its content. */
export function toPictureAddress(preview: Preview, address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  searchParams.set('v', hashContent(preview));
  const path = preview === sitePreview ? '/touchline' : pathname;
  return `${previewsPath}${path}.png?${searchParams.toString()}`;
}

function hashContent({ picture }: Preview): string {
  return createHash('sha256').update(JSON.stringify(picture)).digest('base64url').slice(0, 16);
}

/** Serves preview pictures; each is drawn again only if its content changes. */
export function servePreviews(app: FastifyInstance, services: Services): void {
  const pictures = createLruCache<Promise<Buffer>>(maxPictures);

  async function drawn(preview: Preview, content: string): Promise<Buffer> {
    const picture =
      pictures.get(content) ?? drawPicture(preview, async (path) => readPicture(services, path));
    pictures.set(content, picture);
    return picture.catch((error: unknown) => {
      pictures.delete(content);
      throw error;
    });
  }

  app.get<{ Querystring: { v?: unknown } }>(`${previewsPath}/*`, async (request, reply) => {
    await app.countRequest(request);
    const page = parsePreviewedPage(request.url.slice(previewsPath.length).replace('.png', ''));
    const preview = (page && (await readPreview(services, page))) ?? sitePreview;
    const content = hashContent(preview);
    const isCurrent = request.query.v === content;
    return reply
      .headers({
        'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
        'content-type': 'image/png',
        // Other sites embed the picture.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(await drawn(preview, content));
  });
}
