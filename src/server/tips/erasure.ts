import { and, eq, or, sql } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';
import type { Tip } from '#contract/tips.ts';
import type { TextRemover } from '#domain/tip.ts';

import type { Transaction } from '../db/database.ts';
import { audit, operations, tips } from '../db/schema.ts';
import { raiseCursor, raiseCursors } from '../operations/cursor.ts';
import type { Answer } from '../operations/idempotency.ts';
import { toAdminTip } from './changes.ts';
import { etagOf, toTip, type Viewer } from './presenter.ts';
import { findTipIncludingWithdrawn, type TipRow } from './queries.ts';
import { toCachedJson } from './cached-json.ts';
import { deleteTexts, hasStoredText, tipHasText, toRowWithoutTexts } from './texts.ts';

type TextErasureRequest = { id: string; by: Viewer; reason?: string | undefined; arrivedAt: Date };

/** Removes the text of a tip; a tip without a text is not changed. */
export async function eraseText(
  tx: Transaction,
  { id, by, reason = '', arrivedAt }: TextErasureRequest,
): Promise<Answer<Tip>> {
  const tip = await lockTipForErasure(tx, id, by);
  const isOwn = tip.ownerId === by.id;
  const publicReason = isOwn ? '' : reason.trim();
  if (!isOwn && publicReason === '') {
    throw new ApiProblem('invalid-input', { errors: { reason: ['required'] } });
  }
  const remover = isOwn ? 'tipster' : 'administrator';
  const erasedTip = hasStoredText(tip) ? await saveErasure(tx, tip, remover) : tip;
  if (erasedTip !== tip) {
    await tx.insert(audit).values({
      at: arrivedAt,
      actorId: by.id,
      action: 'tip.erase',
      subject: `tip:${id}`,
      after: { by: remover },
      reason: publicReason,
    });
    await clearFingerprint(tx, tip);
  }
  const shown = by.role === 'administrator' ? toAdminTip(tx, erasedTip, by) : toTip(erasedTip, by);
  return { body: await shown, etag: etagOf(erasedTip) };
}

/** Locks the rows of the owner and of the remover, then reads the tip. */
async function lockTipForErasure(tx: Transaction, id: string, by: Viewer): Promise<TipRow> {
  const [found] = await tx.select({ ownerId: tips.ownerId }).from(tips).where(eq(tips.id, id));
  const mayErase = found && (found.ownerId === by.id || by.role === 'administrator');
  if (!mayErase) throw new ApiProblem('not-found');
  await raiseCursors(tx, [found.ownerId, by.id]);
  const tip = await findTipIncludingWithdrawn(tx, id);
  if (!tip) throw new ApiProblem('not-found');
  return tip;
}

async function saveErasure(tx: Transaction, tip: TipRow, by: TextRemover): Promise<TipRow> {
  const cursor = await raiseCursor(tx, tip.ownerId);
  const next = { ...toRowWithoutTexts(tip, by), version: tip.version + 1, cursor };
  const { version } = next;
  await deleteTexts(tx, eq(tips.id, tip.id), by, { wire: toCachedJson(next), version, cursor });
  return next;
}

/** Empties the fingerprint of the request that posted a tip, an unsalted digest with the text. */
async function clearFingerprint(tx: Transaction, { id, ownerId }: TipRow): Promise<void> {
  const isPost = or(
    eq(sql`lower(${operations.key})`, id),
    eq(sql`${operations.answer} ->> 'id'`, id),
  );
  await tx
    .update(operations)
    .set({ fingerprint: '' })
    .where(and(eq(operations.memberId, ownerId), isPost));
}

/** Removes all texts of a member whose account is deleted. The member's row must be locked. */
export async function eraseTextsOfMember(
  tx: Transaction,
  memberId: string,
  at: Date,
): Promise<void> {
  const hasText = sql`${tips.ownerId} = ${memberId} and ${tipHasText}`;
  await tx.execute(sql`
    insert into ${audit} (at, actor_id, action, subject, after)
    select ${at.toISOString()}::timestamptz, ${memberId}::uuid, 'tip.erase', 'tip:' || ${tips.id}, '{"by": "tipster"}'
    from ${tips} where ${hasText} order by ${tips.id}`);
  await deleteTexts(tx, hasText, 'tipster', { version: sql`${tips.version} + 1` });
}
