import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';

import type { DeskFixture } from '#contract/desk.ts';
import { pricingWindowMs } from '#domain/odds/price.ts';

import type { Queryable } from '../db/database.ts';
import { fixtures, legs, tips } from '../db/schema.ts';
import { resultReports } from '../db/source-tables.ts';
import { toScorePair } from '../fixtures/presenter.ts';
import type { FixtureRow } from '../fixtures/queries.ts';

/** SQL condition: the tip is neither confirmed nor withdrawn. */
export const isOpenTip = and(isNull(tips.confirmedAt), isNull(tips.withdrawnAt));

/** SQL condition: the tip is confirmed and not withdrawn, so it counts in a record. */
export const isConfirmedTip = and(isNotNull(tips.confirmedAt), isNull(tips.withdrawnAt));

/** Scope of a desk query: the administrator's id, the time, and optionally one fixture. */
export type DeskQuery = { by: string; at: Date; fixtureId?: string };

/** Mask for 32 bits of a hash, so that a sum over a million tips is exact in JavaScript. */
const hashMask = sql.raw(String(2 ** 32 - 1));

/** An option with counts of other members' open tips; `own` counts the administrator's tips. */
export type OpenSelection = {
  oddsId: number;
  tickets: number;
  own: number;
  unpriced: number;
  lowest: number;
  highest: number;
  lowestSet: number | null;
  state: number;
  pending: number;
  won: number;
  lost: number;
  void: number;
  earlierWon: number;
  earlierLost: number;
  earlierVoid: number;
};

/**
 * Reads the options of open tips by fixture. A fixture's options are one JSON value, because the
 * driver would take longer to read a thousand rows than PostgreSQL takes to find them.
 */
export async function readOpenSelections(
  database: Queryable,
  { by, fixtureId }: DeskQuery,
): Promise<Map<string, OpenSelection[]>> {
  const ofOthers = sql`${tips.ownerId} <> ${by}`;
  const count = (name: keyof OpenSelection, condition = sql`true`) =>
    sql`count(*) filter (where ${ofOthers} and ${condition})`.as(name);
  const odds = (name: keyof OpenSelection, pick: 'min' | 'max') =>
    sql`coalesce(${sql.raw(pick)}(${legs.odd}) filter (where ${ofOthers}), 0)`.as(name);
  const result = (is: string) => sql`${legs.result} = ${is}`;
  const earlier = (is: string) =>
    sql`${result(is)} and ${legs.decidedVersion} is distinct from ${fixtures.version}`;
  const each = database
    .select({
      fixtureId: legs.fixtureId,
      oddsId: sql`${legs.oddsId}`.as('oddsId'),
      tickets: count('tickets'),
      own: sql`count(*) filter (where ${tips.ownerId} = ${by})`.as('own'),
      unpriced: count('unpriced', sql`${legs.odd} = 0 and ${legs.result} <> 'void'`),
      lowest: odds('lowest', 'min'),
      highest: odds('highest', 'max'),
      lowestSet: sql`min(nullif(${legs.odd}, 0)) filter (where ${ofOthers})`.as('lowestSet'),
      state: sql`sum(uuid_hash_extended(${tips.id}, ${tips.version}) & ${hashMask})`.as('state'),
      pending: count('pending', result('pending')),
      won: count('won', result('won')),
      lost: count('lost', result('lost')),
      void: count('void', result('void')),
      earlierWon: count('earlierWon', earlier('won')),
      earlierLost: count('earlierLost', earlier('lost')),
      earlierVoid: count('earlierVoid', earlier('void')),
    })
    .from(tips)
    .innerJoin(legs, eq(legs.tipId, tips.id))
    .innerJoin(fixtures, eq(fixtures.id, legs.fixtureId))
    .where(and(isOpenTip, isOfFixture(fixtureId)))
    .groupBy(legs.fixtureId, legs.oddsId)
    .as('each');
  const rows = await database
    .select({ fixtureId: each.fixtureId, selections: sql<OpenSelection[]>`json_agg("each")` })
    .from(each)
    .groupBy(each.fixtureId);
  return new Map(rows.map(({ fixtureId, selections }) => [fixtureId, selections]));
}

