import { createContext, use, type ReactNode } from 'react';
import { MemberStore } from '#sync/storage/member-store.ts';
import { PublicStore } from '#sync/storage/public-store.ts';
import { observed } from '#sync/observable.ts';
import type { Notes } from '#sync/storage/pending-note.ts';
import type { StorageTrouble } from '#sync/storage/trouble.ts';
import { siteNotes } from '#client/session/site-notes.ts';
import { isSiteDataBlocked } from '#client/session/site-storage.ts';
import { MemberRowsContext, useMemberRowsQuery } from '../member-rows.ts';
import { readServerClock } from './server-time.ts';
import { askFirst } from './first-question.ts';
import { storePageData } from './page-data.ts';

/** A member and their database. */
export type Member = { id: string; store: MemberStore };

/** The databases of this device: the public one, and the logged-in member's. */
export type Device = { publicStore: PublicStore; member: Member | undefined };

/** A fault of this device's storage: `silent` does not answer, `login-in-memory` did not take the login. */
export type DeviceTrouble = StorageTrouble | 'silent' | 'login-in-memory';

/** Where this page stores its rows and operations, and what is wrong with it. */
export const storageState = {
  place: observed<'device' | 'memory'>('device'),
  trouble: observed<DeviceTrouble | undefined>(undefined),
};

/** The notes of pending operations; none in memory, where they would be of another database. */
export function deviceNotes(): Notes | undefined {
  return storageState.place.get() === 'memory' ? undefined : siteNotes();
}

type Place = NonNullable<ConstructorParameters<typeof PublicStore>[0]>;

// Created once per page: every screen and the engine share one connection each.
let place: Place = {};
let publicStore = new PublicStore(place);
const members = new Map<string, Member>();

/** The device for a member, or for nobody. */
export function deviceOf(memberId: string | undefined): Device {
  return { publicStore, member: memberId === undefined ? undefined : memberOf(memberId) };
}

/** Closes the database of a member. */
export function closeMember(memberId: string): void {
  const member = members.get(memberId);
  members.delete(memberId);
  member?.store.close();
}

/** How long a start waits for the disk before it works from memory. */
const openTimeoutMs = 4000;

/**
 * Opens the databases before the first screen. Where the browser refuses, or does not answer in time, they
 * are in memory instead.
 */
export async function openEarly(memberId: string | undefined): Promise<void> {
  if (isSiteDataBlocked()) return moveToMemory('refused');
  const { member } = deviceOf(memberId);
  await openInTime(member ? [publicStore, member.store] : [publicStore]);
}

async function openInTime(stores: readonly (PublicStore | MemberStore)[]): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, openTimeoutMs, 'late');
  const opened = await Promise.race([openAll(stores), late]);
  clearTimeout(timer);
  if (opened === 'late') await moveToMemory('silent');
}

async function openAll(stores: readonly (PublicStore | MemberStore)[]): Promise<void> {
  try {
    await Promise.all(stores.map(async (store) => store.open()));
    askFirst(publicStore);
    await storePageData(publicStore).catch(() => undefined);
    await readServerClock(publicStore).catch(() => undefined);
  } catch {
    // The code for storage trouble loads only when there is some.
    const { openDurably, troubleOf } = await import('#sync/storage/trouble.ts');
    try {
      await Promise.all(stores.map(openDurably));
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === 'refused') await moveToMemory(trouble);
      else storageState.trouble.set(trouble);
    }
  }
}

/** Uses databases in memory for as long as this page lives; nothing says that it is saved. */
async function moveToMemory(trouble: DeviceTrouble): Promise<void> {
  if (storageState.place.get() === 'memory') return;
  try {
    // Its code is not precached, so this may fail without a connection.
    const { memoryPlace } = await import('#sync/storage/memory-databases.ts');
    place = await memoryPlace();
    publicStore = new PublicStore(place);
    members.clear();
    storageState.place.set('memory');
    await storePageData(publicStore);
  } catch {
    // Then the screens say that there is no connection.
  } finally {
    storageState.trouble.set(trouble);
  }
}

function memberOf(id: string): Member {
  const known = members.get(id);
  if (known) return known;
  const member = { id, store: new MemberStore(id, place) };
  members.set(id, member);
  return member;
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
