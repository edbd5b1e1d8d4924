const contentTypesByExtension: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  webmanifest: 'application/manifest+json',
};

const applicationNameTag = '<meta name="application-name" content="Touchline" />';

/**
 * True if a response is the requested file. A captive portal answers every URL with 200 and its own
 * page, which must not be cached.
 */
export async function isValidResponse(address: string, response: Response): Promise<boolean> {
  if (!response.ok || response.redirected) return false;
  const expected = contentTypesByExtension[new URL(address).pathname.split('.').at(-1) ?? ''];
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined || !isExpectedType(type, expected)) return false;
  return expected !== 'text/html' || (await response.clone().text()).includes(applicationNameTag);
}

function isExpectedType(type: string, expected: string | undefined): boolean {
  if (expected === undefined) return type !== 'text/html';
  if (type === expected) return true;
  // Web servers use different types for scripts and fonts.
  if (expected === 'text/javascript') return type === 'application/javascript';
  return expected === 'font/woff2' && type === 'application/octet-stream';
}
