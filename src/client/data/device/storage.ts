import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { birthDocument } from '#sync/storage/member-store.ts';
import type { PublicStore } from '#sync/storage/public-store.ts';
import { type LostOperations, notedLoss } from '#sync/storage/pending-note.ts';
import { isLoginInMemory, session } from '#client/session/session.ts';
import { useObserved } from '#client/use-observed.ts';
import {
  type Device,
  deviceNotes,
  type DeviceTrouble,
  storageState,
  useDevice,
} from './device.tsx';
import { useEngineValue, useRunning } from './running.ts';

/** Whether the storage outlives this page. */
export function useStorageIsDurable(): boolean {
  return useObserved(storageState.place) === 'device';
}

/** The fault of this device's storage, if any; `seen` confirms one that the engine has found. */
export function useStorageTrouble(): { trouble: DeviceTrouble | undefined; seen: () => void } {
  const { engine } = useRunning();
  const running = useEngineValue(({ storage }) => storage.trouble, undefined);
  const early = useObserved(storageState.trouble);
  const isInMemory = useObserved(isLoginInMemory);
  const trouble = early ?? running ?? (isInMemory ? 'login-in-memory' : undefined);
  return { trouble, seen: () => engine?.storage.acknowledgeTrouble() };
}

/**
 * Operations lost with an evicted database, until the person confirms the message; `seen` confirms
 * it.
 */
export function useLoss(): { lost: LostOperations | undefined; seen: () => void } {
  const { engine } = useRunning();
  const lost = useEngineValue(({ storage }) => storage.loss, undefined);
  return { lost, seen: () => engine?.storage.acknowledgeLoss() };
}

/** Losses of a member who used this device before all its rows disappeared; undefined otherwise. */
export function lostWithEverything(): LostOperations | undefined {
  const memberId = session.get()?.memberId;
  const notes = deviceNotes();
  return memberId === undefined || notes === undefined ? undefined : notedLoss(notes, memberId);
}

/** The used and the available storage. */
export type Room = { usage: number | undefined; quota: number | undefined };

/** The storage estimate; undefined until it is known, and in browsers without one. */
export function useRoom(): Room | undefined {
  const [room] = useAnswerOf(estimate);
  return room;
}

async function estimate(): Promise<Room> {
  const { usage, quota } = await navigator.storage.estimate();
  return { usage, quota };
}

/** The browser's response to a query; undefined until it is known, and if it fails. */
function useAnswerOf<Value>(query: () => Promise<Value>) {
  const [answer, setAnswer] = useState<Value>();
  useEffect(() => {
    let isMounted = true;
    const look = async () => {
      const value = await query();
      if (isMounted) setAnswer(value);
    };
    look().catch(() => undefined);
    return () => {
      isMounted = false;
    };
  }, [query]);
  return [answer, setAnswer] as const;
}

/** The browser's last response to the request for persistence; null if there was none. */
export function usePromised(): Promised | null | undefined {
  const { publicStore } = useDevice();
  return useLiveQuery(async () => (await promisedIn(publicStore)) ?? null, [publicStore]);
}

/** Whether the storage is persistent, and how to request that. */
export function usePersistence(): {
  persisted: boolean | undefined;
  /** Returns whether the browser grants it. */
  request: () => Promise<boolean>;
} {
  const { publicStore } = useDevice();
  const [persisted, setPersisted] = useAnswerOf(isPersisted);
  const request = async () => {
    const granted = await requestPersistence(publicStore);
    setPersisted(granted);
    return granted;
  };
  return { persisted, request };
}

async function isPersisted(): Promise<boolean> {
  return navigator.storage.persisted();
}

/** The browser's last response to a request for persistence. */
export type Promised = { granted: boolean; at: number };

const name = 'persistence';

/** Some browsers prompt the person, so it is requested once a day at most. */
const day = 24 * 60 * 60_000;

/**
 * Requests persistence, unless it was granted or requested within a day, and stores the response.
 */
export async function requestPersistenceWhenDue(
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

/** Requests persistence for a person, however often; returns whether it was granted. */
async function requestPersistence({ documents }: PublicStore): Promise<boolean> {
  const granted = await navigator.storage.persist();
  const now = Date.now();
  await documents.put({ name, value: { granted, at: now } satisfies Promised, fetchedAt: now });
  return granted;
}

/** The stored response; undefined if persistence was never requested. */
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
 * Whether this device has rows to show offline; undefined until it was read, which happens only if
 * `isNeeded`.
 */
export function useAnythingStored(isNeeded: boolean): boolean | undefined {
  const device = useDevice();
  return useLiveQuery(
    async () => (isNeeded ? anythingStored(device).catch(() => false) : undefined),
    [device, isNeeded],
  );
}

/** Whether any table of this device has a row. */
export async function anythingStored({ publicStore, member }: Device): Promise<boolean> {
  const { fixtures, tips, tipsters } = publicStore;
  if (await anyRowIn([fixtures, tips, tipsters])) return true;
  if (!member) return false;
  const { tables, documents } = member.store;
  const own = tables.filter(({ name }) => name !== 'documents');
  return anyRowIn([...own, documents.where('name').notEqual(birthDocument)]);
}

type Rows = { limit: (count: number) => { count: () => PromiseLike<number> } };

async function anyRowIn(rows: readonly Rows[]): Promise<boolean> {
  const counts = await Promise.all(rows.map(async (some) => some.limit(1).count()));
  return counts.some((count) => count > 0);
}
