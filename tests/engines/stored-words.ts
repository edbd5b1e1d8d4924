/**
 * Runs in the page: returns where the site's storage contains one of the words, as
 * "database/table", "storage/key" or the address of a cached response. Must not use other names of
 * this file.
 */
export async function findStoredWords(words: readonly string[]): Promise<string[]> {
  const locations: string[] = [];
  const note = (location: string, text: string) => {
    if (words.some((word) => text.includes(word))) locations.push(location);
  };
  const settle = async <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });

  for (const storage of [localStorage, sessionStorage]) {
    const name = storage === localStorage ? 'localStorage' : 'sessionStorage';
    for (const [key, value] of Object.entries(storage)) {
      note(`${name}/${key}`, `${key} ${value}`);
    }
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const opening = indexedDB.open(name);
    // The abort keeps `open` from creating a database that was deleted after the listing.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    const database = await settle(opening).catch(() => undefined);
    if (!database) continue;
    for (const table of database.objectStoreNames) {
      const rows = await settle(database.transaction(table).objectStore(table).getAll());
      note(`${name}/${table}`, JSON.stringify(rows));
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      const response = await cache.match(request);
      const isText = /json|text/.test(response?.headers.get('content-type') ?? '');
      note(`${name}${pathname}`, `${request.url} ${isText ? await response?.text() : ''}`);
    }
  }
  return locations;
}
