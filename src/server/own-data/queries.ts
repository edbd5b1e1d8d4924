import { and, desc, eq, sql } from 'drizzle-orm';

import type { OwnData } from '#contract/own-data.ts';

import type { Queryable } from '../db/database.ts';
import { follows, members } from '../db/schema.ts';
import { toProfile } from '../members/presenter.ts';
import { toTicket, type Viewer } from '../tips/presenter.ts';
import { ownTicketRows } from '../tips/queries.ts';
import type { TicketRow } from '../tips/rows.ts';

/** So many tickets are read at once; the next ones when these are there. */
const pageSize = 500;

/** Everything of a member's own. */
export async function ownDataOf(database: Queryable, member: Viewer, now: Date): Promise<OwnData> {
  const [row] = await database.select().from(members).where(eq(members.id, member.id));
  if (!row) throw new Error('a signed-in member has no row');
  const tickets = await allTicketsOf(database, member.id);
  return {
    exportedAt: now.toISOString(),
    profile: toProfile(row),
    tips: tickets.map((ticket) => toTicket(ticket, member)),
    follows: await followsOf(database, member.id),
  };
}

async function allTicketsOf(database: Queryable, ownerId: string): Promise<TicketRow[]> {
  const tickets: TicketRow[] = [];
  for (;;) {
    const before = tickets.at(-1)?.id;
    const next = await ownTicketRows(database, ownerId, { limit: pageSize, before });
    tickets.push(...next);
    if (next.length < pageSize) return tickets;
  }
}

async function followsOf(database: Queryable, memberId: string): Promise<OwnData['follows']> {
  const rows = await database
    .select({
      tipsterId: members.id,
      name: sql<string>`trim(${members.firstName} || ' ' || ${members.lastName})`,
      userName: members.userName,
      changedAt: follows.changedAt,
    })
    .from(follows)
    .innerJoin(members, eq(members.id, follows.tipsterId))
    .where(and(eq(follows.memberId, memberId), eq(follows.following, true)))
    .orderBy(desc(follows.changedAt), desc(members.id));
  return rows.map(({ tipsterId, name, userName, changedAt }) => ({
    tipsterId,
    name: name || userName,
    since: changedAt.toISOString(),
  }));
}
