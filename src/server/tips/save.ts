import { sql } from 'drizzle-orm';

import {
  bookedOddsOf,
  countsOf,
  expiryOf,
  lastKickOffOf,
  outcomeOf,
  recordOddsOf,
  totalOddsOf,
} from '#domain/tip.ts';

import type { Transaction } from '../db/database.ts';
import { fixtures, legs, members, tips } from '../db/schema.ts';
import { changeCountedTips } from '../records/record-update.ts';
import {
  type ChangedTip,
  type AuditStamp,
  auditLegChanges,
  auditConfirmations,
  notifyCorrections,
  notifyReplacedDecisions,
  auditReopenings,
} from './events.ts';
import { isNewDecision, type AppliedLegChange } from './leg-changes.ts';
import type { LegRow, TipRow } from './queries.ts';
import { toCachedJson } from './cached-json.ts';
import { createLegUndo } from './undo.ts';

/**
 * Writes changes of legs and the columns of their tips that depend on the legs; returns the changed
 * tips. The caller must have raised the cursors of the tips' owners. The number of queries does not
 * depend on the number of tips, so that the owners' rows are not locked for long.
 */
export async function saveLegChanges(
  tx: Transaction,
  stamp: AuditStamp,
  all: readonly ChangedTip[],
): Promise<TipRow[]> {
  const changed = all.filter(({ changes }) => changes.length > 0);
  if (changed.length === 0) return [];
  const confirmedIds = changed.flatMap(({ tip }) => (tip.confirmedAt ? tip.id : []));
  return changeCountedTips(tx, confirmedIds, async () => writeLegChanges(tx, stamp, changed));
}

async function writeLegChanges(
  tx: Transaction,
  stamp: AuditStamp,
  changed: readonly ChangedTip[],
): Promise<TipRow[]> {
  const rows = changed.flatMap(({ tip, changes }) =>
    changes.map((change) => toLegUpdateRow(tip.id, stamp.by, change)),
  );
  await tx.execute(sql`
    update ${legs}
    set odd = is_now.odd, kick_off_odd = is_now."kickOffOdd", corrected = is_now.corrected,
      (result, decided_at, decided_by, decided_version, reason, fact, undo) = (
        select is_now.result, is_now."decidedAt", is_now."decidedBy", is_now."decidedVersion",
          is_now.reason, is_now.fact, is_now.undo where is_now.decides
        union all
        select ${legs.result}, ${legs.decidedAt}, ${legs.decidedBy}, ${legs.decidedVersion},
          ${legs.reason}, ${legs.fact}, ${legs.undo} where not is_now.decides)
    from json_to_recordset(${JSON.stringify(rows)}) as is_now(
      "tipId" uuid, position smallint, odd numeric, "kickOffOdd" numeric, decides boolean,
      result text, "decidedAt" timestamptz, "decidedBy" uuid, "decidedVersion" integer,
      reason text, fact jsonb, corrected jsonb, undo jsonb)
    where ${legs.tipId} = is_now."tipId" and ${legs.position} = is_now.position`);
  await auditLegChanges(tx, stamp, changed);
  await notifyReplacedDecisions(tx, stamp, changed);

  const after = changed.map(({ tip, changes }) => applyChangesToTip(tip, changes, stamp.by));
  const figures = after.map((tip) => {
    const its = computeTipFigures(tip.legs);
    return { id: tip.id, ...its, wire: toCachedJson({ ...tip, ...its }) };
  });
  await tx.execute(sql`
    update ${tips}
    set total_odds = is_now."totalOdds", record_odds = is_now."recordOdds",
      booked_odds = is_now."bookedOdds",
      outcome = is_now.outcome, legs_won = is_now."legsWon", legs_lost = is_now."legsLost",
      wire = is_now.wire, version = ${tips.version} + 1, cursor = ${cursorOfOwner}
    from json_to_recordset(${JSON.stringify(figures)}) as is_now(
      id uuid, "totalOdds" numeric, "recordOdds" numeric, "bookedOdds" numeric, outcome text, "legsWon" smallint,
      "legsLost" smallint, wire text)
    where ${tips.id} = is_now.id`);
  const saved = after.map((tip) => ({
    ...tip,
    ...computeTipFigures(tip.legs),
    version: tip.version + 1,
  }));
  await notifyCorrections(
    tx,
    stamp,
    saved.filter(({ confirmedAt }) => confirmedAt),
  );
  return saved;
}

/** Writes confirmations, returns the tips; the caller must have raised the owners' cursors. */
export async function saveConfirmations(
  tx: Transaction,
  stamp: AuditStamp,
  open: readonly TipRow[],
): Promise<TipRow[]> {
  if (open.length === 0) return [];
  await auditConfirmations(tx, stamp, open);
  await writeConfirmationColumns(tx, open, { confirmedAt: stamp.at, confirmedBy: stamp.by });
  await markFixturesDecidedEarlier(tx, open);
  return open.map((tip) => ({ ...tip, confirmedAt: stamp.at, version: tip.version + 1 }));
}

