/**
 * The method of the browser's cookie store that a worker uses; `document.cookie` exists only in
 * pages.
 */
export type CookieSource = {
  getAll: () => Promise<readonly { name?: string; value?: string }[]>;
};

/**
 * Reads the site's cookies in the form of `document.cookie`; empty in a browser without cookie
 * store.
 */
export async function readCookies(store: CookieSource | undefined): Promise<string> {
  const cookies = (await store?.getAll()) ?? [];
  return cookies.map(({ name = '', value = '' }) => `${name}=${value}`).join('; ');
}
