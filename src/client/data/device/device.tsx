import { createContext, use, type ReactNode } from 'react';
import { MemberStore } from '#sync/storage/member-store.ts';
import type { MemoryDatabases } from '#sync/storage/memory-databases.ts';
import { PublicStore } from '#sync/storage/public-store.ts';
import { isSiteReachable } from '#sync/site.ts';
import { createObservable } from '#sync/observable.ts';
import type { NoteStorage } from '#sync/storage/pending-note.ts';
import type { StorageTrouble } from '#sync/storage/trouble.ts';
import { readPendingRemovals, watchPendingRemovals } from '#client/session/pending-removals.ts';
import { isSiteDataBlocked, siteStorage } from '#client/session/persisted-value.ts';
import { MemberRowsContext, useMemberRowsQuery } from '../member-row-queries.ts';
import { restoreServerClock } from './server-time.ts';
import { storePageData } from './page-data.ts';

/** The id of a member, and the member's database. */
export type Member = { id: string; store: MemberStore };

/** The databases of this device: the public one, and the logged-in member's. */
export type Device = { publicStore: PublicStore; member: Member | undefined };

/**
 * A fault of this device's storage. `slow`: no response yet; `silent`: no response, and the page
 * works in memory; `login-in-memory`: the login could not be stored.
 */
export type DeviceTrouble = StorageTrouble | 'slow' | 'silent' | 'login-in-memory';

/** Where this page stores rows and operations, and the current storage fault. */
export const storageState = {
  location: createObservable<'device' | 'memory'>('device'),
  trouble: createObservable<DeviceTrouble | undefined>(undefined),
};

/**
 * Storage for the number of pending operations, by which lost operations are noticed; undefined in
 * memory, where the number would describe another database.
 */
export function getNoteStorage(): NoteStorage | undefined {
  return storageState.location.get() === 'memory' ? undefined : siteStorage;
}

type StoreOptions = NonNullable<ConstructorParameters<typeof PublicStore>[0]>;

/** All databases on the disk or in memory, each with one connection for screens and engine. */
export type Databases = {
  options: StoreOptions;
  publicStore: PublicStore;
  members: Map<string, Member>;
};

const deviceDatabases = createDatabases({});
let memoryInUse: MemoryDatabases | undefined;

/** The databases in use: those on the device or those in memory. */
export const currentDatabases = createObservable(deviceDatabases);

function createDatabases(options: StoreOptions): Databases {
  return { options, publicStore: new PublicStore(options), members: new Map() };
}

/** The databases for a member, or for a visitor if `memberId` is undefined. */
export function getDevice(
  memberId: string | undefined,
  databases: Databases = currentDatabases.get(),
): Device {
  const { publicStore } = databases;
  const member = memberId === undefined ? undefined : getOrOpenMemberDatabase(databases, memberId);
  return { publicStore, member };
}

/** Returns a member's database; opens it on first use. */
export function getOrOpenMemberDatabase(databases: Databases, id: string): Member {
  const { options, members } = databases;
  const known = members.get(id);
  if (known) return known;
  const member = { id, store: new MemberStore(id, options) };
  // Dexie delays every query until this handler has finished.
  if (databases === deviceDatabases)
    member.store.on('ready', (opened) => removeRowsOnOpen(id, opened));
  members.set(id, member);
  return member;
}

/** Before the first read, removes rows that an earlier logout could not remove. */
function removeRowsOnOpen(id: string, opened: object): Promise<void> | undefined {
  if (!readPendingRemovals().has(id) || !(opened instanceof MemberStore)) return undefined;
  return import('../account/row-removal.ts').then(({ completeMemberRemoval }) =>
    completeMemberRemoval(id, opened),
  );
}

/** Executes pending removals for logged-out members; the next start retries a failure. */
async function completePendingRemovals(): Promise<void> {
  if (readPendingRemovals().size === 0) return;
  const removal = await import('../account/row-removal.ts').catch(() => undefined);
  await removal?.completeAllRemovals().catch(() => undefined);
}

