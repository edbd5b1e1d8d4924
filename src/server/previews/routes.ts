import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

import type { Services } from '../services.ts';
import { pictureOf } from './picture.ts';
import { type Preview, previewOf, touchline } from './preview.ts';

/** Below it stand the pictures of pages, under the pages' own paths. */
const folder = '/previews';

/** So many pictures are kept, each of some thirty kilobytes. */
const mostKept = 200;

/** The address of a page's picture, which is another one whenever what it shows is. */
export function pictureAddress(preview: Preview, url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.set('v', contentOf(preview));
  const path = preview === touchline ? '/touchline' : pathname;
  return `${folder}${path}.png?${searchParams.toString()}`;
}

function contentOf({ picture }: Preview): string {
  return createHash('sha256').update(JSON.stringify(picture)).digest('base64url').slice(0, 16);
}

/** Serves the pictures. Each is drawn once for as long as it shows the same. */
export function servePreviews(app: FastifyInstance, services: Services): void {
  const kept = new Map<string, Promise<Buffer>>();

  async function drawn(preview: Preview, content: string): Promise<Buffer> {
    const known = kept.get(content);
    // What was asked for last is given up last.
    kept.delete(content);
    const picture = known ?? pictureOf(preview);
    kept.set(content, picture);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return picture.catch((error: unknown) => {
      kept.delete(content);
      throw error;
    });
  }

  app.get<{ Querystring: { v?: unknown } }>(`${folder}/*`, async (request, reply) => {
    await app.countRequest(request);
    const page = request.url.slice(folder.length).replace('.png', '');
    const preview = (await previewOf(services, page)) ?? touchline;
    const content = contentOf(preview);
    const isCurrent = request.query.v === content;
    return reply
      .headers({
        'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
        'content-type': 'image/png',
        // It is there for other sites to show.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(await drawn(preview, content));
  });
}
