import type { Tip } from '#contract/tips.ts';
import type { MatchResult } from '#domain/results/result.ts';
import type { LegResult } from '#domain/tip.ts';

/** A price, a result of a leg, or one of a game; `differing` stands for several prices. */
export type ConflictValue = { odd: number | 'differing' } | { result: LegResult } | MatchResult;

/** Two people's conflicting changes of one thing. */
export type Conflict = {
  /** The tip in its current state; absent for a game. */
  tip?: Tip;
  /** Empty if something else of the tip changed. */
  differences: readonly {
    id: string;
    game: string;
    oddName?: string;
    theirs?: ConflictValue;
    ours: ConflictValue;
    /** The result by the rules; `ask` leaves the decision to a person. */
    rules?: LegResult | 'ask';
  }[];
  by?: string;
  at?: string;
  /** Whether one's own value can still be set; a button that would fail is not shown. */
  canSetMine: boolean;
};
