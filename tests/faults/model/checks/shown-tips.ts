import type { Tip } from '#contract/tips.ts';

import type { Intent } from '../../contents/intents.ts';
import { figuresOf } from '../../contents/due.ts';
import type { StoredRow } from '../../world/reading.ts';

/** An unsent operation with its request. */
export type Pending = { row: StoredRow; intent: Intent };

/** States in which an operation has no visible effect. */
export const refused: ReadonlySet<string> = new Set(['rejected', 'conflict', 'unreadable']);

/** The fields of a tip that screens show, without the state of its operations. */
export type Shown = Partial<Tip>;

export type Leg = Tip['options'][number];

/** A leg after a decision or its undo, as this device shows it. */
export function decidedLeg(
  leg: Leg,
  { result, reason, fact }: Pick<Leg, 'result'> & Partial<Pick<Leg, 'reason' | 'fact'>>,
  at: string,
): object {
  const confirmedAt = result === 'pending' ? undefined : at;
  const cleared = { reason, fact, corrected: undefined, confirmedAt };
  return { ...leg, result, status: result === 'won', ...cleared };
}

/** A tip with changed legs, and the figures that follow from them. */
export function legsSeen(options: readonly Leg[], change: (leg: Leg) => Leg | object): Shown {
  const changed = options.map((leg) => Object.assign({ ...leg }, change(leg)));
  return { options: changed, ...figuresSeen(changed) };
}

/** The figures of a tip that follow from its legs. */
export function figuresSeen(legs: readonly Pick<Leg, 'odd' | 'result'>[]): Shown {
  const { won, lost, outcome, share, totalOdds } = figuresOf(legs);
  return {
    totalGamesWon: won,
    totalGamesLost: lost,
    outcome,
    totalOdds,
    gameRankPercentage: share,
  };
}
