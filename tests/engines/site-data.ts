import type { EnginePhone } from './engine-phone.ts';

/** Kinds of data that a browser stores for a site. */
type SiteDataKind = 'databases' | 'localStorage' | 'caches' | 'workers';

const allKinds: readonly SiteDataKind[] = ['databases', 'localStorage', 'caches', 'workers'];

/** Deletes the data that the browser stores for the site; the page must not be the app. */
export async function clearSiteData(
  phone: EnginePhone,
  kinds: readonly SiteDataKind[] = allKinds,
): Promise<void> {
  if (kinds.includes('workers')) {
    await phone.evaluate(unregisterWorkers);
    // A worker stays registered as long as it controls a page.
    await phone.reload();
  }
  await phone.evaluate(clearKinds, kinds);
}

/** Returns the names of all data that the browser stores for the site. */
export async function siteDataOf(phone: EnginePhone): Promise<string[]> {
  return phone.evaluate(listNames);
}

/** Runs in the page. */
async function unregisterWorkers(): Promise<void> {
  const workers = await navigator.serviceWorker.getRegistrations();
  for (const worker of workers) await worker.unregister();
}

/** Runs in the page. */
async function clearKinds(kinds: readonly string[]): Promise<void> {
  if (kinds.includes('databases')) {
    for (const { name = '' } of await indexedDB.databases()) {
      const { promise, resolve, reject } = Promise.withResolvers<Event>();
      const deletion = indexedDB.deleteDatabase(name);
      deletion.addEventListener('success', resolve);
      deletion.addEventListener('error', reject);
      await promise;
    }
  }
  if (kinds.includes('caches')) {
    for (const name of await caches.keys()) await caches.delete(name);
  }
  if (kinds.includes('localStorage')) localStorage.clear();
}

/** Runs in the page. */
async function listNames(): Promise<string[]> {
  const databases = await indexedDB.databases();
  const workers = await navigator.serviceWorker.getRegistrations();
  return [
    ...Object.keys(localStorage),
    ...databases.map(({ name = '' }) => name),
    ...(await caches.keys()),
    ...workers.map(({ scope }) => scope),
  ];
}
