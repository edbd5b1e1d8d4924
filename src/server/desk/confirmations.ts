import { inArray } from 'drizzle-orm';

import type { confirmTips, reopenTips } from '#contract/desk.ts';
import type { ProblemCode } from '#contract/problem.ts';
import type { ReplyOf } from '#contract/route.ts';
import { allow, refuse, type RuleResult } from '#domain/rule-result.ts';
import { applyConfirmation, applyReopening } from '#domain/tip.ts';

import type { Transaction } from '../db/database.ts';
import { tips } from '../db/schema.ts';
import { raiseCursors } from '../operations/cursor.ts';
import type { Answer, Continuation } from '../operations/idempotency.ts';
import { hasOutdatedDecision } from '../tips/leg-changes.ts';
import { lockFixturesOfTips, type TipRow, readTipsById } from '../tips/queries.ts';
import { saveConfirmations, saveReopenings } from '../tips/save.ts';
import { batchSize } from './batches.ts';

/** A request for many tips: their ids, the administrator who sent it, and its arrival time. */
type TipBatchRequest = { ids: readonly string[]; by: string; arrivedAt: Date };

/** Progress between batches: the number of checked tips, ids of changed and of refused tips. */
export type TipBatchProgress = {
  checkedCount: number;
  doneIds: string[];
  left: { id: string; code: ProblemCode }[];
};

/** Confirms the next batch of the requested tips. */
export async function confirmTipBatch(
  tx: Transaction,
  request: TipBatchRequest,
  progress: TipBatchProgress | undefined,
): Promise<Answer<ReplyOf<typeof confirmTips>> | Continuation<TipBatchProgress>> {
  const { by, arrivedAt: at } = request;
  const { treated, allowed } = await checkTipBatch(tx, request, progress, (tip) => {
    const checked = applyConfirmation(tip, by, at);
    // A tip that another administrator has just confirmed is reported as confirmed.
    const isSo = !checked.allowed && checked.problem === 'already-confirmed';
    if (isSo) return allow(tip);
    const isOutdated = checked.allowed && tip.legs.some((leg) => hasOutdatedDecision(leg, at));
    return isOutdated ? refuse('decided-otherwise') : checked;
  });
  // failpoint: confirmed-twice
  const open = allowed.filter(({ confirmedAt }) => !confirmedAt);
  await saveConfirmations(tx, { at, by }, open);
  if (hasRemainingTips(treated, request)) return { unfinished: treated };
  return { body: { confirmed: treated.doneIds, left: treated.left } };
}

/** Reopens the next batch of the requested tips. */
export async function reopenTipBatch(
  tx: Transaction,
  request: TipBatchRequest,
  progress: TipBatchProgress | undefined,
): Promise<Answer<ReplyOf<typeof reopenTips>> | Continuation<TipBatchProgress>> {
  const { by, arrivedAt: at } = request;
  const { treated, allowed } = await checkTipBatch(tx, request, progress, (tip) =>
    applyReopening(tip, by, at),
  );
  const confirmed = allowed.filter(({ confirmedAt }) => confirmedAt);
  await saveReopenings(tx, { at, by }, confirmed);
  if (hasRemainingTips(treated, request)) return { unfinished: treated };
  return { body: { reopened: treated.doneIds, left: treated.left } };
}

/** Checks the next batch while the tips' owners are locked; `allowed` are the tips to change. */
async function checkTipBatch(
  tx: Transaction,
  { ids, by }: TipBatchRequest,
  { checkedCount, doneIds, left }: TipBatchProgress = { checkedCount: 0, doneIds: [], left: [] },
  check: (tip: TipRow) => RuleResult<unknown, ProblemCode>,
): Promise<{ treated: TipBatchProgress; allowed: TipRow[] }> {
  const batchIds = toDistinctIds(ids).slice(checkedCount, checkedCount + batchSize);
  const owners = await tx
    .select({ ownerId: tips.ownerId })
    .from(tips)
    .where(inArray(tips.id, batchIds));
  await raiseCursors(tx, [by, ...owners.map(({ ownerId }) => ownerId)]);
  await lockFixturesOfTips(tx, batchIds);

  const rows = new Map((await readTipsById(tx, batchIds)).map((row) => [row.id, row]));
  const treated: TipBatchProgress = {
    checkedCount: checkedCount + batchIds.length,
    doneIds: [...doneIds],
    left: [...left],
  };
  const allowed: TipRow[] = [];
  for (const id of batchIds) {
    const tip = rows.get(id);
    const judged = tip ? check(tip) : { allowed: false as const, problem: 'not-found' as const };
    if (!judged.allowed) treated.left.push({ id, code: judged.problem });
    else treated.doneIds.push(id);
    if (tip && judged.allowed) allowed.push(tip);
  }
  return { treated, allowed };
}

function hasRemainingTips({ checkedCount }: TipBatchProgress, { ids }: TipBatchRequest): boolean {
  return checkedCount < toDistinctIds(ids).length;
}

/** Removes duplicate ids, ignoring case. */
function toDistinctIds(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}
