import type { Tip, TipState } from '#contract/tips.ts';
import { wordsOf } from '#domain/folded.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { tipInLane } from '#sync/lane.ts';
import type { MemberStore } from '#sync/member-store.ts';
import type { Observable } from '#sync/observable.ts';
import { type Folded, foldedQuery } from '#sync/folded-query.ts';
import { partOfNames } from './name-search.ts';

/** Which of everybody's tips an administrator looks for. */
export type AdminTipsWanted = { state: TipState; search: string };

/** Tips that match, newest first, at most so many; and whether this device holds more of them. */
export type AdminTips = { tips: OptimisticTip[]; limit: number; more: boolean };

/** How much waits for an administrator. */
export type AdminCounts = { unpriced: number; unconfirmed: number };

type Rules = {
  adminTipsShown: (base: readonly Tip[], operations: readonly unknown[]) => OptimisticTip[];
};

/** What everybody's tips are folded from. */
export type AdminRows = {
  store: MemberStore;
  owed: Observable<readonly unknown[] | undefined>;
  rules: Observable<Rules | undefined>;
};

/** How many rows are read at a time, and how many are looked through at most for a number. */
const step = 500;
const looked = 2000;

/** Everybody's tips that match, as far as this device was shown them. */
export function matchingTips(
  { store, owed, rules }: AdminRows,
  { state, search }: AdminTipsWanted,
  limit: number,
): Folded<AdminTips> {
  const words = wordsOf(search).map(partOfNames);
  const matches = (tip: Tip) => isInState(tip, state) && holds(tip, words);
  return foldedQuery({
    owed,
    rules,
    wanted(operations) {
      const ids = touched(operations);
      // What is owed about a tip may let it match, or no longer.
      const count = limit + 1 + ids.length;
      const read = () => found(store, matches, { count, ids });
      return { key: ids.join(' '), read };
    },
    show(base, changes) {
      const shown =
        changes === 'none' ? base : changes.rules.adminTipsShown(base, changes.operations);
      const matching = shown.filter(matches);
      return { tips: matching.slice(0, limit), limit, more: matching.length > limit };
    },
  });
}

/** One of them; null when this device was not shown it. */
export function anyTip(
  { store, owed, rules }: AdminRows,
  id: string,
): Folded<OptimisticTip | null> {
  return foldedQuery({
    owed,
    rules,
    wanted: () => ({ key: '', read: () => store.adminTips.get(id) }),
    show(base: Tip | undefined, changes) {
      if (!base || changes === 'none') return base ?? null;
      return changes.rules.adminTipsShown([base], changes.operations)[0] ?? null;
    },
  });
}

/** How much waits among the newest tips that this device was shown. */
export function adminCounts({ store, owed, rules }: AdminRows): Folded<AdminCounts> {
  const waits = (tip: Tip) => isInState(tip, 'unpriced') || isInState(tip, 'decided');
  return foldedQuery({
    owed,
    rules,
    wanted(operations) {
      const ids = touched(operations);
      const read = () => found(store, waits, { count: looked, ids, most: looked });
      return { key: ids.join(' '), read };
    },
    show(base, changes) {
      const shown =
        changes === 'none' ? base : changes.rules.adminTipsShown(base, changes.operations);
      const count = (state: TipState) => shown.filter((tip) => isInState(tip, state)).length;
      return { unpriced: count('unpriced'), unconfirmed: count('decided') };
    },
  });
}

type Search = { count: number; ids: readonly string[]; most?: number };

/** The newest rows that match, and those that something is owed about, newest first. */
async function found(
  store: MemberStore,
  matches: (tip: Tip) => boolean,
  { count, ids, most = Infinity }: Search,
): Promise<Tip[]> {
  const byId = new Map<string, Tip>();
  const seen = new Set<string>();
  let until = '\uffff';
  for (;;) {
    const rows = await store.adminTips
      .where('creationTime')
      .belowOrEqual(until)
      .reverse()
      .limit(step)
      .toArray();
    const fresh = rows.filter(({ id }) => !seen.has(id));
    for (const row of fresh) {
      seen.add(row.id);
      if (matches(row)) byId.set(row.id, row);
    }
    const last = fresh.at(-1);
    if (!last || rows.length < step || byId.size >= count || seen.size >= most) break;
    until = last.creationTime;
  }
  if (ids.length > 0) {
    for (const row of await store.adminTips.bulkGet([...ids])) if (row) byId.set(row.id, row);
  }
  return [...byId.values()].toSorted(newestFirst);
}

function newestFirst(one: Tip, other: Tip): number {
  if (one.creationTime === other.creationTime) return one.id < other.id ? 1 : -1;
  return one.creationTime < other.creationTime ? 1 : -1;
}

/** The tips that operations are about. */
function touched(operations: readonly unknown[]): string[] {
  const lanes = operations.flatMap((row) =>
    typeof row === 'object' && row !== null && 'lane' in row && typeof row.lane === 'string'
      ? [row.lane]
      : [],
  );
  const ids = lanes.map(tipInLane).filter((id) => id !== undefined);
  return [...new Set(ids)].toSorted();
}

function isInState({ options, IsGameSuccessful }: Tip, state: TipState): boolean {
  switch (state) {
    case 'all':
      return true;
    case 'treated':
      return IsGameSuccessful;
    case 'unpriced':
      return !IsGameSuccessful && options.some(({ odd, result }) => odd === 0 && result !== 'void');
    case 'undecided':
      return !IsGameSuccessful && options.some(({ result }) => result === 'pending');
    case 'decided':
      return !IsGameSuccessful && options.every(({ result }) => result !== 'pending');
  }
}

/** Whether each word of a search is part of the id, the tipster's name or a game. */
function holds(
  { id, tipsterName, options }: Tip,
  words: readonly ((text: string) => boolean)[],
): boolean {
  const texts = [id, tipsterName, ...options.map(({ game }) => game)];
  return words.every((isIn) => texts.some(isIn));
}
