import * as z from 'zod/mini';
import { TimeOutLength } from '#contract/members.ts';
import { sparedLimit } from '#contract/limits.ts';
import { Instant } from '#contract/values.ts';
import { timeOutEnd, laterEnd } from '#domain/time-out.ts';
import { keptTimeOutDocument } from './document-names.ts';
import type { MemberStore } from './member-store.ts';
import { operationOf, operations, payloadIn } from './operations/registry.ts';
import { enqueue, readOutbox } from './outbox.ts';
import type { OperationRow } from './operation-row.ts';
import { durably, type StorageCare } from './storage-trouble.ts';

/** A time-out as this phone keeps it beside its operation, which may be taken off before it is sent. */
const KeptTimeOut = z.object({ length: TimeOutLength, since: Instant });
type KeptTimeOut = z.infer<typeof KeptTimeOut>;

type Whose = { id: string; store: MemberStore };

/**
 * Begins a time-out on this phone, and queues it for a server that knows breaks. What is queued by then
 * and not refused is named in it, so that it is taken whichever of them arrives first.
 */
export async function beginTimeOut(
  { id: memberId, store }: Whose,
  taken: KeptTimeOut,
  { isSent, ...care }: StorageCare & { isSent: boolean },
): Promise<void> {
  if (isSent) {
    const act = async () =>
      store.transaction('rw', store.operations, async () => {
        const spared = sparedOf(await readOutbox(store));
        const payload = { ...taken, spared };
        return enqueue(store, { memberId, kind: 'time-out.take', payload });
      });
    await durably(store, act, care);
  }
  const before = await keptTimeOut(store);
  if (before && endOf(before) >= endOf(taken)) return;
  const keeping = async () =>
    store.documents.put({ name: keptTimeOutDocument, value: taken, fetchedAt: 0 });
  // Where the operation holds it, this is the second copy.
  if (isSent) await keeping().catch(() => undefined);
  else await durably(store, keeping, care);
}

/**
 * Sees to it that the server hears of a time-out whose operation is gone: taken off with a logout, or
 * lost with its database. What a backend without breaks would never take is taken off instead.
 */
export async function keepTimeOut(
  { id: memberId, store }: Whose,
  { now, isSent }: { now: Date; isSent: boolean },
): Promise<void> {
  const kept = await keptTimeOut(store);
  // Nearly nobody is on a time-out: their start reads no queue for it.
  if (isSent && (kept === undefined || endOf(kept) <= now)) return;
  const rows = await readOutbox(store);
  const queued = rows.filter((row) => operationOf(row) === operations['time-out.take']);
  if (!isSent) {
    await store.operations.bulkDelete(queued.map(({ seq }) => seq));
    return;
  }
  if (kept === undefined || queued.length > 0) return;
  const told = await serverEnd(store);
  if (told !== undefined && told >= endOf(kept)) return;
  if (told !== undefined && told > now && new Date(kept.since) > now) {
    // The clock it was begun by was ahead; the server has it from the moment it came.
    await store.documents.delete(keptTimeOutDocument);
    return;
  }
  const spared = sparedOf(rows);
  await enqueue(store, { memberId, kind: 'time-out.take', payload: { ...kept, spared } });
}

/** Until when this phone knows its member to be on a time-out, from whatever it knows that by. */
export async function timeOutEndIn(store: MemberStore): Promise<Date | undefined> {
  const kept = await keptTimeOut(store);
  const queued = (await store.operations.toArray()).flatMap((row) => {
    const timeOut = payloadIn(row, 'time-out.take');
    return timeOut ? [endOf(timeOut)] : [];
  });
  const ends = [await serverEnd(store), kept && endOf(kept), ...queued];
  return ends.reduce(laterEnd, undefined);
}

/** The oldest come first: more than the server lets through were never queued by hand. */
function sparedOf(rows: readonly OperationRow[]): string[] {
  const spared = rows.filter(isOnItsWay).map(({ id }) => id);
  return spared.slice(0, sparedLimit);
}

/** What cannot be read now is sent by the next build. */
const onTheirWay = new Set<string>(['pending', 'sending', 'unknown', 'blocked', 'unreadable']);

function isOnItsWay(row: OperationRow): boolean {
  return operationOf(row)?.lockedInTimeOut === true && onTheirWay.has(row.state);
}

function endOf({ since, length }: KeptTimeOut): Date {
  return timeOutEnd(new Date(since), length);
}

async function keptTimeOut({ documents }: MemberStore): Promise<KeptTimeOut | undefined> {
  return KeptTimeOut.safeParse((await documents.get(keptTimeOutDocument))?.value).data;
}

const ServerTimeOut = z.looseObject({ timeOutUntil: Instant });

/** The end the server has told of. */
async function serverEnd({ documents }: MemberStore): Promise<Date | undefined> {
  const told = ServerTimeOut.safeParse((await documents.get('profile'))?.value);
  return told.success ? new Date(told.data.timeOutUntil) : undefined;
}
