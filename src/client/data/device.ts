import { MemberStore } from '#sync/member-store.ts';
import { PublicStore } from '#sync/public-store.ts';
import { keeping } from './storage-state.ts';
import { readServerClock } from './server-time.ts';

/** A member's own part of this device. */
export type Member = { id: string; store: MemberStore };

/** What this device holds: what anyone may see, and one member's rows while they are logged in. */
export type Device = { publicStore: PublicStore; member: Member | undefined };

type Place = NonNullable<ConstructorParameters<typeof PublicStore>[0]>;

// Created, and so opened, once per page: every screen and the engine share one connection each.
let place: Place = {};
let publicStore = new PublicStore(place);
const members = new Map<string, Member>();

/** The device as it looks to a member, or to nobody in particular. */
export function deviceOf(memberId: string | undefined): Device {
  return { publicStore, member: memberId === undefined ? undefined : memberOf(memberId) };
}

/** Forgets the connection of a member whose database is about to go. */
export function closeMember(memberId: string): void {
  const member = members.get(memberId);
  members.delete(memberId);
  member?.store.close();
}

/** A disk that hangs must not hold up a start: what it says later is shown by the first query. */
const patience = 2000;

/**
 * Opens the databases, so that they answer by the time the first screen asks. Settles when it is
 * known whether they can be opened; where a browser refuses, everything lives in memory instead.
 */
export async function openEarly(memberId: string | undefined): Promise<void> {
  const { member } = deviceOf(memberId);
  const opened = openAll(member ? [publicStore, member.store] : [publicStore]);
  await Promise.race([opened, new Promise<void>((done) => setTimeout(done, patience))]);
}

async function openAll(stores: readonly (PublicStore | MemberStore)[]): Promise<void> {
  try {
    await Promise.all(stores.map(async (store) => store.open()));
    await readServerClock(publicStore).catch(() => undefined);
  } catch {
    // Whether that is for good takes code that a sound disk never needs.
    const { openDurably, troubleOf } = await import('#sync/storage-trouble.ts');
    try {
      await Promise.all(stores.map(openDurably));
    } catch (error) {
      const trouble = troubleOf(error);
      // Its code is not precached where storage works: without a connection it cannot be fetched.
      if (trouble === 'refused') await moveToMemory().catch(() => undefined);
      keeping.trouble.set(trouble);
    }
  }
}

/** Everything works on, for as long as this page stands; nothing says that it is saved. */
async function moveToMemory(): Promise<void> {
  const { memoryPlace } = await import('#sync/memory-databases.ts');
  place = await memoryPlace();
  publicStore = new PublicStore(place);
  members.clear();
  keeping.place.set('memory');
}

function memberOf(id: string): Member {
  const known = members.get(id);
  if (known) return known;
  const member = { id, store: new MemberStore(id, place) };
  members.set(id, member);
  return member;
}
