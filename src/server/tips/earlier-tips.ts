import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';

import { maxTipsPerDay } from '#contract/limits.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { SentLeg } from '#contract/tips.ts';
import { gameName } from '#domain/fixture.ts';
import { checkRepeatedTip, type EarlierTip } from '#domain/repeat.ts';
import { dayMs } from '#domain/durations.ts';

import { createPreparedQuery, type Transaction } from '../db/database.ts';
import { legs, tips } from '../db/schema.ts';
import type { IdempotencyContext } from '../operations/idempotency.ts';
import type { ResolvedLeg } from './resolved-legs.ts';

const placeholder = sql.placeholder;

const selectionsOfTip = sql<EarlierTip['selections']>`
  json_agg(json_build_object('fixtureId', ${legs.fixtureId}, 'oddsId', ${legs.oddsId}))`;

const unwithdrawnTipsQuery = createPreparedQuery((database) =>
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
        eq(tips.ownerId, placeholder('ownerId')),
        // A tip on a future game has a last kick-off in the future.
        gt(tips.lastKickOff, placeholder('arrivedAt')),
        isNull(tips.withdrawnAt),
        isNull(tips.copiedFrom),
      ),
    )
    .groupBy(tips.id)
    .having(sql`${placeholder('fixtureIds')}::text[] is null
      or bool_or(${legs.fixtureId} = any(${placeholder('fixtureIds')}::text[]))`)
    .prepare('standing_tips'),
);

/**
 * Reads the member's tips on the games of a slip, except withdrawn tips and copies; on all future
 * games if the slip names a game by its teams. The member's row must be locked.
 */
export async function readEarlierTips(
  tx: Transaction,
  ownerId: string,
  sent: readonly SentLeg[],
  arrivedAt: Date,
): Promise<EarlierTip[]> {
  const ids = sent.flatMap(({ fixtureId }) => fixtureId ?? []);
  const fixtureIds = ids.length === sent.length ? ids : null;
  return unwithdrawnTipsQuery(tx).execute({ ownerId, arrivedAt, fixtureIds });
}

/** Refuses legs that the member has posted in an equal tip, or in too many tips. */
export function refuseRepeatedLegs(
  sent: readonly ResolvedLeg[],
  kept: readonly ResolvedLeg[],
  earlier: readonly EarlierTip[],
): void {
  const checked = checkRepeatedTip(kept, earlier);
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

const nthLatestPostQuery = createPreparedQuery((database) =>
  database
    .select({ createdAt: tips.createdAt })
    .from(tips)
    .where(and(eq(tips.ownerId, placeholder('ownerId')), gt(tips.createdAt, placeholder('since'))))
    .orderBy(desc(tips.createdAt))
    .offset(placeholder('before'))
    .limit(1)
    .prepare('post_of_day'),
);

/**
 * Refuses a post if the member has posted `maxTipsPerDay` tips in the last 24 hours, including
 * copies and withdrawn tips. The member's row must be locked.
 */
export async function refuseTooManyPosts(
  tx: Transaction,
  ownerId: string,
  { arrivedAt }: IdempotencyContext,
): Promise<void> {
  const since = new Date(arrivedAt.getTime() - dayMs);
  const [first] = await nthLatestPostQuery(tx).execute({
    ownerId,
    since,
    before: maxTipsPerDay - 1,
  });
  if (!first) return;
  const remainingMs = first.createdAt.getTime() - since.getTime();
  throw new ApiProblem('daily-tip-limit', { retryAfterSeconds: Math.ceil(remainingMs / 1000) });
}