/** Closes the database of a member. */
export function closeMemberDatabase(memberId: string): void {
  closeMemberDatabaseIn(currentDatabases.get(), memberId);
}

export function closeMemberDatabaseIn({ members }: Databases, memberId: string): void {
  const member = members.get(memberId);
  members.delete(memberId);
  member?.store.close();
}

/**
 * Milliseconds that the first screen waits for the databases to open, and the interval at which the
 * page checks whether the site is reachable while they do not open.
 */
const slowDiskWaitMs = 4000;

/** The time after which an unanswered open request is repeated, in milliseconds. */
const openRetryIntervalMs = 30_000;

/** The maximum wait between two attempts to return from memory to the disk, in milliseconds. */
const maxReturnWaitMs = 60_000;

/**
 * Opens the databases before the first screen. If the browser refuses, they are opened in memory.
 * If the browser is too slow, the screens wait, or work in memory once the site is reachable.
 */
export async function openDatabases(memberId: string | undefined): Promise<void> {
  if (isSiteDataBlocked()) return moveToMemory('refused');
  const { publicStore, member } = getDevice(memberId);
  const opening = openDeviceDatabases(member ? [publicStore, member.store] : [publicStore]);
  // A tab that works in memory stores a pending removal for a tab that can use the disk.
  watchPendingRemovals(
    () => storageState.location.get() === 'device' && void completePendingRemovals(),
  );
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, slowDiskWaitMs, 'late');
  const trouble = await Promise.race([opening, late]);
  clearTimeout(timer);
  if (trouble === 'late') void waitForSlowDisk(opening);
  else await applyStorageTrouble(trouble);
}

/**
 * Opens databases on the disk and executes pending removals. A page that already works in memory
 * executes the removals when it returns to the disk.
 */
async function openDeviceDatabases(
  stores: readonly (PublicStore | MemberStore)[],
): Promise<StorageTrouble | undefined> {
  const trouble = await openStores(stores);
  if (trouble === undefined && !memoryInUse) await completePendingRemovals();
  return trouble;
}

/** Opens databases, each with a second attempt; returns the fault if a database does not open. */
async function openStores(
  stores: readonly (PublicStore | MemberStore)[],
): Promise<StorageTrouble | undefined> {
  try {
    await Promise.all(stores.map(async (store) => store.open()));
    await storePageData(deviceDatabases.publicStore).catch(() => undefined);
    await restoreServerClock(deviceDatabases.publicStore).catch(() => undefined);
  } catch {
    // The code for storage faults loads only after a fault.
    const { openDurably, storageTroubleOf } = await import('#sync/storage/trouble.ts');
    try {
      await Promise.all(stores.map(openDurably));
    } catch (error) {
      return storageTroubleOf(error);
    }
  }
  return undefined;
}

async function applyStorageTrouble(trouble: StorageTrouble | undefined): Promise<void> {
  if (trouble === 'refused') await moveToMemory(trouble);
  else storageState.trouble.set(trouble);
}

/**
 * While the disk is slow, works in memory as soon as the site is reachable, because a memory
 * database must fetch its rows. Returns to the disk when it has opened.
 */
async function waitForSlowDisk(opening: Promise<StorageTrouble | undefined>): Promise<void> {
  storageState.trouble.set('slow');
  const waiting = new AbortController();
  void moveToMemoryWhenOnline(waiting.signal);
  const repeating = setInterval(() => memoryInUse && repeatOpenRequests(), openRetryIntervalMs);
  try {
    const trouble = await opening;
    waiting.abort();
    if (!memoryInUse) await applyStorageTrouble(trouble);
    else await retryReturnToDevice(memoryInUse, trouble);
  } finally {
    clearInterval(repeating);
  }
}

/**
 * Closes databases that are still opening; the caller that waits for them opens them again. A
 * browser may never answer one request to open a database, but answer the next request.
 */
