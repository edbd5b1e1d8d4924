import { and, desc, eq, gte, ne, or, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { DeskTicketCounts, settleFixture } from '#contract/desk.ts';
import { ApiProblem } from '#contract/problem.ts';
import { findOptionById } from '#domain/catalogue.ts';
import { validateDecision } from '#domain/settlement/settlement.ts';
import { undoWindowMs } from '#domain/tip.ts';

import type { Transaction } from '../db/database.ts';
import { fixtures, legs, tips } from '../db/schema.ts';
import { toMatchFacts } from '../fixtures/presenter.ts';
import type { FixtureRow } from '../fixtures/queries.ts';
import type { Answer, Continuation } from '../operations/idempotency.ts';
import { applyLegChange, renewLegDecision, createDecisionProblem } from '../tips/leg-changes.ts';
import type { LegRow } from '../tips/queries.ts';
import { restoreLegDecision } from '../tips/undo.ts';
import { readChangeAuthor } from './authors.ts';
import {
  changeLegBatch,
  type DeskCall,
  createOptionCondition,
  type BatchCursor,
  refuseDuplicateOptions,
  runUndisputedFirst,
} from './batches.ts';
import { createStaleFixtureProblem, createStaleResultProblem } from './presenter.ts';
import { isOpenTip } from './queries.ts';

type SettlementBody = z.output<typeof settleFixture.body>;

/** Settles options of a fixture in one batch of open tips, undisputed options first. */
export async function settleLegs(
  tx: Transaction,
  call: DeskCall,
  { results, version }: SettlementBody,
  progress: BatchCursor | undefined,
): Promise<Answer<DeskTicketCounts> | Continuation<BatchCursor>> {
  refuseDuplicateOptions('results', results);
  return runUndisputedFirst(results, progress, {
    findDisputed: async () => readConflictingDecisions(tx, call, { results, version }),
    run: async (some, cursor) =>
      settleOptions(tx, call, { results: some, all: results, version }, cursor),
  });
}

type RequestedResults = { results: readonly SettlementBody['results'][number][] };

async function settleOptions(
  tx: Transaction,
  call: DeskCall,
  {
    results,
    all,
    version,
  }: RequestedResults & { all: RequestedResults['results'] } & Pick<SettlementBody, 'version'>,
  progress: BatchCursor | undefined,
): Promise<Answer<DeskTicketCounts> | Continuation<BatchCursor>> {
  const { by, arrivedAt } = call;
  const oddsIds = results.map(({ oddsId }) => oddsId);
  const since = new Date(arrivedAt.getTime() - undoWindowMs);
  const isOwn = eq(legs.decidedBy, by);
  const unlike = createOptionCondition(results, ({ result, reason = '', ifPending, act }) => {
    const isOther = ne(legs.result, result);
    if (result === 'pending')
      return and(
        isOther,
        isOwn,
        act === undefined ? undefined : sql`${legs.undo} ->> 'act' = ${act}`,
      );
    const isAgain = !ifPending && reason.trim() !== '';
    return isAgain ? or(isOther, isDecidedByOtherVersion(version)) : isOther;
  });
  const work = {
    oddsIds,
    unlike,
    changeable: () =>
      createOptionCondition(results, ({ result, ifPending }) => {
        if (result === 'pending') return gte(legs.decidedAt, since);
        return ifPending
          ? or(eq(legs.result, 'pending'), isDecidedByOtherVersion(version))
          : sql`true`;
      }),
    refuse: async () => {
      const fixture = await lockFixtureAtVersion(tx, call, version);
      await refuseConflictingDecision(tx, call, { results, version });
      await refuseUndecidableResults(tx, call, { results, all, fixture, unlike });
    },
    change: (leg: LegRow) => {
      const index = all.findIndex(({ oddsId }) => oddsId === leg.oddsId);
      const { result, reason, act } = all[index] ?? {};
      const undone = result === 'pending' ? restoreLegDecision(leg, { by, since, act }) : undefined;
      if (undone !== undefined) return undone;
      const change = { ...(result && { result }), ...(reason !== undefined && { reason }) };
      const changed =
        leg.result === result
          ? renewLegDecision(leg, reason ?? '', arrivedAt)
          : applyLegChange(leg, change, arrivedAt, `results.${index}`);
      return changed && { ...changed, ...(act !== undefined && { act }) };
    },
  };
  return changeLegBatch(tx, call, work, progress);
}

/** SQL condition: another version of the fixture decided the leg, so it may be decided again. */
function isDecidedByOtherVersion(version: number): SQL {
  return sql`${legs.decidedVersion} is distinct from ${version}`;
}

/** Returns a fixture and locks it until the commit; refuses a version that is not current. */
export async function lockFixtureAtVersion(
  tx: Transaction,
  call: DeskCall,
  version: number,
): Promise<FixtureRow> {
  const { fixtureId } = call;
  // failpoint: result-not-held
  const [fixture] = await tx.select().from(fixtures).where(eq(fixtures.id, fixtureId)).for('share');
  if (!fixture) throw new ApiProblem('not-found');
  // failpoint: earlier-result-decides
  if (fixture.version === version) return fixture;
  throw await createStaleResultProblem(tx, call);
}

/**
 * Returns the options that another administrator has decided differently by the current result,
 * each with the latest of these decisions.
 */
async function readConflictingDecisions(
  tx: Transaction,
  { fixtureId, by }: DeskCall,
  { results, version }: RequestedResults & Pick<SettlementBody, 'version'>,
  among: SQL | undefined = isOpenTip,
) {
  const otherwise = createOptionCondition(results, ({ result, over, ifPending }) =>
    result === 'pending' || over || ifPending
      ? undefined
      : and(
          ne(legs.result, 'pending'),
          ne(legs.result, result),
          ne(legs.decidedBy, by),
          eq(legs.decidedVersion, version),
        ),
  );
  return tx
    .selectDistinctOn([legs.oddsId], {
      oddsId: legs.oddsId,
      by: legs.decidedBy,
      at: legs.decidedAt,
    })
    .from(legs)
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(and(among, eq(legs.fixtureId, fixtureId), ne(tips.ownerId, by), otherwise))
    .orderBy(legs.oddsId, desc(legs.decidedAt));
}

/** Refuses a decision that conflicts with another administrator's, whom the problem names. */
export async function refuseConflictingDecision(
  tx: Transaction,
  call: DeskCall,
  sent: RequestedResults & Pick<SettlementBody, 'version'>,
  among?: SQL,
): Promise<void> {
  const [other] = await readConflictingDecisions(tx, call, sent, among);
  // failpoint: other-decision-replaced
  if (!other) return;
  const author = await readChangeAuthor(tx, other.by, other.at ?? call.arrivedAt);
  throw await createStaleFixtureProblem(tx, call, author);
}

/** The fixture, and the condition for legs that differ from the requested results. */
type DifferingLegs = { fixture: FixtureRow; unlike: SQL | undefined };

/** Refuses results that the rules do not allow, before the first batch is saved. */
export async function refuseUndecidableResults(
  tx: Transaction,
  { fixtureId, by, arrivedAt }: DeskCall,
  {
    results,
    all = results,
    fixture,
    unlike,
  }: RequestedResults & Partial<Record<'all', RequestedResults['results']>> & DifferingLegs,
  among: SQL | undefined = isOpenTip,
): Promise<void> {
  const rows = await tx
    .selectDistinct({ oddsId: legs.oddsId })
    .from(legs)
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(and(among, eq(legs.fixtureId, fixtureId), ne(tips.ownerId, by), unlike));
  const toChange = new Set(rows.map(({ oddsId }) => oddsId));
  for (const [index, { oddsId, result, reason }] of all.entries()) {
    const option = findOptionById(oddsId);
    if (!option || result === 'pending' || !toChange.has(oddsId)) continue;
    const checked = validateDecision(option, toMatchFacts(fixture), result, arrivedAt, reason);
    if (!checked.allowed) throw createDecisionProblem(checked.problem, `results.${index}`);
  }
}
