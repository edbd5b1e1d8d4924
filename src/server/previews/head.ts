import { limiter } from '../concurrency.ts';
import type { Services } from '../services.ts';
import { pictureSize } from './picture.ts';
import { type Preview, previewOf, touchline } from './preview.ts';
import { pictureAddress } from './routes.ts';

/** Pages are opened without a limit: what is read for their heads leaves most connections to calls. */
const limited = limiter({ atOnce: 4, waiting: 20 });

/** Reads what the head of a page says of it, by its path and query. A page opens without it, too. */
export function headFor(services: Services): (url: string) => Promise<string | undefined> {
  const { publicOrigin } = services.settings;
  return async (url) => {
    const preview = await limited(() => previewOf(services, url)).catch(() => undefined);
    return preview ? headOf(preview, url, publicOrigin) : headOf(touchline, '/', publicOrigin);
  };
}

/**
 * What a page's head says of it to other sites: its title and description, and the picture of it
 * (Open Graph, ogp.me). `url` is the page's path and query.
 */
function headOf(preview: Preview, url: string, origin: string): string {
  const { title, description } = preview;
  const named: [string, string][] = [
    ['og:site_name', 'Touchline'],
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', `${origin}${url}`],
    ['og:image', `${origin}${pictureAddress(preview, url)}`],
    ['og:image:width', String(pictureSize.width)],
    ['og:image:height', String(pictureSize.height)],
    ['og:image:alt', title],
  ];
  return [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}" />`,
    ...named.map(
      ([property, content]) => `<meta property="${property}" content="${escaped(content)}" />`,
    ),
    `<meta name="twitter:card" content="summary_large_image" />`,
  ].join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
