import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { RecordFigure, tipsterTips, TipsterTipState } from '#contract/records.ts';
import { oddsGroups } from '#domain/catalogue.ts';
import { windowStart } from '#domain/record.ts';

import type { Queryable } from '../db/database.ts';
import { fixtures, legs, tips } from '../db/schema.ts';
import { createUnknownCursorProblem } from '../platform/list-page.ts';
import { hasLegWhere, isPublicTip, type ListedTipRow, selectTips } from '../tips/queries.ts';

type TipsterTipQuery = z.output<typeof tipsterTips.query>;

/** Sort columns by the state of the tips, all descending; each order has an index. */
const orderColumns = {
  settled: [tips.lastKickOff, tips.createdAt, tips.id],
  open: [tips.createdAt, tips.id],
} as const;

/** Reads a page of one tipster's public tips. */
export async function readTipsterTips(
  database: Queryable,
  tipsterId: string,
  { limit, before, ...choice }: TipsterTipQuery,
  now: Date,
): Promise<ListedTipRow[]> {
  const { state } = choice;
  const order = orderColumns[state];
  const earlier =
    before === undefined
      ? undefined
      : await createEarlierCondition(database, { tipsterId, before, state });
  return selectTips(database)
    .where(
      and(
        eq(tips.ownerId, tipsterId),
        isPublicTip,
        state === 'settled' ? isNotNull(tips.confirmedAt) : isNull(tips.confirmedAt),
        earlier,
        matchesFilter(choice, now),
      ),
    )
    .orderBy(...order.map((column) => desc(column)))
    .limit(limit);
}

/** Condition: the tip comes after the last tip of the previous page, which may be withdrawn now. */
async function createEarlierCondition(
  database: Queryable,
  { tipsterId, before, state }: { tipsterId: string; before: string; state: TipsterTipState },
): Promise<SQL> {
  const [last] = await database
    .select({ lastKickOff: tips.lastKickOff, createdAt: tips.createdAt, id: tips.id })
    .from(tips)
    .where(and(eq(tips.id, before), eq(tips.ownerId, tipsterId), isNull(tips.copiedFrom)));
  if (!last) throw createUnknownCursorProblem();
  const created = sql`${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid`;
  const cursor =
    state === 'open' ? created : sql`${last.lastKickOff.toISOString()}::timestamptz, ${created}`;
  return sql`(${sql.join([...orderColumns[state]], sql`, `)}) < (${cursor})`;
}

type TipsterTipFilter = Omit<TipsterTipQuery, 'limit' | 'before' | 'state'>;

function matchesFilter({ league, option, month, window, at, figure }: TipsterTipFilter, now: Date) {
  return and(
    hasMatchingLeg(league, option),
    month === undefined ? undefined : isInMonth(month),
    window === undefined || window === 'all'
      ? undefined
      : gte(tips.lastKickOff, new Date(windowStart(window, now))),
    at === undefined ? undefined : eq(tips.lastKickOff, new Date(at)),
    figure && isCountedInFigure(figure),
  );
}

function hasMatchingLeg(league: string | undefined, option: string | undefined): SQL | undefined {
  if (league === undefined && option === undefined) return undefined;
  const ids = oddsGroups
    .filter(({ group }) => group === option)
    .flatMap(({ options }) => options.map(({ oddsId }) => oddsId));
  return hasLegWhere(
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

/** Condition: the tip counts in a figure of the record. */
function isCountedInFigure(figure: RecordFigure) {
  return and(
    inArray(tips.outcome, ['won', 'lost']),
    figure === 'priced' ? gt(tips.recordOdds, '0') : undefined,
    figure === 'in-time' ? lt(tips.createdAt, tips.expiresAt) : undefined,
  );
}
