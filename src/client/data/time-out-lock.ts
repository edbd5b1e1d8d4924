import '../without-eval.ts';
import type { TimeOutLength } from '#domain/time-out.ts';
import { isInTimeOut } from '#domain/time-out.ts';
import { beginTimeOut, timeOutEndIn, isLockedByTimeOut } from '#sync/kept-time-out.ts';
import { readOutbox } from '#sync/outbox.ts';
import { makeRoom } from '#sync/storage-room.ts';
import { askForSending } from './background-sync.ts';
import type { Device, Member } from './device.ts';
import { InTimeOut } from './in-time-out.ts';

/** Begins a time-out on this phone; a backend that knows breaks hears of it when there is a line. */
export async function takeTimeOut(
  { member, publicStore }: Device,
  { length, now, isForeign }: { length: TimeOutLength; now: Date; isForeign: boolean },
): Promise<void> {
  if (member === undefined) throw new Error('Nobody is logged in to take a break.');
  const taken = { length, since: now.toISOString() };
  const care = { makeRoom: async () => makeRoom({ publicStore, caches: globalThis.caches }) };
  await beginTimeOut(member, taken, { ...care, isForeign });
  void askForSending();
}

/** Refuses what a member on a time-out wants to post or book; the slip stays as it is. */
export async function refuseInTimeOut(member: Member | undefined, now: Date): Promise<void> {
  const until = member && (await timeOutEndIn(member));
  if (until !== undefined && isInTimeOut(until, now)) throw new InTimeOut(until);
}

/** The same for something refused that is tried again: it would go out as something new. */
export async function refuseAgainInTimeOut(
  member: Member | undefined,
  operationId: string,
  now: Date,
): Promise<void> {
  const rows = member ? await readOutbox(member.outbox) : [];
  const row = rows.find(({ id }) => id === operationId);
  const goesOutAnew = row?.state === 'rejected' || row?.state === 'conflict';
  if (row && goesOutAnew && isLockedByTimeOut(row.kind)) await refuseInTimeOut(member, now);
}
