import type { CDPSession, Page } from '@playwright/test';

import type { Phone } from './phone.ts';

/** An operation as it lies on the disk, as far as it matters here. */
type PendingOperation = { state: string };

/** Kinds of storage as the browser's own tools name them. */
type StorageKind = 'all' | 'cache_storage' | 'indexeddb' | 'local_storage' | 'service_workers';

/** The browser's side of what a phone keeps for the site. */
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
    /** As a browser does it that needs the room, or a person in its settings. */
    async isCleared(kind: StorageKind) {
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: kind });
    },
    /** Everything that any member of this phone still owes. */
    pending: async (): Promise<object[]> => phone.page().evaluate(readPending),
    /** What a newer build does to the databases; answers those that somebody held up. */
    isUpgradedTo: async (version: number): Promise<string[]> =>
      phone.page().evaluate(upgradeTo, version),
  };
}

/**
 * Lays down what is owed as the first build kept it, and holds on to it as a tab of that build does
 * which does not hear of newer ones.
 */
export async function isHeldByAnOlderBuild(tab: Page): Promise<void> {
  await tab.evaluate(holdInTheFirstShape);
}

/** Runs in the page. */
async function upgradeTo(version: number): Promise<string[]> {
  const heldUp: string[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const opening = indexedDB.open(name, version);
    opening.addEventListener('blocked', () => heldUp.push(name));
    await new Promise((resolve, reject) => {
      opening.addEventListener('success', resolve);
      opening.addEventListener('error', reject);
    });
    opening.result.close();
  }
  return heldUp;
}

/** Runs in the page. */
async function holdInTheFirstShape(): Promise<void> {
  const done = async <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  const named = (await indexedDB.databases()).map(({ name = '' }) => name);
  const outbox = named.find((name) => name.startsWith('touchline-outbox-')) ?? '';
  const before = await done(indexedDB.open(outbox));
  const rows: unknown[] = await done(
    before.transaction('operations').objectStore('operations').getAll(),
  );
  before.close();
  await done(indexedDB.deleteDatabase(outbox));

  const opening = indexedDB.open(outbox, 10);
  opening.addEventListener('upgradeneeded', () => {
    const operations = opening.result.createObjectStore('operations', {
      keyPath: 'seq',
      autoIncrement: true,
    });
    operations.createIndex('id', 'id', { unique: true });
    operations.createIndex('lane', 'lane');
    for (const row of rows) operations.add(row);
  });
  const held = await done(opening);
  Object.assign(globalThis, { held });
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
    if (!name.startsWith('touchline-outbox-')) continue;
    const database = await done(indexedDB.open(name));
    const rows: PendingOperation[] = await done(
      database.transaction('operations').objectStore('operations').getAll(),
    );
    pending.push(...rows.filter(({ state }) => state !== 'acked'));
    database.close();
  }
  return pending;
}
