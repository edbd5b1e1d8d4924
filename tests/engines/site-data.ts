import type { EnginePhone } from './engine-phone.ts';

/** A kind of data that a browser stores for a site. */
type SiteDataKind = 'databases' | 'localStorage' | 'caches' | 'workers';

const allKinds: readonly SiteDataKind[] = ['databases', 'localStorage', 'caches', 'workers'];

/** Deletes the data that the browser stores for the site; the current page must not be the app. */
export async function clearSiteData(
  phone: EnginePhone,
  kinds: readonly SiteDataKind[] = allKinds,
): Promise<void> {
  if (kinds.includes('workers')) {
    await phone.evaluate(unregisterWorkers);
    // The browser removes a worker only when the worker controls no page any more.
    await phone.reload();
  }
  await phone.evaluate(clearKinds, kinds);
}

/** Returns the names of all data that the browser stores for the site. */
export async function siteDataOf(phone: EnginePhone): Promise<string[]> {
  return phone.evaluate(listNames);
}

async function unregisterWorkers(): Promise<void> {
  const workers = await navigator.serviceWorker.getRegistrations();
  for (const worker of workers) await worker.unregister();
}

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
