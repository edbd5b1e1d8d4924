import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { databaseIdDocument } from '#sync/storage/member-store.ts';
import type { PublicStore } from '#sync/storage/public-store.ts';
import { type LostOperations, readPendingLoss } from '#sync/storage/pending-note.ts';
import { isLoginInMemory, session } from '#client/session/session.ts';
import { useObservable } from '#client/use-observable.ts';
import {
  type Device,
  getNoteStorage,
  type DeviceTrouble,
  storageState,
  useDevice,
} from './device.tsx';
import { useEngineValue, useEngineState } from './engine-state.ts';

/** True if stored rows remain after this page is closed. */
export function useStorageIsDurable(): boolean {
  return useObservable(storageState.location) === 'device';
}

/** The current storage fault. `seen` hides a fault that the engine has found. */
export function useStorageTrouble(): { trouble: DeviceTrouble | undefined; seen: () => void } {
  const { engine } = useEngineState();
  const running = useEngineValue(({ storage }) => storage.trouble, undefined);
  const early = useObservable(storageState.trouble);
  const isInMemory = useObservable(isLoginInMemory);
  const trouble = early ?? running ?? (isInMemory ? 'login-in-memory' : undefined);
  return { trouble, seen: () => engine?.storage.acknowledgeTrouble() };
}

/**
 * Operations lost because the browser deleted the database; `seen` confirms and hides the message.
 */
export function useLostOperations(): { lost: LostOperations | undefined; seen: () => void } {
  const { engine } = useEngineState();
  const lost = useEngineValue(({ storage }) => storage.loss, undefined);
  return { lost, seen: () => engine?.storage.acknowledgeLoss() };
}

/** The lost operations of the logged-in member, if the browser deleted all rows. */
export function findLostOperations(): LostOperations | undefined {
  const memberId = session.get()?.memberId;
  const notes = getNoteStorage();
  return memberId === undefined || notes === undefined
    ? undefined
    : readPendingLoss(notes, memberId);
}

/** The used and the available storage in bytes. */
export type StorageUsage = { usage: number | undefined; quota: number | undefined };

/** The browser's storage estimate; undefined until it is known, or if the browser has none. */
export function useStorageUsage(): StorageUsage | undefined {
  const [room] = useAsyncValue(readStorageUsage);
  return room;
}

async function readStorageUsage(): Promise<StorageUsage> {
  const { usage, quota } = await navigator.storage.estimate();
  return { usage, quota };
}

/** The result of an asynchronous browser call; undefined until it is known, or if it fails. */
function useAsyncValue<Value>(query: () => Promise<Value>) {
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

/** The browser's last response to a request for persistent storage; null if there was none. */
export function usePersistenceResponse(): PersistenceResponse | null | undefined {
  const { publicStore } = useDevice();
  return useLiveQuery(
    async () => (await readPersistenceResponse(publicStore)) ?? null,
    [publicStore],
  );
}

/** True if the storage is persistent, and a function that requests persistence. */
export function usePersistence(): {
  persisted: boolean | undefined;
  /** Resolves to true if the browser granted persistence. */
  request: () => Promise<boolean>;
} {
  const { publicStore } = useDevice();
  const [persisted, setPersisted] = useAsyncValue(isPersisted);
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

/** The browser's last response to a request for persistent storage, with its time. */
export type PersistenceResponse = { granted: boolean; at: number };

const persistenceDocument = 'persistence';

/** Some browsers prompt the person, so persistence is requested at most once a day. */
const persistenceIntervalMs = 24 * 60 * 60_000;

/** Requests persistent storage, unless granted or requested within a day; stores the result. */
export async function requestPersistenceWhenDue(
  { documents }: PublicStore,
  storage: Pick<StorageManager, 'persist' | 'persisted'> | undefined = navigator.storage,
  now = Date.now(),
): Promise<void> {
  if (storage === undefined) return;
  const before = parsePersistenceResponse((await documents.get(persistenceDocument))?.value);
  const granted = await storage.persisted();
  if (!granted && before && Math.abs(now - before.at) < persistenceIntervalMs) return;
  if (granted && before?.granted) return;
  const value: PersistenceResponse = { granted: granted || (await storage.persist()), at: now };
  await documents.put({ name: persistenceDocument, value, fetchedAt: now });
}

/** Requests persistent storage after a tap, without the daily limit; returns true if granted. */
async function requestPersistence({ documents }: PublicStore): Promise<boolean> {
  const granted = await navigator.storage.persist();
  const now = Date.now();
  await documents.put({
    name: persistenceDocument,
    value: { granted, at: now } satisfies PersistenceResponse,
    fetchedAt: now,
  });
  return granted;
}

/** Reads the stored response; undefined if persistent storage was never requested. */
export async function readPersistenceResponse({
  documents,
}: PublicStore): Promise<PersistenceResponse | undefined> {
  return parsePersistenceResponse((await documents.get(persistenceDocument))?.value);
}

function parsePersistenceResponse(value: unknown): PersistenceResponse | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('granted' in value) || typeof value.granted !== 'boolean') return undefined;
  if (!('at' in value) || typeof value.at !== 'number') return undefined;
  return { granted: value.granted, at: value.at };
}

/**
 * True if this device has rows to show offline; undefined until this was read. Reads only if
 * `isNeeded`.
 */
export function useHasStoredRows(isNeeded: boolean): boolean | undefined {
  const device = useDevice();
  return useLiveQuery(
    async () => (isNeeded ? hasAnyStoredRow(device).catch(() => false) : undefined),
    [device, isNeeded],
  );
}

/** True if any table on this device has a row. */
export async function hasAnyStoredRow({ publicStore, member }: Device): Promise<boolean> {
  const { fixtures, tips, tipsters } = publicStore;
  if (await hasAnyRow([fixtures, tips, tipsters])) return true;
  if (!member) return false;
  const { tables, documents } = member.store;
  const own = tables.filter(({ name }) => name !== 'documents');
  return hasAnyRow([...own, documents.where('name').notEqual(databaseIdDocument)]);
}

type CountableRows = { limit: (count: number) => { count: () => PromiseLike<number> } };

async function hasAnyRow(rows: readonly CountableRows[]): Promise<boolean> {
  const counts = await Promise.all(rows.map(async (some) => some.limit(1).count()));
  return counts.some((count) => count > 0);
}
