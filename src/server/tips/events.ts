import * as z from 'zod/mini';

import { PostedLeg } from '#contract/proof/tip-replay.ts';
import { oddNameOf, findOptionById } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import type { NoticeKind } from '#domain/notice.ts';
import { expiryOf, lastKickOffOf, undoWindowMs } from '#domain/tip.ts';

import type { Transaction } from '../db/database.ts';
import { audit } from '../db/schema.ts';
import {
  insertNotices,
  insertReplacedNotices,
  type ReplacedDecision,
  updateSettledNotices,
  deleteReplacedNotices,
  deleteSettledNotices,
} from '../notices/changes.ts';
import { isNewDecision, type AppliedLegChange } from './leg-changes.ts';
import type { LegRow, TipRow } from './queries.ts';

/** Time and author of an action; `by` is null if a rule of the server acts. */
export type AuditStamp = { at: Date; by: string | null };

type NewAuditEntry = typeof audit.$inferInsert;

/** A tip, and the changes of its legs. */
export type ChangedTip = { tip: TipRow; changes: readonly AppliedLegChange[] };

/** Writes an event per change of a leg; notifies the owner when the last missing price is set. */
export async function auditLegChanges(
  tx: Transaction,
  stamp: AuditStamp,
  all: readonly ChangedTip[],
) {
  await tx
    .insert(audit)
    .values(
      all.flatMap(({ tip, changes }) =>
        changes.flatMap((each) => createLegEvents(tip, stamp, each)),
      ),
    );
  await insertTipNotices(tx, 'priced', stamp, all.filter(isLastPriceSet));
}

/** True if these changes set the last missing price of a tip. */
function isLastPriceSet({ tip: { legs: before }, changes }: ChangedTip): boolean {
  const after = before.map(
    (leg) => changes.find((change) => change.after.position === leg.position)?.after ?? leg,
  );
  return before.some(isUnpriced) && !after.some(isUnpriced);
}

function isUnpriced({ odd, result }: Pick<LegRow, 'odd' | 'result'>): boolean {
  return odd === 0 && result !== 'void';
}

/**
 * Notifies an administrator whose decision of a leg another administrator has replaced, unless the
 * game has a new result. Deletes this notice when an undo restores the decision.
 */
export async function notifyReplacedDecisions(
  tx: Transaction,
  { at, by }: AuditStamp,
  all: readonly ChangedTip[],
) {
  const replaced = new Map<string, ReplacedDecision>();
  const again = new Map<string, Omit<ReplacedDecision, 'tip'>>();
  for (const { tip, changes } of all) {
    for (const { before, after, isUndo } of changes) {
      const { fixtureId, decidedVersion, decidedBy: memberId } = before;
      if (before.result === after.result) continue;
      const { decidedBy } = after;
      if (isUndo && decidedBy) {
        again.set(`${decidedBy} ${fixtureId}`, { memberId: decidedBy, fixtureId });
      }
      const isReplaced = !isUndo && decidedVersion === after.decidedVersion;
      if (by === null || memberId === null || memberId === by || !isReplaced) continue;
      const key = `${memberId} ${fixtureId}`;
      if (!replaced.has(key)) replaced.set(key, { memberId, fixtureId, tip });
    }
  }
  await deleteReplacedNotices(tx, [...again.values()], at);
  await insertReplacedNotices(tx, [...replaced.values()], at);
}

async function insertTipNotices(
  tx: Transaction,
  kind: NoticeKind,
  { at }: Pick<AuditStamp, 'at'>,
  all: readonly { tip: TipRow }[],
): Promise<void> {
  await insertNotices(
    tx,
    all.map(({ tip }) => ({ at, kind, tip, outcome: tip.outcome })),
  );
}

/**
 * Writes the events of confirmed tips. Their owners and followers are notified after the time in
 * which the administrator can undo the confirmation.
 */
export async function auditConfirmations(
  tx: Transaction,
  stamp: AuditStamp,
  tips: readonly TipRow[],
) {
  await tx.insert(audit).values(tips.map((tip) => createConfirmationEvent(tip, stamp)));
  const at = stamp.by === null ? stamp.at : new Date(stamp.at.getTime() + undoWindowMs + 1);
  await insertTipNotices(
    tx,
    'settled',
    { at },
    tips.map((tip) => ({ tip })),
  );
}

/**
 * Notifies about corrected tips; a confirmation's notice that nobody sees yet is updated instead.
 */
export async function notifyCorrections(
  tx: Transaction,
  stamp: AuditStamp,
  tips: readonly TipRow[],
) {
  const all = tips.map((tip) => ({ tip, outcome: tip.outcome }));
  const waiting = await updateSettledNotices(tx, all, stamp.at);
  await insertTipNotices(
    tx,
    'corrected',
    stamp,
    all.filter(({ tip }) => !waiting.has(tip.id)),
  );
}

