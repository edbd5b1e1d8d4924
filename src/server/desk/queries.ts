import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm';

import type { ProposedCorrection } from '#contract/desk.ts';
import { correctionWindow } from '#domain/tip.ts';

import type { Queryable } from '../db/database.ts';
import { proposedCorrections } from '../db/desk-tables.ts';
import { fixtures, legs, members, tips } from '../db/schema.ts';
import { type FixtureRow, hour } from '../fixtures/queries.ts';
import { named, nameOf } from '../members/names.ts';

/** What stands and is not confirmed yet. */
export const isOpen = and(isNull(tips.confirmedAt), isNull(tips.withdrawnAt));

/** What counts in a record. */
export const isConfirmed = and(isNotNull(tips.confirmedAt), isNull(tips.withdrawnAt));

/** How long before its kick-off a game without a price presses. */
const soon = 2 * hour;

/** How long after its confirmation a ticket is compared with the rules. */
const compared = correctionWindow;

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
      lowestSet:
        sql`min(${legs.odd}) filter (where ${tips.ownerId} <> ${by} and ${legs.odd} > 0)`.mapWith(
          Number,
        ),
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

/** Corrections that wait for a second administrator, unless the result changed since. */
export async function waitingCorrections(
  database: Queryable,
  { fixtureId }: Look,
): Promise<Map<string, ProposedCorrection>> {
  const rows = await database
    .select({
      fixtureId: proposedCorrections.fixtureId,
      memberId: proposedCorrections.proposedBy,
      at: proposedCorrections.proposedAt,
      reason: proposedCorrections.reason,
      results: proposedCorrections.results,
      ...named,
    })
    .from(proposedCorrections)
    .innerJoin(members, eq(members.id, proposedCorrections.proposedBy))
    .innerJoin(
      fixtures,
      and(
        eq(fixtures.id, proposedCorrections.fixtureId),
        eq(fixtures.version, proposedCorrections.version),
      ),
    )
    .where(fixtureId === undefined ? undefined : eq(fixtures.id, fixtureId));
  return new Map(
    rows.map(({ memberId, at, reason, results, ...row }) => [
      row.fixtureId,
      { by: { id: memberId, name: nameOf(row) }, at: at.toISOString(), reason, results },
    ]),
  );
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

function ofFixture(fixtureId: string | undefined): SQL | undefined {
  return fixtureId === undefined ? undefined : eq(legs.fixtureId, fixtureId);
}
