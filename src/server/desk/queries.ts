import { and, asc, desc, eq, gt, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';

import type { Queryable } from '../db/database.ts';
import { audit, fixtures, legs, members, tips } from '../db/schema.ts';
import { type FixtureRow, hour } from '../fixtures/queries.ts';
import { nameOf } from '../members/names.ts';

/** What stands and is not confirmed yet. */
export const isOpen = and(isNull(tips.confirmedAt), isNull(tips.withdrawnAt));

/** How long before its kick-off a game without a price presses. */
const soon = 2 * hour;

/** How long after its confirmation a ticket is compared with the rules. */
const compared = 72 * hour;

/** Who looks at the desk, and when; of one fixture alone, if they say which. */
export type Look = { by: string; at: Date; fixtureId?: string };

/** What the open tickets of others hold, by fixture and option, and how many of one's own do. */
export async function openSelections(database: Queryable, { by, fixtureId }: Look) {
  const counted = (condition: SQL) =>
    sql`count(*) filter (where ${tips.ownerId} <> ${by} and ${condition})`.mapWith(Number);
  const result = (is: string) => sql`${legs.result} = ${is}`;
  const earlier = sql`${legs.decidedVersion} is distinct from ${fixtures.version}`;
  const odds = (pick: 'min' | 'max') =>
    sql`coalesce(${sql.raw(pick)}(${legs.odd}) filter (where ${tips.ownerId} <> ${by}), 0)`.mapWith(
      Number,
    );
  return database
    .select({
      fixtureId: legs.fixtureId,
      oddsId: legs.oddsId,
      tickets: counted(sql`true`),
      own: sql`count(*) filter (where ${tips.ownerId} = ${by})`.mapWith(Number),
      unpriced: counted(sql`${legs.odd} = 0 and ${legs.result} <> 'void'`),
      lowest: odds('min'),
      highest: odds('max'),
      versions: sql`sum(${tips.version})`.mapWith(Number),
      pending: counted(result('pending')),
      won: counted(result('won')),
      lost: counted(result('lost')),
      void: counted(result('void')),
      earlier: {
        won: counted(sql`${result('won')} and ${earlier}`),
        lost: counted(sql`${result('lost')} and ${earlier}`),
        void: counted(sql`${result('void')} and ${earlier}`),
      },
    })
    .from(tips)
    .innerJoin(legs, eq(legs.tipId, tips.id))
    .innerJoin(fixtures, eq(fixtures.id, legs.fixtureId))
    .where(and(isOpen, ofFixture(fixtureId)))
    .groupBy(legs.fixtureId, legs.oddsId);
}

/** What others' tickets that were confirmed lately hold that was decided by an earlier result. */
export async function confirmedSelections(database: Queryable, { by, at, fixtureId }: Look) {
  const result = (is: string) =>
    sql`count(*) filter (where ${legs.result} = ${is})`.mapWith(Number);
  return database
    .select({
      fixtureId: legs.fixtureId,
      oddsId: legs.oddsId,
      earlier: { won: result('won'), lost: result('lost'), void: result('void') },
    })
    .from(tips)
    .innerJoin(legs, eq(legs.tipId, tips.id))
    .innerJoin(fixtures, eq(fixtures.id, legs.fixtureId))
    .where(
      and(
        gt(tips.confirmedAt, new Date(at.getTime() - compared)),
        isNull(tips.withdrawnAt),
        ne(tips.ownerId, by),
        sql`${legs.decidedVersion} is distinct from ${fixtures.version}`,
        ofFixture(fixtureId),
      ),
    )
    .groupBy(legs.fixtureId, legs.oddsId);
}

/** How many open tickets of others wait for a price, press for one, and wait for nothing but their end. */
export async function waitingTickets(database: Queryable, { by, at }: Look) {
  const unpriced = sql`${legs.odd} = 0 and ${legs.result} <> 'void'`;
  const until = new Date(at.getTime() + soon).toISOString();
  const pressing = sql`${fixtures.kickOff} > ${at.toISOString()}::timestamptz
    and ${fixtures.kickOff} <= ${until}::timestamptz`;
  const each = database
    .select({
      unpriced: sql<boolean>`bool_or(${unpriced})`.as('unpriced'),
      soon: sql<boolean>`bool_or(${unpriced} and ${pressing})`.as('soon'),
      ready: sql<boolean>`not bool_or(${legs.result} = 'pending')`.as('ready'),
    })
    .from(tips)
    .innerJoin(legs, eq(legs.tipId, tips.id))
    .innerJoin(fixtures, eq(fixtures.id, legs.fixtureId))
    .where(and(isOpen, ne(tips.ownerId, by)))
    .groupBy(tips.id)
    .as('ticket');
  const [counts] = await database
    .select({
      unpriced: sql`count(*) filter (where ${each.unpriced})`.mapWith(Number),
      unpricedSoon: sql`count(*) filter (where ${each.soon})`.mapWith(Number),
      ready: sql`count(*) filter (where ${each.ready})`.mapWith(Number),
    })
    .from(each);
  return counts ?? { unpriced: 0, unpricedSoon: 0, ready: 0 };
}

/** These fixtures, the earliest first. */
export async function fixturesInOrder(
  database: Queryable,
  ids: readonly string[],
): Promise<FixtureRow[]> {
  if (ids.length === 0) return [];
  return database
    .select()
    .from(fixtures)
    .where(inArray(fixtures.id, [...ids]))
    .orderBy(asc(fixtures.kickOff), asc(fixtures.id));
}

/** Who did something to it, and when; without a name where no person did. */
export type Author = { by?: string; at: string };

/** Who changed one of these things last, as it was written down. */
export async function lastAuthor(
  database: Queryable,
  action: 'fixture.result' | 'leg.price',
  subjects: readonly string[],
): Promise<Author | undefined> {
  if (subjects.length === 0) return undefined;
  const [entry] = await database
    .select({ at: audit.at, actorId: audit.actorId })
    .from(audit)
    .where(and(inArray(audit.subject, [...subjects]), eq(audit.action, action)))
    .orderBy(desc(audit.id))
    .limit(1);
  return entry && authorOf(database, entry.actorId, entry.at);
}

/** Somebody's name beside the moment of what they did. */
export async function authorOf(
  database: Queryable,
  memberId: string | null,
  at: Date,
): Promise<Author> {
  const [names] = memberId
    ? await database.select().from(members).where(eq(members.id, memberId))
    : [];
  return { ...(names && { by: nameOf(names) }), at: at.toISOString() };
}

function ofFixture(fixtureId: string | undefined): SQL | undefined {
  return fixtureId === undefined ? undefined : eq(legs.fixtureId, fixtureId);
}
