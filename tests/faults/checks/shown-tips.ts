import type { Tip } from '#contract/tips.ts';

import type { Ask } from '../contents/asks.ts';
import { figuresOf } from '../contents/due.ts';
import type { StoredRow } from '../world/reading.ts';

/** An operation that has not left the phone, and what its person asked. */
export type Pending = { row: StoredRow; ask: Ask };

/** States in which an operation has no effect on what is shown. */
export const refused: ReadonlySet<string> = new Set(['rejected', 'conflict', 'unreadable']);

/** What is shown of a tip, without what says how far its operations are. */
export type Shown = Partial<Tip>;

export type Leg = Tip['options'][number];

/** A leg that is decided on this device, or of which a decision is taken back. */
export function decidedLeg(
  leg: Leg,
  { result, reason, fact }: Pick<Leg, 'result'> & Partial<Pick<Leg, 'reason' | 'fact'>>,
  at: string,
): object {
  const confirmedAt = result === 'pending' ? undefined : at;
  const told = { reason, fact, corrected: undefined, confirmedAt };
  return { ...leg, result, status: result === 'won', ...told };
}

/** A tip with other legs, and what follows from them. */
export function legsSeen(options: readonly Leg[], change: (leg: Leg) => Leg | object): Shown {
  const changed = options.map((leg) => Object.assign({ ...leg }, change(leg)));
  return { options: changed, ...figuresSeen(changed) };
}

/** What a tip's legs come to, as it is shown. */
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
