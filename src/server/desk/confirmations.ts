import { inArray } from 'drizzle-orm';

import type { confirmTips, reopenTips } from '#contract/desk.ts';
import type { ProblemCode } from '#contract/problem.ts';
import type { ReplyOf } from '#contract/route.ts';
import { allow, refuse, type RuleResult } from '#domain/rule-result.ts';
import { confirm, reopen } from '#domain/tip.ts';

import type { Transaction } from '../db/database.ts';
import { tips } from '../db/schema.ts';
import { raiseCursors } from '../operations/cursor.ts';
import type { Answer, Unfinished } from '../operations/once.ts';
import { isDecidedOtherwise } from '../tips/leg-changes.ts';
import { holdGames, type TipRow, tipsById } from '../tips/queries.ts';
import { saveConfirmed, saveReopened } from '../tips/save.ts';
import { partSize } from './parts.ts';

/** The ids of the tickets, the caller, and the arrival time. */
type Asked = { ids: readonly string[]; by: string; arrivedAt: Date };

/** The number of checked tickets, and the outcome for each. */
export type Treated = { looked: number; done: string[]; left: { id: string; code: ProblemCode }[] };

/** Confirms one batch of the tickets. */
export async function confirmPart(
  tx: Transaction,
  asked: Asked,
  progress: Treated | undefined,
): Promise<Answer<ReplyOf<typeof confirmTips>> | Unfinished<Treated>> {
  const { by, arrivedAt: at } = asked;
  const { treated, allowed } = await judgePart(tx, asked, progress, (tip) => {
    const checked = confirm(tip, by, at);
    // A ticket that another administrator confirmed meanwhile counts as confirmed.
    const isSo = !checked.allowed && checked.problem === 'already-confirmed';
    if (isSo) return allow(tip);
    const isOutdated = checked.allowed && tip.legs.some((leg) => isDecidedOtherwise(leg, at));
    return isOutdated ? refuse('decided-otherwise') : checked;
  });
  // failpoint: confirmed-twice
  const open = allowed.filter(({ confirmedAt }) => !confirmedAt);
  await saveConfirmed(tx, { at, by }, open);
  if (isUnfinished(treated, asked)) return { unfinished: treated };
  return { body: { confirmed: treated.done, left: treated.left } };
}

/** Reopens one batch of the tickets. */
export async function reopenPart(
  tx: Transaction,
  asked: Asked,
  progress: Treated | undefined,
): Promise<Answer<ReplyOf<typeof reopenTips>> | Unfinished<Treated>> {
  const { by, arrivedAt: at } = asked;
  const { treated, allowed } = await judgePart(tx, asked, progress, (tip) => reopen(tip, by, at));
  const confirmed = allowed.filter(({ confirmedAt }) => confirmedAt);
  await saveReopened(tx, { at, by }, confirmed);
  if (isUnfinished(treated, asked)) return { unfinished: treated };
  return { body: { reopened: treated.done, left: treated.left } };
}

type ConfirmedTip = TipRow & { confirmedBy: string | null };

/** Checks the next batch with its owners locked; `allowed` are the tickets to write. */
async function judgePart(
  tx: Transaction,
  { ids, by }: Asked,
  { looked, done, left }: Treated = { looked: 0, done: [], left: [] },
  judge: (tip: ConfirmedTip) => RuleResult<unknown, ProblemCode>,
): Promise<{ treated: Treated; allowed: ConfirmedTip[] }> {
  const part = distinct(ids).slice(looked, looked + partSize);
  const held = inArray(tips.id, part);
  const owners = await tx.select({ ownerId: tips.ownerId }).from(tips).where(held);
  await raiseCursors(tx, [by, ...owners.map(({ ownerId }) => ownerId)]);
  await holdGames(tx, part);

  const confirmers = await tx.select({ id: tips.id, by: tips.confirmedBy }).from(tips).where(held);
  const confirmerOf = new Map(confirmers.map((each) => [each.id, each.by]));
  const rows = new Map((await tipsById(tx, part)).map((row) => [row.id, row]));
  const treated: Treated = { looked: looked + part.length, done: [...done], left: [...left] };
  const allowed: ConfirmedTip[] = [];
  for (const id of part) {
    const row = rows.get(id);
    const tip = row && { ...row, confirmedBy: confirmerOf.get(id) ?? null };
    const judged = tip ? judge(tip) : { allowed: false as const, problem: 'not-found' as const };
    if (!judged.allowed) treated.left.push({ id, code: judged.problem });
    else treated.done.push(id);
    if (tip && judged.allowed) allowed.push(tip);
  }
  return { treated, allowed };
}

function isUnfinished({ looked }: Treated, { ids }: Asked): boolean {
  return looked < distinct(ids).length;
}

/** Each ticket once, regardless of the case of its id. */
function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}
