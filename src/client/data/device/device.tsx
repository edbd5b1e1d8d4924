import { createContext, use, type ReactNode } from 'react';
import { MemberStore } from '#sync/storage/member-store.ts';
import type { MemoryDatabases } from '#sync/storage/memory-databases.ts';
import { PublicStore } from '#sync/storage/public-store.ts';
import { isSiteReachable } from '#sync/site.ts';
import { createObservable } from '#sync/observable.ts';
import type { NoteStorage } from '#sync/storage/pending-note.ts';
import type { StorageTrouble } from '#sync/storage/trouble.ts';
import { readPendingRemovals, watchPendingRemovals } from '#client/session/pending-removals.ts';
import { isSiteDataBlocked, siteStorage } from '#client/session/persisted.ts';
import { MemberRowsContext, useMemberRowsQuery } from '../member-row-queries.ts';
import { readServerClock } from './server-time.ts';
import { storePageData } from './page-data.ts';

/** A member and their database. */
export type Member = { id: string; store: MemberStore };

/** The databases of this device: the public one, and the logged-in member's. */
export type Device = { publicStore: PublicStore; member: Member | undefined };

/**
 * A fault of this device's storage: `slow` has not responded yet, `silent` is a slow one while the
 * page works from memory, `login-in-memory` could not store the login.
 */
export type DeviceTrouble = StorageTrouble | 'slow' | 'silent' | 'login-in-memory';

/** The place of this page's rows and operations, and a fault of it. */
export const storageState = {
  location: createObservable<'device' | 'memory'>('device'),
  trouble: createObservable<DeviceTrouble | undefined>(undefined),
};

/**
 * Notes about pending operations; undefined in memory, because they would describe another
 * database.
 */
export function getNoteStorage(): NoteStorage | undefined {
  return storageState.location.get() === 'memory' ? undefined : siteStorage;
}

type StoreOptions = NonNullable<ConstructorParameters<typeof PublicStore>[0]>;

/** The databases of one place, each with one connection that every screen and the engine share. */
export type Databases = {
  options: StoreOptions;
  publicStore: PublicStore;
  members: Map<string, Member>;
};

const deviceDatabases = createDatabases({});
let memoryInUse: MemoryDatabases | undefined;

/** The databases in use: those of the device, or of memory. */
export const currentDatabases = createObservable(deviceDatabases);

function createDatabases(options: StoreOptions): Databases {
  return { options, publicStore: new PublicStore(options), members: new Map() };
}

/** The device for a member, or for nobody. */
export function getDevice(
  memberId: string | undefined,
  databases: Databases = currentDatabases.get(),
): Device {
  const { publicStore } = databases;
  const member = memberId === undefined ? undefined : getOrOpenMember(databases, memberId);
  return { publicStore, member };
}

/** A member's database in a place, opened with its first use. */
export function getOrOpenMember(databases: Databases, id: string): Member {
  const { options, members } = databases;
  const known = members.get(id);
  if (known) return known;
  const member = { id, store: new MemberStore(id, options) };
  // Dexie lets every query wait for this.
  if (databases === deviceDatabases)
    member.store.on('ready', (opened) => removeRowsOnOpen(id, opened));
  members.set(id, member);
  return member;
}

/** Removes what an earlier logout could not remove, before anything is read. */
function removeRowsOnOpen(id: string, opened: object): Promise<void> | undefined {
  if (!readPendingRemovals().has(id) || !(opened instanceof MemberStore)) return undefined;
  return import('../account/row-removal.ts').then(({ completeMemberRemoval }) =>
    completeMemberRemoval(id, opened),
  );
}

/** Removes noted rows of members who are not logged in; what cannot be removed is tried again at the next start. */
async function completePendingRemovals(): Promise<void> {
  if (readPendingRemovals().size === 0) return;
  const removal = await import('../account/row-removal.ts').catch(() => undefined);
  await removal?.completeAllRemovals().catch(() => undefined);
}

/** Closes the database of a member. */
export function closeMember(memberId: string): void {
  closeMemberIn(currentDatabases.get(), memberId);
}

export function closeMemberIn({ members }: Databases, memberId: string): void {
  const member = members.get(memberId);
  members.delete(memberId);
  member?.store.close();
}

/**
 * The wait of the first screen for the disk, and the interval of pings while the disk is slow, in
 * milliseconds.
 */
const openTimeoutMs = 4000;

/** The wait for the answer to an open request before it counts as lost, in milliseconds. */
const lostRequestMs = 30_000;

/** The longest wait between two attempts to return from memory to the disk, in milliseconds. */
const maxReturnWaitMs = 60_000;

/**
 * Opens the databases before the first screen. If the browser refuses, they are opened in memory;
 * if it does not respond in time, the screens wait for it or work from memory meanwhile.
 */
export async function openDatabases(memberId: string | undefined): Promise<void> {
  if (isSiteDataBlocked()) return moveToMemory('refused');
  const { publicStore, member } = getDevice(memberId);
  const opening = openDeviceDatabases(member ? [publicStore, member.store] : [publicStore]);
  // Another tab may work in memory while this one reaches the disk.
  watchPendingRemovals(
    () => storageState.location.get() === 'device' && void completePendingRemovals(),
  );
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, openTimeoutMs, 'late');
  const trouble = await Promise.race([opening, late]);
  clearTimeout(timer);
  if (trouble === 'late') void handleSlowOpening(opening);
  else await applyTrouble(trouble);
}