/**
 * Marks fixtures whose earlier result decided these confirmed tips, for `readConfirmedSelections`.
 */
async function markFixturesDecidedEarlier(
  tx: Transaction,
  confirmed: readonly TipRow[],
): Promise<void> {
  const tipIds = confirmed.map(({ id }) => id);
  await tx.execute(sql`
    update ${fixtures} set decided_earlier = true
    where not decided_earlier and id in (
      select ${legs.fixtureId} from ${legs} join ${fixtures} as game on game.id = ${legs.fixtureId}
      where ${legs.tipId} = any(${sql.param(tipIds)}::uuid[])
        and ${legs.decidedVersion} is distinct from game.version)`);
}

/** Reopens confirmed tips; the caller must have raised the owners' cursors. */
export async function saveReopenings(
  tx: Transaction,
  stamp: AuditStamp,
  confirmed: readonly TipRow[],
): Promise<void> {
  if (confirmed.length === 0) return;
  await auditReopenings(tx, stamp, confirmed);
  await writeConfirmationColumns(tx, confirmed, { confirmedAt: null, confirmedBy: null });
}

const cursorOfOwner = sql<number>`(
  select ${members.cursor} from ${members} where ${members.id} = ${tips.ownerId})`;

async function writeConfirmationColumns(
  tx: Transaction,
  which: readonly TipRow[],
  { confirmedAt, confirmedBy }: Pick<typeof tips.$inferSelect, 'confirmedAt' | 'confirmedBy'>,
): Promise<void> {
  const rows = which.map((tip) => ({
    id: tip.id,
    expiresAt: expiryOf(tip.legs),
    lastKickOff: lastKickOffOf(tip.legs),
    wire: toCachedJson({ ...tip, confirmedAt }),
  }));
  const write = sql`
    update ${tips}
    set confirmed_at = ${confirmedAt?.toISOString() ?? null}, confirmed_by = ${confirmedBy},
      expires_at = is_now."expiresAt", last_kick_off = is_now."lastKickOff",
      wire = is_now.wire, version = ${tips.version} + 1, cursor = ${cursorOfOwner}
    from json_to_recordset(${JSON.stringify(rows)}) as is_now(
      id uuid, "expiresAt" timestamptz, "lastKickOff" timestamptz, wire text)
    where ${tips.id} = is_now.id`;
  const tipIds = which.map(({ id }) => id);
  await changeCountedTips(tx, tipIds, async () => tx.execute(write));
}

function toLegUpdateRow(tipId: string, by: string | null, change: AppliedLegChange) {
  const { before } = change;
  const after = addAuthorAndUndo(change, by);
  return {
    tipId,
    // failpoint: decision-written-on-first-leg
    position: after.position,
    odd: after.odd,
    // failpoint: price-at-kick-off-not-written
    kickOffOdd: String(after.kickOffOdd),
    decides: isNewDecision({ before, after }),
    result: after.result,
    decidedAt: after.decidedAt,
    decidedBy: after.decidedBy,
    // failpoint: decided-by-first-version
    decidedVersion: after.decidedVersion,
    reason: after.reason,
    fact: after.fact,
    corrected: after.corrected,
    undo: after.undo,
  };
}

/** Adds to a changed leg the author of its decision, and the previous decision for an undo. */
function addAuthorAndUndo(change: AppliedLegChange, by: string | null): LegRow {
  const { before, after, isUndo, act } = change;
  if (isUndo || !isNewDecision(change)) return after;
  const { decidedAt } = after;
  if (decidedAt === null) return { ...after, decidedBy: null, undo: null };
  return { ...after, decidedBy: by, undo: createLegUndo(before, decidedAt, act) };
}

function applyChangesToTip(
  tip: TipRow,
  changes: readonly AppliedLegChange[],
  by: string | null,
): TipRow {
  const changedTo = new Map(
    changes.map((change) => [change.after.position, addAuthorAndUndo(change, by)]),
  );
  return { ...tip, legs: tip.legs.map((leg) => changedTo.get(leg.position) ?? leg) };
}

/** Computes the columns of a tip that depend on its legs. */
export function computeTipFigures(
  legs: readonly Pick<LegRow, 'odd' | 'kickOffOdd' | 'bookedOdd' | 'result'>[],
) {
  const { won, lost } = countsOf(legs);
  return {
    totalOdds: String(totalOddsOf(legs)),
    recordOdds: String(recordOddsOf(legs)),
    bookedOdds: String(bookedOddsOf(legs)),
    outcome: outcomeOf(legs),
    legsWon: won,
    legsLost: lost,
  };
}