function repeatOpenRequests(): void {
  const { publicStore, members } = deviceDatabases;
  for (const store of [publicStore, ...[...members.values()].map((member) => member.store)]) {
    if (!store.isOpen()) store.close();
  }
}

/** Retries until the disk opens and the changes made in memory are copied to it. */
async function retryReturnToDevice(
  memory: MemoryDatabases,
  opened: StorageTrouble | undefined,
): Promise<void> {
  let trouble = opened;
  for (let waitMs = slowDiskWaitMs; ; waitMs = Math.min(2 * waitMs, maxReturnWaitMs)) {
    if (trouble === undefined && (await returnToDevice(memory))) return;
    await waitUntilOnlineOrTimeout(waitMs);
    const { publicStore, members } = deviceDatabases;
    trouble = await openStores([publicStore, ...[...members.values()].map(({ store }) => store)]);
  }
}

async function moveToMemoryWhenOnline(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !memoryInUse) {
    if (await isSiteReachable(undefined, signal)) await moveToMemory('silent', signal);
    await waitUntilOnlineOrTimeout(slowDiskWaitMs, signal);
  }
}

/** Resolves when the browser reports a network, when the time has passed, or on abort. */
async function waitUntilOnlineOrTimeout(waitMs: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, waitMs);
  signal?.addEventListener('abort', end);
  globalThis.addEventListener('online', end, { once: true });
  await promise;
  clearTimeout(timer);
  signal?.removeEventListener('abort', end);
  globalThis.removeEventListener('online', end);
}

/**
 * Switches to databases in memory. If their code cannot be loaded, only the fault is shown, and no
 * text claims that something is saved.
 */
async function moveToMemory(trouble: 'refused' | 'silent', signal?: AbortSignal): Promise<void> {
  try {
    // The service worker does not precache this code, so the import may fail without a connection.
    const { createMemoryDatabases } = await import('#sync/storage/memory-databases.ts');
    const databases = await createMemoryDatabases();
    if (signal?.aborted) return;
    memoryInUse = databases;
    databases.replaceGlobals();
    const inUse = createDatabases(databases.options);
    currentDatabases.set(inUse);
    storageState.trouble.set(trouble);
    storageState.location.set('memory');
    await storePageData(inUse.publicStore);
  } catch {
    // The screens report that there is no connection.
  } finally {
    if (trouble === 'refused') storageState.trouble.set(trouble);
  }
}

/**
 * Copies the changes made in memory to the device's databases and switches to these databases;
 * returns whether that succeeded.
 */
async function returnToDevice(memory: MemoryDatabases): Promise<boolean> {
  const previous = currentDatabases.get();
  memory.restoreGlobals();
  try {
    const { copyAllChanges } = await import('./return-to-device.ts');
    await copyAllChanges(await memory.readMemberIds(), previous, deviceDatabases);
  } catch {
    // The page continues in memory; a repeated copy skips operations whose ids the disk has.
    memory.replaceGlobals();
    // Closing the databases ended their live queries, so new databases are created.
    currentDatabases.set(createDatabases(memory.options));
    return false;
  }
  currentDatabases.set(deviceDatabases);
  memoryInUse = undefined;
  storageState.location.set('device');
  storageState.trouble.set(undefined);
  // A member may have logged out while the page worked in memory.
  await completePendingRemovals();
  return true;
}

const DeviceContext = createContext<Device | undefined>(undefined);

/** Provides the device's databases, and the member's rows that many screens need. */
export function DeviceProvider({ device, children }: { device: Device; children: ReactNode }) {
  const rows = useMemberRowsQuery(device.member?.store);
  return (
    <DeviceContext value={device}>
      <MemberRowsContext value={rows}>{children}</MemberRowsContext>
    </DeviceContext>
  );
}

export function useDevice(): Device {
  const device = use(DeviceContext);
  if (device === undefined) throw new Error('A screen stands outside of its device.');
  return device;
}
