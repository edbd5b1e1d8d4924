import '../without-eval.ts';
import type { BreakLength } from '#domain/break-mode.ts';
import { isOnBreak } from '#domain/break-mode.ts';
import { beginBreak, breakEndIn, isLockedByBreak } from '#sync/kept-break.ts';
import { readOutbox } from '#sync/outbox.ts';
import { makeRoom } from '#sync/storage-room.ts';
import { askForSending } from './background-sync.ts';
import type { Device, Member } from './device.ts';
import { OnABreak } from './on-a-break.ts';

/** Begins a break on this phone; a backend that knows breaks hears of it when there is a line. */
export async function takeBreak(
  { member, publicStore }: Device,
  { length, now, isForeign }: { length: BreakLength; now: Date; isForeign: boolean },
): Promise<void> {
  if (member === undefined) throw new Error('Nobody is logged in to take a break.');
  const taken = { length, since: now.toISOString() };
  const care = { makeRoom: async () => makeRoom({ publicStore, caches: globalThis.caches }) };
  await beginBreak(member, taken, { ...care, isForeign });
  void askForSending();
}

/** Refuses what a member on a break wants to post or book; the slip stays as it is. */
export async function refuseOnBreak(member: Member | undefined, now: Date): Promise<void> {
  const until = member && (await breakEndIn(member));
  if (until !== undefined && isOnBreak(until, now)) throw new OnABreak(until);
}

/** The same for something refused that is tried again: it would go out as something new. */
export async function refuseAgainOnBreak(
  member: Member | undefined,
  operationId: string,
  now: Date,
): Promise<void> {
  const rows = member ? await readOutbox(member.outbox) : [];
  const row = rows.find(({ id }) => id === operationId);
  const goesOutAnew = row?.state === 'rejected' || row?.state === 'conflict';
  if (row && goesOutAnew && isLockedByBreak(row.kind)) await refuseOnBreak(member, now);
}
