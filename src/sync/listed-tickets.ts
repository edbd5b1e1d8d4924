import type { EntityTable } from 'dexie';
import type { Ticket } from '#contract/tickets.ts';
import type { ReadList } from './unreadable.ts';

/** A page of a list of tickets, newest first, as it was asked for and as it came. */
export type ListedPage = {
  list: ReadList<Ticket>;
  /** How many tickets a page holds unless it is the last one. */
  limit: number;
  /** The id of the ticket it begins after. */
  before?: string | undefined;
  /** With a fixture, only tickets that hold a leg on it are listed. */
  fixtureId?: string | undefined;
};

/**
 * What a page should hold and does not was taken back. Nothing is said about tickets beyond its
 * ends: those belong to other pages.
 */
export async function dropUnlisted(
  table: EntityTable<Ticket, 'id'>,
  { list, limit, before, fixtureId }: ListedPage,
): Promise<void> {
  const { rows, listed } = list;
  const last = listed.size < limit ? undefined : rows.at(-1);
  const after = before === undefined ? undefined : ((await table.get(before)) ?? rows[0]);
  if (before !== undefined && !after) return;

  const candidates = await table
    .where('creationTime')
    .between(last?.creationTime ?? '', after?.creationTime ?? '\uffff', true, true)
    .toArray();
  const gone = candidates.filter(
    (ticket) =>
      !listed.has(ticket.id) &&
      (!after || isOlder(ticket, after)) &&
      (!last || isOlder(last, ticket)) &&
      (fixtureId === undefined || ticket.options.some((leg) => leg.fixtureId === fixtureId)),
  );
  await table.bulkDelete(gone.map(({ id }) => id));
}

/** Whether a ticket comes later in a list that has the newest first. */
function isOlder(ticket: Ticket, other: Ticket): boolean {
  if (ticket.creationTime !== other.creationTime) return ticket.creationTime < other.creationTime;
  return ticket.id < other.id;
}