/** Writes events of reopened tips; deletes their confirmation's notices, which nobody sees yet. */
export async function auditReopenings(tx: Transaction, stamp: AuditStamp, tips: readonly TipRow[]) {
  const { at, by } = stamp;
  await tx.insert(audit).values(
    tips.map(({ id, confirmedAt }) => ({
      at,
      actorId: by,
      action: 'tip.reopen',
      subject: `tip:${id}`,
      before: { confirmedAt },
      after: { confirmedAt: null },
    })),
  );
  await deleteSettledNotices(
    tx,
    tips.map(({ id }) => id),
    at,
  );
}

type PostedTip = Pick<TipRow, 'id' | 'ownerId' | 'createdAt' | 'copiedFrom' | 'stake'> & {
  legs: readonly Pick<LegRow, 'fixtureId' | 'home' | 'away' | 'kickOff' | 'oddsId' | 'odd'>[];
};

/**
 * Builds the event of a posted tip, with the fields of `PostedLeg` that are not null; a trigger adds
 * the digest of the analysis.
 */
export function createPostEvent(tip: PostedTip): NewAuditEntry {
  const { id, ownerId, createdAt, copiedFrom, stake } = tip;
  const legs = tip.legs.map((leg) => {
    const option = findOptionById(leg.oddsId);
    return z.parse(PostedLeg, {
      ...Object.fromEntries(Object.entries(leg).filter(([, value]) => value !== null)),
      game: gameName(leg.home, leg.away),
      kickOff: leg.kickOff.toISOString(),
      oddName: option && oddNameOf(option),
    });
  });
  return {
    at: createdAt,
    actorId: ownerId,
    action: 'tip.post',
    subject: `tip:${id}`,
    after: { legs },
    own: { copiedFrom, stake },
  };
}

/** Builds the events of a changed leg: priced, settled or corrected. */
export function createLegEvents(
  { id }: Pick<TipRow, 'id'>,
  { at, by }: AuditStamp,
  {
    before,
    after,
    reason,
    isUndo,
  }: Pick<AppliedLegChange, 'reason' | 'isUndo'> & Record<'before' | 'after', LegEventFields>,
): NewAuditEntry[] {
  const { fixtureId, fact, corrected } = after;
  const entry = { at, actorId: by, subject: `tip:${id}`, reason };
  const entries: NewAuditEntry[] = [];
  if (before.odd !== after.odd) {
    entries.push({
      ...entry,
      action: 'leg.price',
      before: { fixtureId, odd: before.odd },
      after: { fixtureId, odd: after.odd, kickOffOdd: after.kickOffOdd },
    });
  }
  if (isNewDecision({ before, after })) {
    const isCorrected = before.result !== 'pending' && before.result !== after.result;
    const { result, decidedVersion: version, decidedAt } = after;
    // A restored decision has its original time, not the time of the undo.
    const restoration = isUndo && decidedAt && { decidedAt: decidedAt.toISOString() };
    entries.push({
      ...entry,
      action: isCorrected ? 'leg.correct' : 'leg.settle',
      before: { fixtureId, result: before.result, version: before.decidedVersion },
      after: {
        fixtureId,
        result,
        version,
        ...(fact && { fact }),
        ...(corrected && { corrected }),
        ...restoration,
      },
    });
  }
  return entries;
}

type LegEventFields = Pick<
  LegRow,
  'fixtureId' | 'odd' | 'kickOffOdd' | 'result' | 'decidedVersion' | 'fact'
> &
  Partial<Pick<LegRow, 'decidedAt' | 'corrected'>>;

type ConfirmedTip = Pick<TipRow, 'id' | 'outcome' | 'totalOdds'> & {
  legs: readonly Pick<LegRow, 'kickOff'>[];
};

/** Builds the event of a confirmation, with the kick-offs that decide the tip's month. */
export function createConfirmationEvent(
  { id, outcome, totalOdds, legs }: ConfirmedTip,
  { at, by }: AuditStamp,
): NewAuditEntry {
  const [expiresAt, lastKickOff] = [expiryOf(legs), lastKickOffOf(legs)];
  return {
    at,
    actorId: by,
    action: 'tip.confirm',
    subject: `tip:${id}`,
    before: { confirmedAt: null },
    after: {
      confirmedAt: at.toISOString(),
      outcome,
      totalOdds: Number(totalOdds),
      expiresAt: expiresAt.toISOString(),
      lastKickOff: lastKickOff.toISOString(),
    },
  };
}
