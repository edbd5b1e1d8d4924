import { isDeepStrictEqual as isEqual } from 'node:util';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { DeskFixture, setResult } from '#contract/desk.ts';
import { ApiProblem } from '#contract/problem.ts';
import { pairsToScore } from '#domain/fixture.ts';
import { validateResult, type MatchResult, type ResultProblem } from '#domain/results/result.ts';

import type { Transaction } from '../db/database.ts';
import { audit, fixtures, legs, tips } from '../db/schema.ts';
import { resultReports } from '../db/source-tables.ts';
import {
  type OwnedTip,
  raiseTipCursors,
  createResultEvent,
  toFixtureResult,
} from '../fixtures/changes.ts';
import { toGoalColumns } from '../fixtures/presenter.ts';
import { raiseCursor, raiseCursors } from '../operations/cursor.ts';
import type { Answer, Continuation } from '../operations/idempotency.ts';
import { etagOf, matchesVersion } from '../tips/presenter.ts';
import { readDeskFixture, createStaleResultProblem } from './presenter.ts';
import { batchSize, type DeskCall } from './batches.ts';

/** A request to set a fixture's result; `ifMatch` is the version that the caller saw. */
type ResultCall = DeskCall & { ifMatch: string | undefined };

/** Cursor between batches: the last tip that was marked as changed for this version. */
export type ResultCursor = { after: string | undefined; version: number };

/**
 * Sets the result of a fixture. Then marks the tips on it as changed, one batch per transaction, so
 * that devices pull them. Setting the current result again changes nothing and continues an
 * interrupted run.
 */
export async function setFixtureResult(
  tx: Transaction,
  setting: ResultCall,
  body: z.output<typeof setResult.body>,
  progress: ResultCursor | undefined,
): Promise<Answer<DeskFixture> | Continuation<ResultCursor>> {
  const { fixtureId, by, arrivedAt: at } = setting;
  if (!progress) return { unfinished: await writeResult(tx, setting, body) };
  const { after, version } = progress;
  const affected = await readTipsOnFixture(tx, fixtureId, after);
  await raiseCursors(tx, [by, ...affected.map(({ ownerId }) => ownerId)]);
  await raiseTipCursors(tx, affected);
  const last = affected.at(-1);
  if (last) await saveResultCursor(tx, setting, { after: last.id, version });
  if (last && affected.length === batchSize) return { unfinished: { after: last.id, version } };
  await refuseReplacedResult(tx, setting, body);
  const fixture = await readDeskFixture(tx, { by, at, fixtureId });
  return { body: fixture, etag: etagOf(fixture) };
}

/**
 * Refuses the caller if another result was saved meanwhile, even after the caller's own result,
 * because the response would contain a version that the caller never saw. Locks the fixture until
 * the end of the transaction.
 */
async function refuseReplacedResult(
  tx: Transaction,
  setting: ResultCall,
  body: z.output<typeof setResult.body>,
): Promise<void> {
  const isIt = eq(fixtures.id, setting.fixtureId);
  const [current] = await tx.select().from(fixtures).where(isIt).for('share');
  if (!current || isEqual(toFixtureResult(current), toResultColumns(toMatchResult(body)))) return;
  if (!matchesVersion(setting.ifMatch, current)) throw await createStaleResultProblem(tx, setting);
}

/** Saves the cursor, unless the fixture has a newer version, whose batches begin again. */
async function saveResultCursor(
  tx: Transaction,
  { fixtureId }: ResultCall,
  { after, version }: ResultCursor,
): Promise<void> {
  await tx
    .update(fixtures)
    .set({ passedOnUntil: sql`greatest(${fixtures.passedOnUntil}, ${after}::uuid)` })
    .where(and(eq(fixtures.id, fixtureId), eq(fixtures.version, version)));
}

