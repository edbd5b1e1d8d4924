/** How long a start waits for its words. */
const patience = 10_000;

/** Fetches the compiled words of a language, from the network or the service worker's cache. */
export async function fetchCatalogue(language: string): Promise<unknown> {
  const response = await fetch(`/assets/i18n/${encodeURIComponent(language)}.json`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  });
  if (!response.ok) throw new TypeError(`There are no words in ${language}.`);
  return response.json();
}
