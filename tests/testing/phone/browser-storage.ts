import type { CDPSession } from '@playwright/test';

import type { Phone } from './phone.ts';

/** A stored operation. */
type PendingOperation = { state: string };

/** Kinds of storage in the DevTools protocol. */
type StorageKind = 'all' | 'cache_storage' | 'indexeddb' | 'local_storage' | 'service_workers';

/** Controls a phone's stored data of the site. */
export async function theStorageOf(phone: Phone) {
  const session: CDPSession = await phone.context().newCDPSession(phone.page());
  const { origin } = phone;
  const limited = async (quotaSize?: number) => {
    await session.send('Storage.overrideQuotaForOrigin', {
      origin,
      ...(quotaSize !== undefined && { quotaSize }),
    });
  };

  return {
    isLimitedTo: limited,
    isFree: async () => limited(),
    /** Clears storage as a browser does to free space, or a person in its settings. */
    async isCleared(kind: StorageKind) {
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: kind });
    },
    /** All pending operations of any member on this phone. */
    pending: async (): Promise<object[]> => phone.page().evaluate(readPending),
    /**
     * Raises the version of the databases, as a newer build does; returns those that were blocked.
     */
    isUpgradedTo: async (version: number): Promise<string[]> =>
      phone.page().evaluate(upgradeTo, version),
  };
}

/** Runs in the page. */
async function upgradeTo(version: number): Promise<string[]> {
  const blocked: string[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const opening = indexedDB.open(name, version);
    opening.addEventListener('blocked', () => blocked.push(name));
    await new Promise((resolve, reject) => {
      opening.addEventListener('success', resolve);
      opening.addEventListener('error', reject);
    });
    opening.result.close();
  }
  return blocked;
}

/** Runs in the page. */
async function readPending(): Promise<PendingOperation[]> {
  const done = async <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  const pending: PendingOperation[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('touchline-member-')) continue;
    const opening = indexedDB.open(name);
    // A database that was deleted after it was listed must not be created again.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    const database = await done(opening).catch(() => undefined);
    if (!database) continue;
    const rows: PendingOperation[] = await done(
      database.transaction('operations').objectStore('operations').getAll(),
    );
    pending.push(...rows.filter(({ state }) => state !== 'acked'));
    database.close();
  }
  return pending;
}
