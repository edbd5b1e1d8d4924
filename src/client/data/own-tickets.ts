import type { Ticket } from '#contract/tickets.ts';
import type { TicketView } from '#sync/fold.ts';
import type { MemberStore } from '#sync/member-store.ts';
import type { Observable } from '#sync/observable.ts';
import { type Folded, foldedQuery } from '#sync/folded-query.ts';

/** Which own tickets a screen shows: saved or booked ones, newest first, and how many of them. */
export type OwnTickets = { booked: boolean; limit: number };

/** What knows what operations mean for tickets. */
type Rules = {
  ticketsShown: (base: readonly Ticket[], operations: readonly unknown[]) => TicketView[];
  ticketShown: (
    base: Ticket | undefined,
    operations: readonly unknown[],
    id: string,
  ) => TicketView | undefined;
};

/** What tickets are folded from. */
export type OwnRows = {
  store: MemberStore;
  owed: Observable<readonly unknown[] | undefined>;
  rules: Observable<Rules | undefined>;
};

type Page = { tickets: Ticket[]; others: Ticket[]; asked: number };

/** How many more are read where operations have taken some away, at least. */
const step = 20;

/** Own tickets as their person sees them, saved or booked, newest first, as many as asked for. */
export function ownTickets(rows: OwnRows, which: OwnTickets): Folded<TicketView[]> {
  const { booked, limit } = which;
  const { store, owed, rules } = rows;
  return foldedQuery({
    owed,
    rules,
    wanted(operations, more) {
      const ids = joining(operations, booked);
      const leaving = more ? Math.ceil((operations.length + 1) / step) * step : 0;
      const asked = limit + leaving;
      return { key: `${asked} ${ids.join(' ')}`, read: () => readPage(store, booked, asked, ids) };
    },
    show({ tickets, others }, changes) {
      if (changes === 'none') return tickets.slice(0, limit);
      const base = others.length === 0 ? tickets : [...tickets, ...others];
      const shown = changes.rules.ticketsShown(base, changes.operations);
      return shown.filter(({ IsBooked }) => (IsBooked ?? false) === booked).slice(0, limit);
    },
    isShort: ({ tickets, asked }, shown) => shown.length < limit && tickets.length === asked,
  });
}

/** One own ticket; null when there is none. */
export function ownTicket({ store, owed, rules }: OwnRows, id: string): Folded<TicketView | null> {
  return foldedQuery({
    owed,
    rules,
    wanted: () => ({ key: id, read: () => store.tickets.get(id) }),
    show: (base: Ticket | undefined, changes) =>
      (changes === 'none' ? base : changes.rules.ticketShown(base, changes.operations, id)) ?? null,
  });
}

async function readPage(
  store: MemberStore,
  booked: boolean,
  asked: number,
  ids: readonly string[],
): Promise<Page> {
  const flag = booked ? 1 : 0;
  const newest = store.tickets
    .where('[booked+creationTime]')
    .between([flag, ''], [flag, '\uffff'])
    .reverse()
    .limit(asked)
    .toArray();
  if (ids.length === 0) return { tickets: await newest, others: [], asked };
  const found = store.tickets.bulkGet([...ids]);
  const [tickets, joined] = await Promise.all([newest, found]);
  const listed = new Set(tickets.map(({ id }) => id));
  const others = joined
    .filter((ticket) => ticket !== undefined)
    .filter(({ id }) => !listed.has(id));
  return { tickets, others, asked };
}

/**
 * The tickets that may belong to a page by what is owed alone, wherever their rows lie: what is
 * being booked joins the booked ones, and of a tip that was sent the row may have come already. All
 * others an operation can only take away.
 */
function joining(operations: readonly unknown[], booked: boolean): string[] {
  const ids = new Set<string>();
  for (const row of operations) {
    if (typeof row !== 'object' || row === null) continue;
    if (!('lane' in row) || typeof row.lane !== 'string' || !row.lane.startsWith('tip:')) continue;
    const wasSent = 'sentEver' in row && row.sentEver === true;
    const posts = 'kind' in row && row.kind === 'tip.post';
    if (posts ? wasSent : booked) ids.add(row.lane.slice(4));
  }
  return [...ids].toSorted();
}
