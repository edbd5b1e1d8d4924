import type { Ticket, TicketState } from '#contract/tickets.ts';
import { wordsOf } from '#domain/folded.ts';
import type { TicketView } from '#sync/fold.ts';
import type { MemberStore } from '#sync/member-store.ts';
import type { Observable } from '#sync/observable.ts';
import { type Folded, foldedQuery } from '#sync/folded-query.ts';
import { partOfNames } from './name-search.ts';

/** Which of everybody's tickets an administrator looks for. */
export type AdminTicketsWanted = { state: TicketState; search: string };

/** Tickets that match, newest first, at most so many; and whether this device holds more of them. */
export type AdminTickets = { tickets: TicketView[]; limit: number; more: boolean };

/** How much waits for an administrator. */
export type AdminCounts = { unpriced: number; unconfirmed: number };

type Rules = {
  adminTicketsShown: (base: readonly Ticket[], operations: readonly unknown[]) => TicketView[];
};

/** What everybody's tickets are folded from. */
export type AdminRows = {
  store: MemberStore;
  owed: Observable<readonly unknown[] | undefined>;
  rules: Observable<Rules | undefined>;
};

/** How many rows are read at a time, and how many are looked through at most for a number. */
const step = 500;
const looked = 2000;

/** Everybody's tickets that match, as far as this device was shown them. */
export function matchingTickets(
  { store, owed, rules }: AdminRows,
  { state, search }: AdminTicketsWanted,
  limit: number,
): Folded<AdminTickets> {
  const words = wordsOf(search).map(partOfNames);
  const matches = (ticket: Ticket) => isInState(ticket, state) && holds(ticket, words);
  return foldedQuery({
    owed,
    rules,
    wanted(operations) {
      const ids = touched(operations);
      // What is owed about a ticket may let it match, or no longer.
      const count = limit + 1 + ids.length;
      const read = () => found(store, matches, { count, ids });
      return { key: ids.join(' '), read };
    },
    show(base, changes) {
      const shown =
        changes === 'none' ? base : changes.rules.adminTicketsShown(base, changes.operations);
      const matching = shown.filter(matches);
      return { tickets: matching.slice(0, limit), limit, more: matching.length > limit };
    },
  });
}

/** One of them; null when this device was not shown it. */
export function anyTicket(
  { store, owed, rules }: AdminRows,
  id: string,
): Folded<TicketView | null> {
  return foldedQuery({
    owed,
    rules,
    wanted: () => ({ key: '', read: () => store.adminTickets.get(id) }),
    show(base: Ticket | undefined, changes) {
      if (!base || changes === 'none') return base ?? null;
      return changes.rules.adminTicketsShown([base], changes.operations)[0] ?? null;
    },
  });
}

/** How much waits among the newest tickets that this device was shown. */
export function adminCounts({ store, owed, rules }: AdminRows): Folded<AdminCounts> {
  const waits = (ticket: Ticket) => isInState(ticket, 'unpriced') || isInState(ticket, 'decided');
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
        changes === 'none' ? base : changes.rules.adminTicketsShown(base, changes.operations);
      const count = (state: TicketState) =>
        shown.filter((ticket) => isInState(ticket, state)).length;
      return { unpriced: count('unpriced'), unconfirmed: count('decided') };
    },
  });
}

type Search = { count: number; ids: readonly string[]; most?: number };

/** The newest rows that match, and those that something is owed about, newest first. */
async function found(
  store: MemberStore,
  matches: (ticket: Ticket) => boolean,
  { count, ids, most = Infinity }: Search,
): Promise<Ticket[]> {
  const byId = new Map<string, Ticket>();
  const seen = new Set<string>();
  let until = '\uffff';
  for (;;) {
    const rows = await store.adminTickets
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
    for (const row of await store.adminTickets.bulkGet([...ids])) if (row) byId.set(row.id, row);
  }
  return [...byId.values()].toSorted(newestFirst);
}

function newestFirst(one: Ticket, other: Ticket): number {
  if (one.creationTime === other.creationTime) return one.id < other.id ? 1 : -1;
  return one.creationTime < other.creationTime ? 1 : -1;
}

/** The tickets that operations are about. */
function touched(operations: readonly unknown[]): string[] {
  const lanes = operations.flatMap((row) =>
    typeof row === 'object' && row !== null && 'lane' in row && typeof row.lane === 'string'
      ? [row.lane]
      : [],
  );
  const ids = lanes.filter((lane) => lane.startsWith('tip:')).map((lane) => lane.slice(4));
  return [...new Set(ids)].toSorted();
}

function isInState({ options, IsGameSuccessful }: Ticket, state: TicketState): boolean {
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
  { id, tipsterName, options }: Ticket,
  words: readonly ((text: string) => boolean)[],
): boolean {
  const texts = [id, tipsterName, ...options.map(({ game }) => game)];
  return words.every((isIn) => texts.some(isIn));
}
