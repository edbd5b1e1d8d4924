import type { Tip } from '#contract/tips.ts';
import type { MatchResult } from '#domain/results/result.ts';
import type { LegResult } from '#domain/tip.ts';

/** A leg's price or result, or a game's result; `differing` if its tickets have several prices. */
export type ConflictValue = { odd: number | 'differing' } | { result: LegResult } | MatchResult;

/** Two persons' conflicting changes of one tip or game. */
export type Conflict = {
  /** The current tip; absent for a conflict about a game. */
  tip?: Tip;
  /** Empty if the other change concerns another part of the tip. */
  differences: readonly {
    id: string;
    game: string;
    oddName?: string;
    theirs?: ConflictValue;
    ours: ConflictValue;
    /** The result by the rules; `ask` if a person must decide. */
    rules?: LegResult | 'ask';
  }[];
  by?: string;
  at?: string;
  /** True if the member's own value can still be set; otherwise its button is hidden. */
  canSetMine: boolean;
};
