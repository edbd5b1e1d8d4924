import { MemberStore } from '#sync/member-store.ts';
import { OutboxStore } from '#sync/outbox-store.ts';
import { PublicStore } from '#sync/public-store.ts';

/** A member's own part of this device. */
export type Member = { id: string; store: MemberStore; outbox: OutboxStore };

/** What this device holds: what anyone may see, and one member's rows while they are logged in. */
export type Device = { publicStore: PublicStore; member: Member | undefined };

// Created, and so opened, once per page: every screen and the engine share one connection each.
const publicStore = new PublicStore();
const members = new Map<string, Member>();

/** The device as it looks to a member, or to nobody in particular. */
export function deviceOf(memberId: string | undefined): Device {
  return { publicStore, member: memberId === undefined ? undefined : memberOf(memberId) };
}

/** Forgets the connections of a member whose databases are about to go. */
export function closeMember(memberId: string): void {
  const member = members.get(memberId);
  members.delete(memberId);
  member?.store.close();
  member?.outbox.close();
}

/** Starts opening the databases, so that they answer by the time the first screen asks. */
export function openEarly(memberId: string | undefined): void {
  const { member } = deviceOf(memberId);
  for (const store of [publicStore, member?.store, member?.outbox]) {
    // A database that cannot be opened says so again to the first query, which shows it.
    store?.open().catch(() => undefined);
  }
}

function memberOf(id: string): Member {
  const known = members.get(id);
  if (known) return known;
  const member = { id, store: new MemberStore(id), outbox: new OutboxStore(id) };
  members.set(id, member);
  return member;
}
