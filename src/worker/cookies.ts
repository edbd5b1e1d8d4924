/** The part of the browser's `CookieStore` that is used; a worker has no `document.cookie`. */
export type ReadableCookieStore = {
  getAll: () => Promise<readonly { name?: string; value?: string }[]>;
};

/** Reads the site's cookies in the format of `document.cookie`; empty without a cookie store. */
export async function readCookies(store: ReadableCookieStore | undefined): Promise<string> {
  const cookies = (await store?.getAll()) ?? [];
  return cookies.map(({ name = '', value = '' }) => `${name}=${value}`).join('; ');
}
