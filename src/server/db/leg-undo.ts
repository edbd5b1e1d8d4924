import type { SettlementFact } from '#domain/settlement/settlement-fact.ts';
import type { LegCorrection, LegResult } from '#domain/tip.ts';

/** A decision of a leg that an undo restores with its author and time, an instant as text. */
type PreviousDecision = {
  result: LegResult;
  decidedAt: string | null;
  decidedBy: string | null;
  decidedVersion: number | null;
  reason: string | null;
  fact: SettlementFact | null;
  corrected: LegCorrection | null;
  undo: LegUndo | null;
};

/**
 * The undo of a leg's decision: the id of the action that decided it, if the sender named one, and
 * the decision before, or null for an undecided leg.
 */
export type LegUndo = { act?: string; previous: PreviousDecision | null };
