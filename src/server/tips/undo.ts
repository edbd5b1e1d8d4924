import { undoWindowMs } from '#domain/tip.ts';

import type { LegUndo } from '../db/leg-undo.ts';
import { isNewDecision, type AppliedLegChange } from './leg-changes.ts';
import type { LegRow } from './queries.ts';

/**
 * Returns the previous decision of a leg, to be stored with the new one. Its own older undo is
 * dropped if it can no longer be used, so that the data does not grow.
 */
export function createLegUndo(
  { result, decidedAt, decidedBy, decidedVersion, reason, fact, corrected, undo }: LegRow,
  at: Date,
  act: string | undefined,
): LegUndo {
  const isRecent = decidedAt !== null && at.getTime() - decidedAt.getTime() <= undoWindowMs;
  const previous = {
    result,
    decidedAt: decidedAt?.toISOString() ?? null,
    decidedBy,
    decidedVersion,
    reason,
    fact,
    corrected,
    undo: isRecent ? undo : null,
  };
  return { ...(act !== undefined && { act }), previous: result === 'pending' ? null : previous };
}

/** The decisions to undo: those of an administrator since an instant; with `act`, of one action. */
type UndoScope = { by: string; since: Date; act: string | undefined };

/**
 * Restores the last decision before the undone decisions, with its author and time. Returns
 * undefined if there is none, and null if it equals the current decision.
 */
export function restoreLegDecision(
  leg: LegRow,
  { by, since, act }: UndoScope,
): AppliedLegChange | null | undefined {
  const isUndone = ({ decidedBy, decidedAt, undo }: UndoableDecision) =>
    decidedBy === by &&
    decidedAt !== null &&
    new Date(decidedAt) >= since &&
    (act === undefined || undo?.act === act);
  let previous = leg.undo?.previous;
  while (previous && isUndone(previous)) previous = previous.undo?.previous;
  if (!previous) return undefined;
  const decidedAt = previous.decidedAt === null ? null : new Date(previous.decidedAt);
  const after = { ...leg, ...previous, decidedAt };
  if (!isNewDecision({ before: leg, after })) return null;
  // An undo is saved without a reason.
  return { before: leg, after, reason: '', isUndo: true };
}

type UndoableDecision = Pick<LegRow, 'decidedBy' | 'undo'> & { decidedAt: string | null };
