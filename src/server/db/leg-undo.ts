import type { SettlementFact } from '#domain/settlement/settlement-fact.ts';
import type { LegCorrection, LegResult } from '#domain/tip.ts';

/** The previous decision of a leg with its author and its time (ISO), which an undo restores. */
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
 * Data to undo a leg's decision: `act` is the id of the action that decided it, if the client sent
 * one; `previous` is null if the leg was undecided.
 */
export type LegUndo = { act?: string; previous: PreviousDecision | null };