/**
 * Opens databases on the disk, and removes from it what earlier logouts could not remove. A page
 * that works from memory meanwhile removes it when it returns.
 */
async function openDeviceDatabases(
  stores: readonly (PublicStore | MemberStore)[],
): Promise<StorageTrouble | undefined> {
  const trouble = await openStores(stores);
  if (trouble === undefined && !memoryInUse) await completePendingRemovals();
  return trouble;
}

/** Opens databases, with a second attempt; returns the fault of one that cannot be opened. */
async function openStores(
  stores: readonly (PublicStore | MemberStore)[],
): Promise<StorageTrouble | undefined> {
  try {
    await Promise.all(stores.map(async (store) => store.open()));
    await storePageData(deviceDatabases.publicStore).catch(() => undefined);
    await readServerClock(deviceDatabases.publicStore).catch(() => undefined);
  } catch {
    // The code for storage faults loads only on a fault.
    const { openDurably, storageTroubleOf } = await import('#sync/storage/trouble.ts');
    try {
      await Promise.all(stores.map(openDurably));
    } catch (error) {
      return storageTroubleOf(error);
    }
  }
  return undefined;
}

async function applyTrouble(trouble: StorageTrouble | undefined): Promise<void> {
  if (trouble === 'refused') await moveToMemory(trouble);
  else storageState.trouble.set(trouble);
}

/**
 * Works from memory once the site responds, because memory has no rows without it, and returns to
 * the device's databases when they have opened.
 */
async function handleSlowOpening(opening: Promise<StorageTrouble | undefined>): Promise<void> {
  storageState.trouble.set('slow');
  const waiting = new AbortController();
  void moveToMemoryWhenOnline(waiting.signal);
  const repeating = setInterval(() => memoryInUse && repeatOpenRequests(), lostRequestMs);
  try {
    const trouble = await opening;
    waiting.abort();
    if (!memoryInUse) await applyTrouble(trouble);
    else await retryReturnToDevice(memoryInUse, trouble);
  } finally {
    clearInterval(repeating);
  }
}

/**
 * Cancels the open requests of the device that are still pending; the caller that waits for them
 * sends them again. A browser may lose a request and answer the next one.
 */
function repeatOpenRequests(): void {
  const { publicStore, members } = deviceDatabases;
  for (const store of [publicStore, ...[...members.values()].map((member) => member.store)]) {
    if (!store.isOpen()) store.close();
  }
}

/**
 * Repeats the return to the device until the disk opens and takes the changes made in memory.
 */
async function retryReturnToDevice(
  memory: MemoryDatabases,
  opened: StorageTrouble | undefined,
): Promise<void> {
  let trouble = opened;
  for (let waitMs = openTimeoutMs; ; waitMs = Math.min(2 * waitMs, maxReturnWaitMs)) {
    if (trouble === undefined && (await returnToDevice(memory))) return;
    await waitUntilOnlineOrTimeout(waitMs);
    const { publicStore, members } = deviceDatabases;
    trouble = await openStores([publicStore, ...[...members.values()].map(({ store }) => store)]);
  }
}

async function moveToMemoryWhenOnline(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !memoryInUse) {
    if (await isSiteReachable(undefined, signal)) await moveToMemory('silent', signal);
    await waitUntilOnlineOrTimeout(openTimeoutMs, signal);
  }
}

/** Settles when the browser reports a network, when the time has passed, or on abort. */
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
 * Moves to databases in memory, unless their code cannot be loaded; no text then claims that
 * something is saved.
 */
async function moveToMemory(trouble: 'refused' | 'silent', signal?: AbortSignal): Promise<void> {
  try {
    // Its code is not precached, so this may fail without a connection.
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
    // Then the screens report that there is no connection.
  } finally {
    if (trouble === 'refused') storageState.trouble.set(trouble);
  }
}

/**
 * Copies the changes made in memory to the device's databases, and uses these from now on; returns
 * whether that succeeded.
 */
async function returnToDevice(memory: MemoryDatabases): Promise<boolean> {
  const previous = currentDatabases.get();
  memory.restoreGlobals();
  try {
    const { copyAllChanges } = await import('./return-to-device.ts');
    await copyAllChanges(await memory.readMemberIds(), previous, deviceDatabases);
  } catch {
    // The page keeps working in memory; operations that were copied are known on the disk by their ids.
    memory.replaceGlobals();
    // Live queries of closed databases have ended.
    currentDatabases.set(createDatabases(memory.options));
    return false;
  }
  currentDatabases.set(deviceDatabases);
  memoryInUse = undefined;
  storageState.location.set('device');
  storageState.trouble.set(undefined);
  // Rows of a member who logged out meanwhile.
  await completePendingRemovals();
  return true;
}

const DeviceContext = createContext<Device | undefined>(undefined);

/** Provides the device and its member's small rows. */
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
