import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { RecordFigure, tipsterTips, TipsterTipState } from '#contract/records.ts';
import { oddsGroups } from '#domain/catalogue.ts';
import { beginningOf } from '#domain/record.ts';

import type { Queryable } from '../db/database.ts';
import { fixtures, legs, tips } from '../db/schema.ts';
import { unknownCursor } from '../platform/list-page.ts';
import { hasLeg, isPublic, type ListedTipRow, selectTips } from '../tips/queries.ts';

type TipsterTipQuery = z.output<typeof tipsterTips.query>;

/** The columns that order the tips of a state, the latest first; an index holds each. */
const orders = {
  settled: [tips.lastKickOff, tips.createdAt, tips.id],
  open: [tips.createdAt, tips.id],
} as const;

/** A page of one tipster's public tips. */
export async function tipsterTipRows(
  database: Queryable,
  tipsterId: string,
  { limit, before, ...choice }: TipsterTipQuery,
  now: Date,
): Promise<ListedTipRow[]> {
  const { state } = choice;
  const order = orders[state];
  const earlier =
    before === undefined ? undefined : await earlierThan(database, { tipsterId, before, state });
  return selectTips(database)
    .where(
      and(
        eq(tips.ownerId, tipsterId),
        isPublic,
        state === 'settled' ? isNotNull(tips.confirmedAt) : isNull(tips.confirmedAt),
        earlier,
        isChosen(choice, now),
      ),
    )
    .orderBy(...order.map((column) => desc(column)))
    .limit(limit);
}

/** A row comparison with the last tip of the page before, which may have been withdrawn since. */
async function earlierThan(
  database: Queryable,
  { tipsterId, before, state }: { tipsterId: string; before: string; state: TipsterTipState },
): Promise<SQL> {
  const [last] = await database
    .select({ lastKickOff: tips.lastKickOff, createdAt: tips.createdAt, id: tips.id })
    .from(tips)
    .where(and(eq(tips.id, before), eq(tips.ownerId, tipsterId), isNull(tips.copiedFrom)));
  if (!last) throw unknownCursor();
  const created = sql`${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid`;
  const cursor =
    state === 'open' ? created : sql`${last.lastKickOff.toISOString()}::timestamptz, ${created}`;
  return sql`(${sql.join([...orders[state]], sql`, `)}) < (${cursor})`;
}

type Choice = Omit<TipsterTipQuery, 'limit' | 'before' | 'state'>;

function isChosen({ league, option, month, window, at, figure }: Choice, now: Date) {
  return and(
    hasChosenLeg(league, option),
    month === undefined ? undefined : isInMonth(month),
    window === undefined || window === 'all'
      ? undefined
      : gte(tips.lastKickOff, new Date(beginningOf(window, now))),
    at === undefined ? undefined : eq(tips.lastKickOff, new Date(at)),
    figure && countsIn(figure),
  );
}

function hasChosenLeg(league: string | undefined, option: string | undefined): SQL | undefined {
  if (league === undefined && option === undefined) return undefined;
  const ids = oddsGroups
    .filter(({ group }) => group === option)
    .flatMap(({ options }) => options.map(({ oddsId }) => oddsId));
  return hasLeg(
    and(
      league === undefined ? undefined : eq(fixtures.sportKey, league),
      option === undefined ? undefined : inArray(legs.oddsId, ids),
    ),
  );
}

function isInMonth(month: string) {
  const beginning = new Date(`${month}-01T00:00:00Z`);
  const end = new Date(beginning);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return and(gte(tips.lastKickOff, beginning), lt(tips.lastKickOff, end));
}

/** Condition: the tip counts in a figure. */
function countsIn(figure: RecordFigure) {
  return and(
    inArray(tips.outcome, ['won', 'lost']),
    figure === 'priced' ? gt(tips.recordOdds, '0') : undefined,
    figure === 'in-time' ? lt(tips.createdAt, tips.expiresAt) : undefined,
  );
}
