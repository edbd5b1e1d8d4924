import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { row, tipId, tipPayload, tipsterId } from '../../testing/engine/samples.ts';
import { rows } from './pool.ts';
import type { Decision, Problem } from './server.ts';
import { asBuilt, type Flight, type Shell, type Wiring } from './shell.ts';

const posting = row({
  seq: 1,
  id: tipId,
  kind: 'tip.post',
  payload: tipPayload({ id: tipId }),
});

/** A post, the booking of its tip, and a follow that shares a subject with both. */
export const operations: readonly OperationRow[] = [
  posting,
  row({ seq: 2, kind: 'tip.book', payload: { tipId } }),
  row({
    seq: 3,
    kind: 'follow.set',
    payload: { tipsterId, following: true },
    subjects: [`follow:${tipsterId}`, ...posting.subjects],
  }),
].map(rows.of);

/** Three operations on one follow: the second reverses the first, and the third reverses the second. */
export const words: readonly OperationRow[] = [
  { seq: 11, following: true },
  { seq: 13, following: false },
  { seq: 15, following: true },
].map(({ seq, following }) =>
  rows.of(
    row({
      seq,
      kind: 'follow.set',
      payload: { tipsterId, following },
    }),
  ),
);

/** An administrator's decisions on two fixtures, and a confirmation that depends on both. */
export const decisions: readonly OperationRow[] = [
  ...[1, 2].map((number) =>
    row({
      seq: 20 + number,
      kind: 'fixture.settle',
      payload: {
        fixtureId: `fixture-${number}`,
        game: 'Arsenal Vs Chelsea',
        version: 1,
        results: [{ oddsId: 1, result: 'won' }],
      },
      baseVersion: 1,
    }),
  ),
  row({
    seq: 23,
    kind: 'tips.confirm',
    payload: { ids: [tipId], fixtureIds: ['fixture-1', 'fixture-2'] },
  }),
].map(rows.of);

/** Returns the operation with the id that it gets when it is merged with earlier operations. */
export function merged(operation: OperationRow): OperationRow {
  return rows.of({ ...operation, id: `${operation.id}-merged` });
}

export const everything: readonly OperationRow[] = [
  ...operations,
  ...words.flatMap((word) => [word, merged(word)]),
  ...decisions,
];

/** By operation id, the operation that the member must have queued before. */
const needed = new Map<string, string>(
  [operations, words, decisions].flatMap((queue) =>
    queue.slice(1).map(({ id }, index) => [id, queue[index]?.id ?? ''] as const),
  ),
);

/** The maximum number of faults of each kind. */
export type Budget = {
  kills: number;
  losses: number;
  /** Failing outbox transactions: those that mark an operation as sending or store its outcome. */
  storage: number;
  problems: readonly Problem[];
  discards: number;
  /** Logins of another member on this phone. */
  logins: number;
  /** Drains that end before the outbox is empty. */
  closings: number;
  /** Tabs that are hidden while they hold the lock. */
  abandons: number;
};

/** A world to explore: its possible events, and the code under test. */
export type Setting = Budget & {
  locks: boolean;
  processes: number;
  queue: readonly OperationRow[];
  /** Maximum number of pulls at the same time. */
  pulls: number;
  wiring: Wiring;
  pulling: Pulling;
  queueing: 'any time' | 'with the lock';
  /** A planted bug is "what is there": a merge then rewrites a row that was removed after its write. */
  joining: 'what is its own' | 'what is there';
};

/** How a pull writes; a planted bug changes a member. */
type Pulling = {
  /** Order of writing rows with their cursor, and acknowledgements; one transaction is correct. */
  order: 'together' | 'cursor first' | 'acknowledged first';
  /** True if a page is skipped when the cursor has moved since the request. */
  checksCursor: boolean;
  /** When the pull lists the acknowledged operations that its rows contain; only before the request is correct. */
  notes: 'before asking' | 'when it applies';
};

export const ordinary: Setting = {
  kills: 0,
  losses: 0,
  storage: 0,
  problems: [],
  discards: 0,
  logins: 0,
  closings: 0,
  abandons: 0,
  locks: true,
  processes: 3,
  queue: operations,
  pulls: 1,
  wiring: asBuilt,
  pulling: { order: 'together', checksCursor: true, notes: 'before asking' },
  queueing: 'any time',
  joining: 'what is its own',
};

/** A response of GET /api/sync that is not applied; `answered` was acknowledged before it. */
export type Page = { since: number; upTo: number; answered: readonly string[] };

/**
 * A tab or the worker. Its connection state is not stored: any drain may begin with a good
 * connection or with one that must be pinged first, so all waiting processes are alike.
 */
export type Process = { drain: Shell | undefined };
export const idle: Process = { drain: undefined };

export type Orphan = Pick<Flight, 'key' | 'row' | 'request' | 'sentAs'>;

export type State = {
  store: readonly OperationRow[];
  base: {
    cursor: number;
    contains: readonly string[];
    acknowledged: readonly { id: string; taken: boolean }[];
  };
  decisions: readonly Decision[];
  /** Requests in flight whose process was killed or does not wait any more. */
  orphans: readonly Orphan[];
  processes: readonly Process[];
  pages: readonly Page[];
  /** Operations that a completed pull is about to remove from the outbox. */
  contained: readonly string[];
  /** Operations that are written and not merged with earlier ones yet. */
  joining: readonly string[];
  /** Operations that a later operation has replaced. */
  joined: readonly string[];
  promised: readonly string[];
  dropped: readonly string[];
  login: 'member' | 'refused' | 'other';
  budget: Budget;
};

/** Sorts ids by the creation of their operations, so that their order never distinguishes two states. */
export function sortIds(ids: readonly string[]): string[] {
  return everything.map(({ id }) => id).filter((id) => ids.includes(id));
}

/** True if the member can queue this operation now. */
export function comesNext({ promised, dropped }: State, { id }: OperationRow): boolean {
  const before = needed.get(id);
  if (promised.includes(id)) return false;
  return before === undefined || (promised.includes(before) && !dropped.includes(tipId));
}

/** True if a process may queue an operation now. */
export function mayEnqueue(state: State, { queueing }: Setting): boolean {
  return queueing === 'any time' || state.processes.some(({ drain }) => drain !== undefined);
}
