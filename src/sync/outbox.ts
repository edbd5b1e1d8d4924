import * as z from 'zod/mini';
import { newId } from './ids.ts';
import type { Operation } from './operation.ts';
import { understand } from './operations/registry.ts';
import { OperationRow } from './operation-row.ts';
import type { OutboxStore } from './outbox-store.ts';

const TicketVersion = z.looseObject({ version: z.int() });

/** A change about to be queued. */
export type NewOperation<Payload> = {
  memberId: string;
  operation: Operation<Payload>;
  payload: Payload;
  /** The version of the ticket the person saw. */
  baseVersion?: number;
  /** Operations that must be answered first, in other lanes. */
  deps?: readonly string[];
  now?: number;
};

/**
 * Queues a change. Resolves once the transaction has completed on disk, in any tab, whoever
 * drains; the same creation queued twice is queued once.
 */
export async function enqueue<Payload>(
  outbox: OutboxStore,
  { now = Date.now(), ...asked }: NewOperation<Payload>,
): Promise<OperationRow> {
  const { memberId, operation, baseVersion } = asked;
  const payload = operation.payload.parse(asked.payload);
  const id = operation.id?.(payload) ?? newId(now);
  const lane = operation.lane(payload, memberId);
  const row = {
    id,
    memberId,
    kind: operation.kind,
    v: operation.v,
    lane,
    deps: [...(asked.deps ?? [])],
    payload,
    ...(baseVersion !== undefined && { baseVersion }),
    state: 'pending' as const,
    attempts: 0,
    nextAt: 0,
    notBefore: 0,
    sentEver: false,
    queuedAt: new Date(now).toISOString(),
    log: [],
  };

  return outbox.transaction('rw', outbox.operations, async () => {
    const queued = await outbox.operations.get({ id });
    if (queued) return queued;

    if (operation.absolute) await dropRefused(outbox, lane, operation.kind);
    const seq = await outbox.operations.add(row);
    return { ...row, seq };
  });
}

/** Every row of the outbox in order, each readable: what cannot be understood says so itself. */
export async function readOutbox(outbox: OutboxStore): Promise<OperationRow[]> {
  const rows: unknown[] = await outbox.operations.orderBy('seq').toArray();
  return readOperations(rows);
}

/** Reads stored rows; total, so that one bad row never stops the others. */
export function readOperations(rows: readonly unknown[]): OperationRow[] {
  return rows.map(readRow);
}

/**
 * Tries an operation again at once; only the server's own Retry-After still holds it back. What
 * was refused goes out under a new key, since the server keeps its answer to the old one.
 */
export async function retryNow(outbox: OutboxStore, id: string): Promise<void> {
  await outbox.transaction('rw', outbox.operations, async () => {
    const rows = await readOutbox(outbox);
    const row = rows.find((candidate) => candidate.id === id);
    if (!row || row.state === 'sending' || row.state === 'acked' || row.state === 'unreadable') {
      return;
    }
    const { blockedBy: _, ...rest } = row;
    // Whether it was sent before still matters to an answer that says it is done already.
    const reset = { ...rest, attempts: Math.min(row.attempts, 1), nextAt: 0 };
    if (row.state !== 'rejected' && row.state !== 'conflict') {
      await outbox.operations.put({ ...reset, state: row.sentEver ? 'unknown' : 'pending' });
      return;
    }
    await outbox.operations.bulkPut(renewed(reset, rows));
  });
}

/**
 * Drops an operation because the person says so, with all that depends on it; with a creation
 * that is the rest of its lane. Answers whether it was still there to drop.
 */
export async function discard(outbox: OutboxStore, id: string): Promise<boolean> {
  return outbox.transaction('rw', outbox.operations, async () => {
    const rows = await readOutbox(outbox);
    const row = rows.find((candidate) => candidate.id === id);
    if (!row) return false;
    await outbox.operations.bulkDelete([...withDependants(row, rows)].map(({ seq }) => seq));
    return true;
  });
}

function withDependants(
  row: OperationRow,
  rows: readonly OperationRow[],
  gone: Set<OperationRow> = new Set(),
): Set<OperationRow> {
  gone.add(row);
  const pointless = rows.filter(
    ({ lane, seq, deps }) =>
      deps.includes(row.id) || (creates(row) && lane === row.lane && seq > row.seq),
  );
  for (const dependant of pointless) {
    if (!gone.has(dependant)) withDependants(dependant, rows, gone);
  }
  return gone;
}

/** Whether an operation makes the thing its lane is about. */
export function creates(row: OperationRow): boolean {
  const understood = understand(row);
  return typeof understood === 'object' && understood.operation.id !== undefined;
}

/** A refused operation under a new key, at its old place; with a creation, those that follow it too. */
function renewed(row: OperationRow, rows: readonly OperationRow[]): OperationRow[] {
  const id = newId();
  const { sent: _sent, problem: _problem, laneVersion: _version, ...rest } = row;
  const current = TicketVersion.safeParse(row.problem?.ticket);
  const again: OperationRow = {
    ...rest,
    id,
    state: 'pending',
    sentEver: false,
    ...(current.success && { baseVersion: current.data.version }),
  };
  if (!creates(row)) return [again];

  const followers = rows.filter(
    ({ lane, seq, state }) => lane === row.lane && seq > row.seq && state !== 'unreadable',
  );
  return [again, ...followers].map((follower) => retargeted(follower, id));
}

function retargeted(row: OperationRow, id: string): OperationRow {
  const understood = understand(row);
  if (typeof understood !== 'object') return row;
  const { operation, payload } = understood;
  if (!operation.retarget) return row;
  const about = operation.retarget(payload, id);
  return { ...row, payload: about, lane: operation.lane(about, row.memberId) };
}

/** Whoever says everything anew takes back what was refused of it before. */
async function dropRefused(outbox: OutboxStore, lane: string, kind: string): Promise<void> {
  const rows = readOperations(await outbox.operations.where({ lane }).toArray());
  const refused = rows.filter(
    (row) => row.kind === kind && (row.state === 'rejected' || row.state === 'conflict'),
  );
  await outbox.operations.bulkDelete(refused.map(({ seq }) => seq));
}

function readRow(raw: unknown): OperationRow {
  const read = OperationRow.safeParse(raw);
  if (!read.success) return unreadableRow(raw);
  return understand(read.data) === 'unreadable' ? unreadableRow(raw) : read.data;
}

/** A row that no longer parses is shown and kept; whatever can be read of it is. */
function unreadableRow(raw: unknown): OperationRow {
  const told = new Map(Object.entries(typeof raw === 'object' && raw ? raw : {}));
  const text = (name: string, otherwise: string) => {
    const value: unknown = told.get(name);
    return typeof value === 'string' ? value : otherwise;
  };
  const number = (name: string) => {
    const value: unknown = told.get(name);
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
  };
  const seq = number('seq');
  return {
    seq,
    id: text('id', `unreadable:${seq}`),
    memberId: text('memberId', ''),
    kind: text('kind', 'unknown'),
    v: number('v'),
    lane: text('lane', `unreadable:${seq}`),
    deps: [],
    payload: told.get('payload'),
    state: 'unreadable',
    attempts: 0,
    nextAt: 0,
    notBefore: 0,
    sentEver: told.get('sentEver') === true,
    queuedAt: text('queuedAt', new Date(0).toISOString()),
    problem: { code: 'unreadable', message: 'This change can no longer be read.' },
    log: [],
  };
}
