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

/** Two operations on one tip, and a follow that must come after them. */
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

/** Three changes of one follow, of which the second reverses the first. */
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

/**
 * Two decisions of an administrator about two fixtures, and the confirmation that waits for both.
 */
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

/** An operation under the id that it gets when it is merged with earlier ones. */
export function merged(operation: OperationRow): OperationRow {
  return rows.of({ ...operation, id: `${operation.id}-merged` });
}

export const everything: readonly OperationRow[] = [
  ...operations,
  ...words.flatMap((word) => [word, merged(word)]),
  ...decisions,
];

/** Operations that the member must have queued before. */
const needed = new Map<string, string>(
  [operations, words, decisions].flatMap((queue) =>
    queue.slice(1).map(({ id }, index) => [id, queue[index]?.id ?? ''] as const),
  ),
);

/** Maximum number of each kind of fault. */
export type Budget = {
  kills: number;
  losses: number;
  /** Failing transactions of the outbox: the mark, or the outcome. */
  storage: number;
  problems: readonly Problem[];
  /** Operations that the member discards. */
  discards: number;
  /** Logins of another member on this phone. */
  logins: number;
  /** Drains that end prematurely. */
  closings: number;
  /** Tabs hidden while they hold the lock. */
  abandons: number;
};

/** A world to explore: its possible events, and its wiring. */
export type Setting = Budget & {
  locks: boolean;
  /** Number of processes, and the operations to queue. */
  processes: number;
  queue: readonly OperationRow[];
  /** Maximum number of simultaneous pulls. */
  pulls: number;
  wiring: Wiring;
  pulling: Pulling;
  queueing: 'any time' | 'with the lock';
  /** Selects whether a row removed since it was written is written again when it is merged. */
  joining: 'what is its own' | 'what is there';
};

/** The wiring of the pull. */
type Pulling = {
  /** The order of writes: rows with cursor and acknowledgements, or one of them first. */
  order: 'together' | 'cursor first' | 'acknowledged first';
  /** True if a page is skipped when the cursor has moved meanwhile. */
  checksCursor: boolean;
  /** The time of recording the acknowledged operations, which the requested rows contain. */
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

/**
 * A response of GET /api/sync that is not applied yet, and the operations acknowledged before it.
 */
export type Page = { since: number; upTo: number; answered: readonly string[] };

/**
 * A tab or the worker. Its connection state is not stored: any drain may begin with a good
 * connection or with one that must be pinged first, so all waiting processes are alike.
 */
export type Process = { drain: Shell | undefined };
export const idle: Process = { drain: undefined };

export type Orphan = Pick<Flight, 'key' | 'row' | 'request' | 'sentAs'>;

/** The whole state at one instant. */
export type State = {
  store: readonly OperationRow[];
  base: {
    cursor: number;
    contains: readonly string[];
    acknowledged: readonly { id: string; taken: boolean }[];
  };
  decisions: readonly Decision[];
  /** Requests in flight that no process waits for. */
  orphans: readonly Orphan[];
  processes: readonly Process[];
  pages: readonly Page[];
  /** Operations that a finished pull is about to remove. */
  contained: readonly string[];
  /** Operations that are written and not merged with earlier ones yet. */
  joining: readonly string[];
  /** Operations replaced by a later one. */
  joined: readonly string[];
  promised: readonly string[];
  dropped: readonly string[];
  login: 'member' | 'refused' | 'other';
  budget: Budget;
};

/** Sorts ids by creation, so that the order of arrival makes no difference. */
export function sortIds(ids: readonly string[]): string[] {
  return everything.map(({ id }) => id).filter((id) => ids.includes(id));
}

/** True if the member would queue this operation next. */
export function comesNext({ promised, dropped }: State, { id }: OperationRow): boolean {
  const before = needed.get(id);
  if (promised.includes(id)) return false;
  return before === undefined || (promised.includes(before) && !dropped.includes(tipId));
}

/** True if a process may queue now. */
export function mayEnqueue(state: State, { queueing }: Setting): boolean {
  return queueing === 'any time' || state.processes.some(({ drain }) => drain !== undefined);
}
