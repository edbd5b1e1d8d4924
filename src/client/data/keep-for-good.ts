import type { PublicStore } from '#sync/public-store.ts';

/** Whether the browser has promised to keep what is saved here, as it was last told. */
export type Promised = { granted: boolean; at: number };

const name = 'persistence';

/** Some browsers put this question to the person: a day is soon enough to put it again. */
const day = 24 * 60 * 60_000;

/** Asks the browser not to clear what has just become worth keeping, and keeps its answer. */
export async function keepForGood(
  { documents }: PublicStore,
  storage: Pick<StorageManager, 'persist' | 'persisted'> | undefined = navigator.storage,
  now = Date.now(),
): Promise<void> {
  if (storage === undefined) return;
  const before = readPromised((await documents.get(name))?.value);
  const granted = await storage.persisted();
  if (!granted && before && Math.abs(now - before.at) < day) return;
  if (granted && before?.granted) return;
  const value: Promised = { granted: granted || (await storage.persist()), at: now };
  await documents.put({ name, value, fetchedAt: now });
}

/** Asks because a person wants it asked, however often; says what the browser has promised. */
export async function askToKeep(
  { documents }: PublicStore,
  storage: Pick<StorageManager, 'persist'> | undefined = navigator.storage,
  now = Date.now(),
): Promise<boolean> {
  if (storage === undefined) return false;
  const granted = await storage.persist();
  await documents.put({ name, value: { granted, at: now } satisfies Promised, fetchedAt: now });
  return granted;
}

/** What the browser answered; undefined while it was never asked. */
export async function promisedIn({ documents }: PublicStore): Promise<Promised | undefined> {
  return readPromised((await documents.get(name))?.value);
}

function readPromised(value: unknown): Promised | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('granted' in value) || typeof value.granted !== 'boolean') return undefined;
  if (!('at' in value) || typeof value.at !== 'number') return undefined;
  return { granted: value.granted, at: value.at };
}
