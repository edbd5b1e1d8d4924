import { inArray } from 'drizzle-orm';

import type { confirmTips, reopenTips } from '#contract/desk.ts';
import type { ProblemCode } from '#contract/problem.ts';
import type { ReplyOf } from '#contract/route.ts';
import { confirm, reopen } from '#domain/tip.ts';

import type { Transaction } from '../db/database.ts';
import { tips } from '../db/schema.ts';
import { raiseCursors } from '../operations/cursor.ts';
import type { Answer, Unfinished } from '../operations/once.ts';
import { saveConfirmed, saveReopened } from '../tips/changes.ts';
import { type TipRow, tipsById } from '../tips/queries.ts';
import { partSize } from './parts.ts';

/** Which tickets, who asks, and when they asked. */
type Asked = { ids: readonly string[]; by: string; arrivedAt: Date };

/** How many of the tickets were looked at, and what became of them. */
export type Treated = { looked: number; done: string[]; left: { id: string; code: ProblemCode }[] };

/** Confirms a part of the tickets. */
export async function confirmPart(
  tx: Transaction,
  asked: Asked,
  progress: Treated | undefined,
): Promise<Answer<ReplyOf<typeof confirmTips>> | Unfinished<Treated>> {
  const { by, arrivedAt: at } = asked;
  const treated = await treatPart(tx, asked, progress, async (tip) => {
    const checked = confirm(tip, by, at);
    if (checked.allowed) await saveConfirmed(tx, tip, { at, by });
    else if (checked.problem !== 'already-confirmed') return checked.problem;
    return undefined;
  });
  if (isUnfinished(treated, asked)) return { unfinished: treated };
  return { body: { confirmed: treated.done, left: treated.left } };
}

/** Opens a part of the tickets again. */
export async function reopenPart(
  tx: Transaction,
  asked: Asked,
  progress: Treated | undefined,
): Promise<Answer<ReplyOf<typeof reopenTips>> | Unfinished<Treated>> {
  const { by, arrivedAt: at } = asked;
  const treated = await treatPart(tx, asked, progress, async (tip) => {
    const checked = reopen(tip, by, at);
    if (!checked.allowed) return checked.problem;
    if (tip.confirmedAt) await saveReopened(tx, tip, { at, by });
    return undefined;
  });
  if (isUnfinished(treated, asked)) return { unfinished: treated };
  return { body: { reopened: treated.done, left: treated.left } };
}

type ConfirmedTip = TipRow & { confirmedBy: string | null };

/** Does something with the next of the tickets, with their owners locked; it answers what forbids it. */
async function treatPart(
  tx: Transaction,
  { ids, by }: Asked,
  { looked, done, left }: Treated = { looked: 0, done: [], left: [] },
  treat: (tip: ConfirmedTip) => Promise<ProblemCode | undefined>,
): Promise<Treated> {
  const part = distinct(ids).slice(looked, looked + partSize);
  const held = inArray(tips.id, part);
  const owners = await tx.select({ ownerId: tips.ownerId }).from(tips).where(held);
  await raiseCursors(tx, [by, ...owners.map(({ ownerId }) => ownerId)]);

  const confirmers = await tx.select({ id: tips.id, by: tips.confirmedBy }).from(tips).where(held);
  const confirmerOf = new Map(confirmers.map((each) => [each.id, each.by]));
  const rows = new Map((await tipsById(tx, part)).map((row) => [row.id, row]));
  const treated: Treated = { looked: looked + part.length, done: [...done], left: [...left] };
  for (const id of part) {
    const row = rows.get(id);
    const code = row
      ? await treat({ ...row, confirmedBy: confirmerOf.get(id) ?? null })
      : 'not-found';
    if (code) treated.left.push({ id, code });
    else treated.done.push(id);
  }
  return treated;
}

function isUnfinished({ looked }: Treated, { ids }: Asked): boolean {
  return looked < distinct(ids).length;
}

/** Each ticket once, however its id is written. */
function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}
