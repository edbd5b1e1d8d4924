import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';

import { tipsPerDay } from '#contract/limits.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { SentLeg } from '#contract/tips.ts';
import { gameName } from '#domain/fixture.ts';
import { checkRepeat, type EarlierTip } from '#domain/repeat.ts';
import { day } from '#domain/durations.ts';

import { prepared, type Transaction } from '../db/database.ts';
import { legs, tips } from '../db/schema.ts';
import type { ReceivedRequest } from '../operations/idempotency.ts';
import type { ChosenLeg } from './chosen-legs.ts';

const value = sql.placeholder;

const selectionsOfTip = sql<EarlierTip['selections']>`
  json_agg(json_build_object('fixtureId', ${legs.fixtureId}, 'oddsId', ${legs.oddsId}))`;

const standingTips = prepared((database) =>
  database
    .select({
      id: tips.id,
      isOpen: sql<boolean>`${tips.outcome} = 'open'`,
      selections: selectionsOfTip,
    })
    .from(tips)
    .innerJoin(legs, eq(legs.tipId, tips.id))
    .where(
      and(
        eq(tips.ownerId, value('ownerId')),
        // A tip on a future game has a last kick-off at that game or later.
        gt(tips.lastKickOff, value('arrivedAt')),
        isNull(tips.withdrawnAt),
        isNull(tips.copiedFrom),
      ),
    )
    .groupBy(tips.id)
    .having(sql`${value('fixtureIds')}::text[] is null
      or bool_or(${legs.fixtureId} = any(${value('fixtureIds')}::text[]))`)
    .prepare('standing_tips'),
);

/**
 * Returns the member's tips on the games of a slip that are not withdrawn, or on all future games
 * if the slip names one by its teams. Requires the lock on the member's row.
 */
export async function earlierTips(
  tx: Transaction,
  ownerId: string,
  sent: readonly SentLeg[],
  arrivedAt: Date,
): Promise<EarlierTip[]> {
  const ids = sent.flatMap(({ fixtureId }) => fixtureId ?? []);
  const fixtureIds = ids.length === sent.length ? ids : null;
  return standingTips(tx).execute({ ownerId, arrivedAt, fixtureIds });
}

/**
 * Refuses legs of a tip that its member has posted before, or that too many of their tips contain.
 */
export function refuseRepeat(
  sent: readonly ChosenLeg[],
  kept: readonly ChosenLeg[],
  earlier: readonly EarlierTip[],
): void {
  const checked = checkRepeat(kept, earlier);
  if (checked.allowed) return;
  const { problem } = checked;
  if (problem.code === 'already-tipped') {
    throw new ApiProblem(problem.code, { extra: { tipId: problem.tipId } });
  }
  const { code, selections } = problem;
  const errors = selections.map((leg) => [`options.${sent.indexOf(leg)}`, [code]]);
  const games = selections.map(({ fixtureId, fixture: { home, away } }) => ({
    fixtureId,
    game: gameName(home, away),
  }));
  throw new ApiProblem(code, {
    errors: Object.fromEntries(errors),
    extra: { selections: games },
  });
}

const postOfDay = prepared((database) =>
  database
    .select({ createdAt: tips.createdAt })
    .from(tips)
    .where(and(eq(tips.ownerId, value('ownerId')), gt(tips.createdAt, value('since'))))
    .orderBy(desc(tips.createdAt))
    .offset(value('before'))
    .limit(1)
    .prepare('post_of_day'),
);

/**
 * Refuses a post if its member has made `tipsPerDay` tips within the last 24 hours, copies and
 * withdrawn ones included. Requires the lock on the member's row.
 */
export async function refuseTooManyPosts(
  tx: Transaction,
  ownerId: string,
  { arrivedAt }: ReceivedRequest,
): Promise<void> {
  const since = new Date(arrivedAt.getTime() - day);
  const [first] = await postOfDay(tx).execute({ ownerId, since, before: tipsPerDay - 1 });
  if (!first) return;
  const remainingMs = first.createdAt.getTime() - since.getTime();
  throw new ApiProblem('daily-tip-limit', { retryAfterSeconds: Math.ceil(remainingMs / 1000) });
}