/** Counts the legs of other members' confirmed tips, of any age, that an earlier result decided. */
export async function readConfirmedSelections(database: Queryable, { by, fixtureId }: DeskQuery) {
  const result = (is: string) =>
    sql`count(*) filter (where ${legs.result} = ${is})`.mapWith(Number);
  return database
    .select({
      fixtureId: legs.fixtureId,
      oddsId: legs.oddsId,
      earlier: { won: result('won'), lost: result('lost'), void: result('void') },
    })
    .from(fixtures)
    .innerJoin(legs, eq(legs.fixtureId, fixtures.id))
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(
      and(
        sql`${fixtures.decidedEarlier}`,
        isConfirmedTip,
        ne(tips.ownerId, by),
        sql`${legs.decidedVersion} is distinct from ${fixtures.version}`,
        isOfFixture(fixtureId),
      ),
    )
    .groupBy(legs.fixtureId, legs.oddsId);
}

/** An option whose open tips have decisions that differ from `result`, the rules' result now. */
export type DifferingOption = { fixtureId: string; oddsId: number; result: string };

/**
 * Counts open tips of other members: without a price, without a price shortly before kick-off, and
 * ready to confirm. A tip is not ready if the rules now decide one of its legs differently.
 */
export async function countWaitingTips(
  database: Queryable,
  { by, at, differing }: DeskQuery & { differing: readonly DifferingOption[] },
) {
  const isOtherwise = differing.map(({ fixtureId, oddsId, result }) =>
    and(eq(legs.fixtureId, fixtureId), eq(legs.oddsId, oddsId), sql`${legs.result} <> ${result}`),
  );
  // A decision by the current result may intentionally differ from the rules.
  const isEarlier = sql`${legs.decidedVersion} is distinct from ${fixtures.version}`;
  const notYet = or(eq(legs.result, 'pending'), and(isEarlier, or(sql`false`, ...isOtherwise)));
  const unpriced = sql`${legs.odd} = 0 and ${legs.result} <> 'void'`;
  const until = new Date(at.getTime() + pricingWindowMs).toISOString();
  const pressing = sql`${fixtures.kickOff} > ${at.toISOString()}::timestamptz
    and ${fixtures.kickOff} <= ${until}::timestamptz`;
  const each = database
    .select({
      unpriced: sql<boolean>`bool_or(${unpriced})`.as('unpriced'),
      soon: sql<boolean>`bool_or(${unpriced} and ${pressing})`.as('soon'),
      ready: sql<boolean>`not bool_or(${notYet})`.as('ready'),
    })
    .from(tips)
    .innerJoin(legs, eq(legs.tipId, tips.id))
    .innerJoin(fixtures, eq(fixtures.id, legs.fixtureId))
    .where(and(isOpenTip, ne(tips.ownerId, by)))
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

/** Reads sources' deviating results that no administrator has decided yet. */
export async function readDeviatingResults(
  database: Queryable,
  { fixtureId }: DeskQuery,
): Promise<Map<string, DeskFixture['told']>> {
  const isOne = fixtureId === undefined ? undefined : eq(resultReports.fixtureId, fixtureId);
  const rows = await database
    .select()
    .from(resultReports)
    .where(and(isNull(resultReports.keptAt), isOne));
  return new Map(
    rows.map(({ fixtureId: id, source, status, ...goals }) => {
      const score = toScorePair(goals);
      return [id, { source, status, ...(score && { score }) }];
    }),
  );
}

/** Reads fixtures by id, ordered by kick-off. */
export async function readFixturesInOrder(
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

function isOfFixture(fixtureId: string | undefined): SQL | undefined {
  return fixtureId === undefined ? undefined : eq(legs.fixtureId, fixtureId);
}
