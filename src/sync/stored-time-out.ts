import * as z from 'zod/mini';
import { TimeOutLength } from '#contract/members.ts';
import type { Backend } from './backend/backend.ts';
import { sparedLimit } from '#contract/limits.ts';
import { Instant } from '#contract/values.ts';
import { timeOutEnd, laterEnd } from '#domain/time-out.ts';
import { profileDocument, timeOutDocument } from './refresh/document-names.ts';
import type { MemberStore } from './storage/member-store.ts';
import { operationOf, operations, payloadIn } from './operations/registry.ts';
import { enqueue, readOutbox } from './outbox/outbox.ts';
import type { OperationRow } from './outbox/operation-row.ts';
import { durably, type StorageCare } from './storage/trouble.ts';

/** A time-out as stored on this phone beside its operation, which a logout may delete unsent. */
const StoredTimeOut = z.object({ length: TimeOutLength, since: Instant });
type StoredTimeOut = z.infer<typeof StoredTimeOut>;

type Member = { id: string; store: MemberStore };

/**
 * Starts a time-out on this phone, and queues it for a backend that has time-outs. It lists the
 * operations queued before it, which the server accepts in any order of arrival.
 */
export async function beginTimeOut(
  { id: memberId, store }: Member,
  taken: StoredTimeOut,
  { backend, ...care }: StorageCare & { backend: Backend | undefined },
): Promise<void> {
  const isSent = backend?.kind !== 'spec';
  if (isSent) {
    const work = async () =>
      store.transaction('rw', store.operations, async () => {
        const spared = sparedOf(await readOutbox(store));
        const payload = { ...taken, spared };
        return enqueue(store, { memberId, kind: 'time-out.take', payload });
      });
    await durably(store, work, care);
  }
  const before = await storedTimeOut(store);
  if (before && endOf(before) >= endOf(taken)) return;
  const storeIt = async () =>
    store.documents.put({ name: timeOutDocument, value: taken, fetchedAt: 0 });
  // With an operation this is a second copy.
  if (isSent) await storeIt().catch(() => undefined);
  else await durably(store, storeIt, care);
}

/**
 * Queues a stored time-out again whose operation was deleted by a logout or lost with its database.
 * For a backend without time-outs it removes the operations instead.
 */
export async function sendStoredTimeOut(
  { id: memberId, store }: Member,
  { now, backend }: { now: Date; backend: Backend },
): Promise<void> {
  const isSent = backend.kind !== 'spec';
  const stored = await storedTimeOut(store);
  // Most members have no time-out; for them the outbox is not read.
  if (isSent && (stored === undefined || endOf(stored) <= now)) return;
  const rows = await readOutbox(store);
  const queued = rows.filter((row) => operationOf(row) === operations['time-out.take']);
  if (!isSent) {
    await store.operations.bulkDelete(queued.map(({ seq }) => seq));
    return;
  }
  if (stored === undefined || queued.length > 0) return;
  const serverUntil = await serverEnd(store);
  if (serverUntil !== undefined && serverUntil >= endOf(stored)) return;
  if (serverUntil !== undefined && serverUntil > now && new Date(stored.since) > now) {
    // This phone's clock was ahead when it began; the server's end counts.
    await store.documents.delete(timeOutDocument);
    return;
  }
  const spared = sparedOf(rows);
  await enqueue(store, { memberId, kind: 'time-out.take', payload: { ...stored, spared } });
}

/** The latest end of the member's time-out that this phone knows. */
export async function timeOutEndIn(store: MemberStore): Promise<Date | undefined> {
  const stored = await storedTimeOut(store);
  const queued = (await store.operations.toArray()).flatMap((row) => {
    const timeOut = payloadIn(row, 'time-out.take');
    return timeOut ? [endOf(timeOut)] : [];
  });
  const ends = [await serverEnd(store), stored && endOf(stored), ...queued];
  return ends.reduce(laterEnd, undefined);
}

/** Ids of the operations that a time-out spares, oldest first, up to the server's limit. */
function sparedOf(rows: readonly OperationRow[]): string[] {
  return rows
    .filter(isSpared)
    .map(({ id }) => id)
    .slice(0, sparedLimit);
}

/** States without an outcome; an unreadable operation may be sent by a newer build. */
const sparedStates = new Set<string>(['pending', 'sending', 'unknown', 'blocked', 'unreadable']);

function isSpared(row: OperationRow): boolean {
  return operationOf(row)?.lockedInTimeOut === true && sparedStates.has(row.state);
}

function endOf({ since, length }: StoredTimeOut): Date {
  return timeOutEnd(new Date(since), length);
}

async function storedTimeOut({ documents }: MemberStore): Promise<StoredTimeOut | undefined> {
  return StoredTimeOut.safeParse((await documents.get(timeOutDocument))?.value).data;
}

const ServerTimeOut = z.looseObject({ timeOutUntil: Instant });

async function serverEnd({ documents }: MemberStore): Promise<Date | undefined> {
  const serverUntil = ServerTimeOut.safeParse((await documents.get(profileDocument))?.value);
  return serverUntil.success ? new Date(serverUntil.data.timeOutUntil) : undefined;
}
