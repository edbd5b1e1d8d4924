/** The part of the browser's cookie store that a worker needs; `document.cookie` is the pages'. */
export type CookieSource = {
  getAll: () => Promise<readonly { name?: string; value?: string }[]>;
};

/** The site's cookies as a page reads them; none where the browser has no cookie store. */
export async function readCookies(store: CookieSource | undefined): Promise<string> {
  const cookies = (await store?.getAll()) ?? [];
  return cookies.map(({ name = '', value = '' }) => `${name}=${value}`).join('; ');
}
