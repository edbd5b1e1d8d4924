const timeoutMs = 10_000;

/** Fetches a language's compiled catalogue, from the network or the service worker's cache. */
export async function fetchCatalogue(language: string): Promise<unknown> {
  const response = await fetch(`/assets/i18n/${encodeURIComponent(language)}.json`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new TypeError(`There are no words in ${language}.`);
  return response.json();
}

/** True if the site itself (not the API) is reachable, so that an app update can be fetched. */
export async function isSiteReachable(
  fetchSite: typeof fetch = (...request) => fetch(...request),
  signal: AbortSignal | null = null,
): Promise<boolean> {
  return fetchSite('/env.json', { cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}
