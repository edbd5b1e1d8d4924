import * as z from 'zod/mini';
import { TimeOutLength } from '#contract/members.ts';
import type { Backend } from './backend/backend.ts';
import { timeOutExemptLimit } from '#contract/limits.ts';
import { Instant } from '#contract/values.ts';
import { timeOutEnd, laterTimeOutEnd } from '#domain/time-out.ts';
import { profileDocument, timeOutDocument } from './refresh/document-names.ts';
import type { MemberStore } from './storage/member-store.ts';
import { operationOf, operationsByKind, payloadOfKind } from './operations/registry.ts';
import { queueOperation, readOutbox } from './outbox/outbox.ts';
import type { OperationRow } from './outbox/operation-row.ts';
import { runDurably, type StorageRecovery } from './storage/trouble.ts';

/** A time-out as stored on this device, because a logout may delete its unsent operation. */
const StoredTimeOut = z.object({ length: TimeOutLength, since: Instant });
type StoredTimeOut = z.infer<typeof StoredTimeOut>;

type Member = { id: string; store: MemberStore };

/**
 * Starts a time-out on this device, and queues an operation if the backend has time-outs. The
 * payload lists operations queued earlier, which the server accepts during the time-out.
 */
export async function beginTimeOut(
  { id: memberId, store }: Member,
  taken: StoredTimeOut,
  { backend, ...care }: StorageRecovery & { backend: Backend | undefined },
): Promise<void> {
  const isSent = backend?.kind !== 'spec';
  if (isSent) {
    const work = async () =>
      store.transaction('rw', store.operations, async () => {
        const spared = listExemptIds(await readOutbox(store));
        const payload = { ...taken, spared };
        return queueOperation(store, { memberId, kind: 'time-out.take', payload });
      });
    await runDurably(store, work, care);
  }
  const before = await readStoredTimeOut(store);
  if (before && timeOutEndOf(before) >= timeOutEndOf(taken)) return;
  const storeIt = async () =>
    store.documents.put({ name: timeOutDocument, value: taken, fetchedAt: 0 });
  // If an operation was queued, the document is only a second copy.
  if (isSent) await storeIt().catch(() => undefined);
  else await runDurably(store, storeIt, care);
}

/**
 * Queues a stored time-out again if a logout or the browser deleted its operation. For a backend
 * without time-outs, removes such operations.
 */
export async function requeueStoredTimeOut(
  { id: memberId, store }: Member,
  { now, backend }: { now: Date; backend: Backend },
): Promise<void> {
  const isSent = backend.kind !== 'spec';
  const stored = await readStoredTimeOut(store);
  // Does not read the outbox without a time-out, because most members have none.
  if (isSent && (stored === undefined || timeOutEndOf(stored) <= now)) return;
  const rows = await readOutbox(store);
  const queued = rows.filter((row) => operationOf(row) === operationsByKind['time-out.take']);
  if (!isSent) {
    await store.operations.bulkDelete(queued.map(({ seq }) => seq));
    return;
  }
  if (stored === undefined || queued.length > 0) return;
  const serverUntil = await readServerTimeOutEnd(store);
  if (serverUntil !== undefined && serverUntil >= timeOutEndOf(stored)) return;
  if (serverUntil !== undefined && serverUntil > now && new Date(stored.since) > now) {
    // This device's clock was ahead when the time-out began, so the server's end is used.
    await store.documents.delete(timeOutDocument);
    return;
  }
  const spared = listExemptIds(rows);
  await queueOperation(store, { memberId, kind: 'time-out.take', payload: { ...stored, spared } });
}

/** The latest end of the member's time-out that this device knows. */
export async function readTimeOutEnd(store: MemberStore): Promise<Date | undefined> {
  const stored = await readStoredTimeOut(store);
  const queued = (await store.operations.toArray()).flatMap((row) => {
    const timeOut = payloadOfKind(row, 'time-out.take');
    return timeOut ? [timeOutEndOf(timeOut)] : [];
  });
  const ends = [await readServerTimeOutEnd(store), stored && timeOutEndOf(stored), ...queued];
  return ends.reduce(laterTimeOutEnd, undefined);
}

/** Ids of operations exempt from a time-out, oldest first, up to the server's limit. */
function listExemptIds(rows: readonly OperationRow[]): string[] {
  return rows
    .filter(isExempt)
    .map(({ id }) => id)
    .slice(0, timeOutExemptLimit);
}

/** States without an outcome; a newer build may still send an unreadable operation. */
const exemptStates = new Set<string>(['pending', 'sending', 'unknown', 'blocked', 'unreadable']);

function isExempt(row: OperationRow): boolean {
  return operationOf(row)?.lockedInTimeOut === true && exemptStates.has(row.state);
}

function timeOutEndOf({ since, length }: StoredTimeOut): Date {
  return timeOutEnd(new Date(since), length);
}

async function readStoredTimeOut({ documents }: MemberStore): Promise<StoredTimeOut | undefined> {
  return StoredTimeOut.safeParse((await documents.get(timeOutDocument))?.value).data;
}

const ServerTimeOut = z.looseObject({ timeOutUntil: Instant });

async function readServerTimeOutEnd({ documents }: MemberStore): Promise<Date | undefined> {
  const serverUntil = ServerTimeOut.safeParse((await documents.get(profileDocument))?.value);
  return serverUntil.success ? new Date(serverUntil.data.timeOutUntil) : undefined;
}
