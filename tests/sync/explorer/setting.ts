import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { row, tipId, tipPayload, tipsterId } from '../support/samples.ts';
import { rows } from './pool.ts';
import type { Decision, Problem } from './server.ts';
import { asBuilt, type Flight, type Shell, type Wiring } from './shell.ts';

const lane = `tip:${tipId}`;
const posting = row({
  seq: 1,
  id: tipId,
  kind: 'tip.post',
  lane,
  payload: tipPayload({ id: tipId }),
});

/** Two in one lane, one in another; the third depends on the first. */
export const operations: readonly OperationRow[] = [
  posting,
  row({ seq: 2, kind: 'tip.book', lane, payload: { tipId } }),
  row({
    seq: 3,
    kind: 'follow.set',
    lane: `follow:${tipsterId}`,
    payload: { tipsterId, following: true },
    deps: [posting.id],
  }),
].map(rows.of);

/** One person's three words about one tipster, of which the second reverses the first. */
export const words: readonly OperationRow[] = [
  { seq: 11, following: true },
  { seq: 13, following: false },
  { seq: 15, following: true },
].map(({ seq, following }) =>
  rows.of(
    row({
      seq,
      kind: 'follow.set',
      lane: `follow:${tipsterId}`,
      payload: { tipsterId, following },
    }),
  ),
);

/** Two decisions of an administrator about two fixtures, and the confirmation that waits for both. */
export const decisions: readonly OperationRow[] = [
  ...[1, 2].map((number) =>
    row({
      seq: 20 + number,
      kind: 'fixture.settle',
      lane: `fixture:fixture-${number}`,
      payload: {
        fixtureId: `fixture-${number}`,
        game: 'Arsenal Vs Chelsea',
        version: 1,
        results: [{ oddsId: 1, result: 'won' }],
      },
      baseVersion: 1,
    }),
  ),
  row({ seq: 23, kind: 'tips.confirm', lane: 'confirmations', payload: { ids: [tipId] } }),
].map(rows.of);

export const everything: readonly OperationRow[] = [...operations, ...words, ...decisions];

/** What must have been done before, by the same person. */
const needed = new Map<string, string>([
  ...operations.slice(1).map(({ id }) => [id, tipId] as const),
  ...words.slice(1).map(({ id }, index) => [id, words[index]?.id ?? ''] as const),
  ...decisions.slice(1).map(({ id }, index) => [id, decisions[index]?.id ?? ''] as const),
]);

/** What may go wrong, and how often. */
export type Budget = {
  kills: number;
  losses: number;
  /** Transactions of the outbox that fail: the mark, or the outcome. */
  storage: number;
  problems: readonly Problem[];
  /** Operations the person throws away. */
  discards: number;
  /** Logins of another member on this phone. */
  logins: number;
  /** Bursts that end in the middle. */
  closings: number;
  /** Tabs that are put away with the lock in hand. */
  abandons: number;
};

/** A world to explore: what may happen in it, and how its parts are put together. */
export type Setting = Budget & {
  locks: boolean;
  /** How many processes there are, and how many of the operations. */
  processes: number;
  queue: readonly OperationRow[];
  /** Pulls at the same time. */
  pulls: number;
  wiring: Wiring;
  pulling: Pulling;
  queueing: 'any time' | 'with the lock';
  /** Whether a change that has gone since it was written is written once more to be joined. */
  joining: 'what is its own' | 'what is there';
};

/** How the pull is put together. */
type Pulling = {
  /** What is written first: rows with cursor and acknowledgements, or one of them alone. */
  order: 'together' | 'cursor first' | 'acknowledged first';
  /** Whether a page is left alone when the cursor has moved meanwhile. */
  checksCursor: boolean;
  /** When it is noted what is answered, so that the rows asked for contain it. */
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

/** An answer of GET /api/sync that has not been applied yet, and what was answered before it. */
export type Page = { since: number; upTo: number; answered: readonly string[] };

/**
 * A tab or the worker. Its connection state is not stored: a drain may begin with a good one or
 * with one that has to be asked first, whoever begins it; so all that wait are alike.
 */
export type Process = { drain: Shell | undefined };
export const idle: Process = { drain: undefined };

export type Orphan = Pick<Flight, 'key' | 'row' | 'request' | 'sentAs'>;

/** Everything there is at one moment. */
export type State = {
  store: readonly OperationRow[];
  base: {
    cursor: number;
    contains: readonly string[];
    acknowledged: readonly { id: string; taken: boolean }[];
  };
  decisions: readonly Decision[];
  /** Requests on the wire that nobody waits for any more. */
  orphans: readonly Orphan[];
  processes: readonly Process[];
  pages: readonly Page[];
  /** What a pull that is done with its pages is about to removed. */
  contained: readonly string[];
  /** Changes that are written and not yet joined with what stands before them. */
  joining: readonly string[];
  /** Those that went into a later one, or out with it. */
  joined: readonly string[];
  promised: readonly string[];
  dropped: readonly string[];
  login: 'member' | 'refused' | 'other';
  left: Budget;
};

/** The order in which ids were made, so that it makes no difference which came first. */
export function inPlace(ids: readonly string[]): string[] {
  return everything.map(({ id }) => id).filter((id) => ids.includes(id));
}

/** Whether a person would do this next. */
export function comesNext({ promised, dropped }: State, { id }: OperationRow): boolean {
  const before = needed.get(id);
  if (promised.includes(id)) return false;
  return before === undefined || (promised.includes(before) && !dropped.includes(before));
}

/** Whether anybody may queue now. */
export function mayEnqueue(state: State, { queueing }: Setting): boolean {
  return queueing === 'any time' || state.processes.some(({ drain }) => drain !== undefined);
}
