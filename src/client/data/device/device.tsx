import { createContext, use, type ReactNode } from 'react';
import { MemberStore } from '#sync/storage/member-store.ts';
import type { MemoryDatabases } from '#sync/storage/memory-databases.ts';
import { PublicStore } from '#sync/storage/public-store.ts';
import { siteAnswers } from '#sync/site.ts';
import { observed } from '#sync/observable.ts';
import type { Notes } from '#sync/storage/pending-note.ts';
import type { StorageTrouble } from '#sync/storage/trouble.ts';
import { notedRemovals, watchRemovals } from '#client/session/row-removals.ts';
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
  place: observed<'device' | 'memory'>('device'),
  trouble: observed<DeviceTrouble | undefined>(undefined),
};

/**
 * Notes about pending operations; undefined in memory, because they would describe another
 * database.
 */
export function deviceNotes(): Notes | undefined {
  return storageState.place.get() === 'memory' ? undefined : siteStorage;
}

type Options = NonNullable<ConstructorParameters<typeof PublicStore>[0]>;

/** The databases of one place, each with one connection that every screen and the engine share. */
export type Databases = {
  options: Options;
  publicStore: PublicStore;
  members: Map<string, Member>;
};

const onDevice = databasesWith({});
let inMemory: MemoryDatabases | undefined;

/** The databases in use: those of the device, or of memory. */
export const currentDatabases = observed(onDevice);

function databasesWith(options: Options): Databases {
  return { options, publicStore: new PublicStore(options), members: new Map() };
}

/** The device for a member, or for nobody. */
export function deviceOf(
  memberId: string | undefined,
  databases: Databases = currentDatabases.get(),
): Device {
  const { publicStore } = databases;
  const member = memberId === undefined ? undefined : memberIn(databases, memberId);
  return { publicStore, member };
}

/** A member's database in a place, opened with its first use. */
export function memberIn(databases: Databases, id: string): Member {
  const { options, members } = databases;
  const known = members.get(id);
  if (known) return known;
  const member = { id, store: new MemberStore(id, options) };
  // Dexie lets every query wait for this.
  if (databases === onDevice) member.store.on('ready', (opened) => clearNoted(id, opened));
  members.set(id, member);
  return member;
}

/** Removes what an earlier logout could not remove, before anything is read. */
function clearNoted(id: string, opened: object): Promise<void> | undefined {
  if (!notedRemovals().has(id) || !(opened instanceof MemberStore)) return undefined;
  return import('../account/row-removal.ts').then(({ clearNotedRows }) =>
    clearNotedRows(id, opened),
  );
}

/** Removes noted rows of members who are not logged in; what cannot be removed is tried again at the next start. */
async function wipeNoted(): Promise<void> {
  if (notedRemovals().size === 0) return;
  const removal = await import('../account/row-removal.ts').catch(() => undefined);
  await removal?.wipeNotedRows().catch(() => undefined);
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
export async function openEarly(memberId: string | undefined): Promise<void> {
  if (isSiteDataBlocked()) return moveToMemory('refused');
  const { publicStore, member } = deviceOf(memberId);
  const opening = openOnDevice(member ? [publicStore, member.store] : [publicStore]);
  // Another tab may work in memory while this one reaches the disk.
  watchRemovals(() => storageState.place.get() === 'device' && void wipeNoted());
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, openTimeoutMs, 'late');
  const trouble = await Promise.race([opening, late]);
  clearTimeout(timer);
  if (trouble === 'late') void followSlowOpening(opening);
  else await applyTrouble(trouble);
}

/**
 * Opens databases on the disk, and removes from it what earlier logouts could not remove. A page
 * that works from memory meanwhile removes it when it returns.
 */
async function openOnDevice(
  stores: readonly (PublicStore | MemberStore)[],
): Promise<StorageTrouble | undefined> {
  const trouble = await openAll(stores);
  if (trouble === undefined && !inMemory) await wipeNoted();
  return trouble;
}

/** Opens databases, with a second attempt; returns the fault of one that cannot be opened. */
async function openAll(
  stores: readonly (PublicStore | MemberStore)[],
): Promise<StorageTrouble | undefined> {
  try {
    await Promise.all(stores.map(async (store) => store.open()));
    await storePageData(onDevice.publicStore).catch(() => undefined);
    await readServerClock(onDevice.publicStore).catch(() => undefined);
  } catch {
    // The code for storage faults loads only on a fault.
    const { openDurably, troubleOf } = await import('#sync/storage/trouble.ts');
    try {
      await Promise.all(stores.map(openDurably));
    } catch (error) {
      return troubleOf(error);
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
async function followSlowOpening(opening: Promise<StorageTrouble | undefined>): Promise<void> {
  storageState.trouble.set('slow');
  const waiting = new AbortController();
  void moveToMemoryWhenOnline(waiting.signal);
  const repeating = setInterval(() => inMemory && repeatOpenRequests(), lostRequestMs);
  try {
    const trouble = await opening;
    waiting.abort();
    if (!inMemory) await applyTrouble(trouble);
    else await repeatReturn(inMemory, trouble);
  } finally {
    clearInterval(repeating);
  }
}

/**
 * Cancels the open requests of the device that are still pending; the caller that waits for them
 * sends them again. A browser may lose a request and answer the next one.
 */
function repeatOpenRequests(): void {
  const { publicStore, members } = onDevice;
  for (const store of [publicStore, ...[...members.values()].map((member) => member.store)]) {
    if (!store.isOpen()) store.close();
  }
}

/**
 * Repeats the return to the device until the disk opens and takes the changes made in memory.
 */
async function repeatReturn(
  memory: MemoryDatabases,
  opened: StorageTrouble | undefined,
): Promise<void> {
  let trouble = opened;
  for (let waitMs = openTimeoutMs; ; waitMs = Math.min(2 * waitMs, maxReturnWaitMs)) {
    if (trouble === undefined && (await returnedToDevice(memory))) return;
    await untilOnlineOrLater(waitMs);
    const { publicStore, members } = onDevice;
    trouble = await openAll([publicStore, ...[...members.values()].map(({ store }) => store)]);
  }
}

async function moveToMemoryWhenOnline(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !inMemory) {
    if (await siteAnswers(undefined, signal)) await moveToMemory('silent', signal);
    await untilOnlineOrLater(openTimeoutMs, signal);
  }
}

/** Settles when the browser reports a network, when the time has passed, or on abort. */
async function untilOnlineOrLater(waitMs: number, signal?: AbortSignal): Promise<void> {
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
    const { memoryDatabases } = await import('#sync/storage/memory-databases.ts');
    const databases = await memoryDatabases();
    if (signal?.aborted) return;
    inMemory = databases;
    databases.enter();
    const inUse = databasesWith(databases.place);
    currentDatabases.set(inUse);
    storageState.trouble.set(trouble);
    storageState.place.set('memory');
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
async function returnedToDevice(memory: MemoryDatabases): Promise<boolean> {
  const previous = currentDatabases.get();
  memory.leave();
  try {
    const { carryAllOver } = await import('./late-storage.ts');
    await carryAllOver(await memory.memberIds(), previous, onDevice);
  } catch {
    // The page keeps working in memory; operations that were copied are known on the disk by their ids.
    memory.enter();
    // Live queries of closed databases have ended.
    currentDatabases.set(databasesWith(memory.place));
    return false;
  }
  currentDatabases.set(onDevice);
  inMemory = undefined;
  storageState.place.set('device');
  storageState.trouble.set(undefined);
  // Rows of a member who logged out meanwhile.
  await wipeNoted();
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