async function writeResult(
  tx: Transaction,
  setting: ResultCall,
  { reason, ...body }: z.output<typeof setResult.body>,
): Promise<ResultCursor> {
  const { fixtureId, by, arrivedAt, ifMatch } = setting;
  // Locks members before fixtures, in the same order as the posting of a tip: no deadlocks.
  await raiseCursor(tx, by);
  // failpoint: result-not-locked
  const [before] = await tx
    .select()
    .from(fixtures)
    .where(eq(fixtures.id, fixtureId))
    .for('no key update');
  if (!before) throw new ApiProblem('not-found');
  const result = toMatchResult(body);
  const entered = validateResult(result, before.kickOff, arrivedAt);
  if (!entered.allowed) throw createResultProblem(entered.problem, body);
  const after = toResultColumns(result);
  if (isEqual(toFixtureResult(before), after)) {
    await closeResultReport(tx, fixtureId, arrivedAt);
    return { after: before.passedOnUntil ?? undefined, version: before.version };
  }
  // failpoint: result-replaced-unseen
  if (!matchesVersion(ifMatch, before)) throw await createStaleResultProblem(tx, setting);
  await closeResultReport(tx, fixtureId, arrivedAt);
  const [saved = before] = await tx
    .update(fixtures)
    .set({ ...after, updatedAt: arrivedAt })
    .where(eq(fixtures.id, fixtureId))
    .returning();
  const stamp = { at: arrivedAt, actorId: by, reason: reason?.trim() ?? '' };
  await tx.insert(audit).values(createResultEvent(stamp, { id: fixtureId, before, after }));
  return { after: undefined, version: saved.version };
}

/** Closes the deviating result of a source, because an administrator has decided. */
async function closeResultReport(tx: Transaction, fixtureId: string, keptAt: Date): Promise<void> {
  await tx.update(resultReports).set({ keptAt }).where(eq(resultReports.fixtureId, fixtureId));
}

type ResultBody = Omit<z.output<typeof setResult.body>, 'reason'>;

function toMatchResult({ status, halfTime, fullTime, firstGoal }: ResultBody): MatchResult {
  const half = halfTime && pairsToScore({ fullTime: halfTime }).fullTime;
  const full = fullTime && pairsToScore({ fullTime }).fullTime;
  return { status, halfTime: half, fullTime: full, firstGoal };
}

function toResultColumns({ status, halfTime, fullTime, firstGoal }: MatchResult) {
  return { status, ...toGoalColumns(fullTime && { fullTime, halfTime, firstGoal }) };
}

/** The invalid field and its error code for each problem. */
const wrongFields = {
  'score-missing': ['fullTime', 'required'],
  'impossible-score': ['fullTime', 'invalid'],
  'impossible-half-time': ['halfTime', 'invalid'],
  'impossible-first-goal': ['firstGoal', 'mismatch'],
} as const;

function createResultProblem(
  problem: ResultProblem,
  { fullTime, halfTime }: ResultBody,
): ApiProblem {
  if (problem === 'too-early-to-decide') {
    return new ApiProblem(problem, { errors: { status: [problem] } });
  }
  if (problem === 'score-unexpected') {
    const field = fullTime ? 'fullTime' : halfTime ? 'halfTime' : 'firstGoal';
    return new ApiProblem('invalid-input', { errors: { [field]: ['mismatch'] } });
  }
  const [field, wrong] = wrongFields[problem];
  return new ApiProblem('invalid-input', { errors: { [field]: [wrong] } });
}

/**
 * Reads the next batch of tips on a fixture. Confirmed tips are included, as they also show the
 * score.
 */
async function readTipsOnFixture(
  tx: Transaction,
  fixtureId: string,
  after: string | undefined,
): Promise<OwnedTip[]> {
  return tx
    .select({ id: tips.id, ownerId: tips.ownerId })
    .from(legs)
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(
      and(
        eq(legs.fixtureId, fixtureId),
        isNull(tips.withdrawnAt),
        after === undefined ? undefined : gt(tips.id, after),
      ),
    )
    .orderBy(asc(tips.id))
    .limit(batchSize);
}
