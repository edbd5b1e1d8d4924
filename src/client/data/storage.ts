import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { birthDocument } from '#sync/member-store.ts';
import { observed, type Observable } from '#sync/observable.ts';
import type { PublicStore } from '#sync/public-store.ts';
import type { StorageTrouble } from '#sync/storage-trouble.ts';
import type { Owed } from '#sync/storage-watch.ts';
import { useDevice } from './device-context.tsx';
import type { Device } from './device.ts';
import { useRunning } from './running.ts';
import { keeping } from './storage-state.ts';

const none = observed<StorageTrouble | undefined>(undefined);

/** Whether what is done here outlives this page. */
export function useStorageIsDurable(): boolean {
  return useSyncExternalStore(keeping.place.subscribe, keeping.place.get) === 'device';
}

/** What is wrong with this device's storage, if anything is. */
export function useStorageTrouble(): StorageTrouble | undefined {
  const { engine } = useRunning();
  const watched: Observable<StorageTrouble | undefined> = engine?.storage.trouble ?? none;
  const running = useSyncExternalStore(watched.subscribe, watched.get);
  const early = useSyncExternalStore(keeping.trouble.subscribe, keeping.trouble.get);
  return early ?? running;
}

/** What was lost with an evicted database, and how to say that it was read. */
export function useEvicted(): { owed: Owed | undefined; seen: () => void } {
  const { engine } = useRunning();
  return { owed: engine?.storage.evicted(), seen: () => engine?.storage.seen() };
}

/** How much room is taken of how much, and what the browser has promised. */
export type Room = { usage: number | undefined; quota: number | undefined };

/** Undefined while it is being asked, and where a browser does not say. */
export function useRoom(): Room | undefined {
  const [room, setRoom] = useState<Room>();
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      const { usage, quota } = await navigator.storage.estimate();
      if (wanted) setRoom({ usage, quota });
    };
    look().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, []);
  return room;
}

/** The browser's answer to the question whether it keeps what is saved here; null when never asked. */
export function usePromised(): Promised | null | undefined {
  const { publicStore } = useDevice();
  return useLiveQuery(async () => (await promisedIn(publicStore)) ?? null, [publicStore]);
}

/** Whether the browser keeps what is saved here, as it says itself, and how to ask it. */
export function usePersistence(): {
  persisted: boolean | undefined;
  /** Answers what the browser has promised. */
  ask: () => Promise<boolean>;
} {
  const { publicStore } = useDevice();
  const [persisted, setPersisted] = useState<boolean>();
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      const answer = await navigator.storage.persisted();
      if (wanted) setPersisted(answer);
    };
    look().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, []);
  const ask = async () => {
    const granted = await askToKeep(publicStore);
    setPersisted(granted);
    return granted;
  };
  return { persisted, ask };
}

/** Whether the browser has promised to keep what is saved here, as it last answered. */
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
async function askToKeep(
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

/**
 * Whether this device has anything to show without a network; undefined until it was looked at,
 * which only happens when somebody needs to know.
 */
export function useAnythingStored(asked: boolean): boolean | undefined {
  const device = useDevice();
  return useLiveQuery(
    async () => (asked ? anythingStored(device).catch(() => false) : undefined),
    [device, asked],
  );
}

/** Whether any table of this device holds a row. */
export async function anythingStored({ publicStore, member }: Device): Promise<boolean> {
  const { fixtures, tips, tipsters } = publicStore;
  const own = member ? member.store.tables.filter(({ name }) => name !== 'documents') : [];
  const documents = member?.store.documents.where('name').notEqual(birthDocument);
  const counts = await Promise.all([
    ...[fixtures, tips, tipsters, ...own].map(async (table) => table.limit(1).count()),
    documents?.limit(1).count() ?? 0,
  ]);
  return counts.some((count) => count > 0);
}
