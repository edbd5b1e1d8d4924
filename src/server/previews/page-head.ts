import type { Services } from '../services.ts';
import { escapeHtml } from '../platform/escaping.ts';
import { parseAcceptLanguage, languages } from '../platform/translations.ts';
import { createPreviewTextFormatter } from './language.ts';
import { pictureSize } from './picture.ts';
import { type Preview, readPreview, sitePreview } from './preview.ts';
import { parsePreviewedPage } from './previewed-page.ts';
import { toPictureAddress } from './routes.ts';

/**
 * Returns a function that reads the head of a page by its path and query, in the language of an
 * Accept-Language header. The function returns the site's general head if there is no preview.
 */
export function createPageHeadReader(
  services: Services,
): (url: string, accepted?: string) => Promise<string> {
  const { publicOrigin } = services.settings;
  const previewLanguages = new Map(
    languages.map((code) => [code, createPreviewTextFormatter(code)]),
  );
  return async (url, accepted) => {
    const page = parsePreviewedPage(url);
    const language = previewLanguages.get(parseAcceptLanguage(accepted));
    const preview = page && (await readPreview(services, page, language).catch(() => undefined));
    return formatPageHead(preview ?? sitePreview, preview ? page.address : '/', publicOrigin);
  };
}

/**
 * Formats title, description and picture of a page for other sites (Open Graph, ogp.me). `address`
 * is the canonical path and query.
 */
function formatPageHead(preview: Preview, address: string, origin: string): string {
  const { title, description } = preview;
  const named: [string, string][] = [
    ['og:site_name', 'Touchline'],
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', `${origin}${address}`],
    ['og:image', `${origin}${toPictureAddress(preview, address)}`],
    ['og:image:width', String(pictureSize.width)],
    ['og:image:height', String(pictureSize.height)],
    ['og:image:alt', title],
  ];
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    ...named.map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
    `<meta name="twitter:card" content="summary_large_image" />`,
  ].join('');
}
