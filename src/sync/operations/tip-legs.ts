import * as z from 'zod/mini';
import { Fact } from '#contract/facts.ts';
import { Leg, type LegResult, type Tip } from '#contract/tips.ts';
import { FixtureId } from '#contract/values.ts';
import { countsOf, outcomeOf, scoreOf, totalOddsOf } from '#domain/tip.ts';

/** Which leg of which tip an administrator changes, and the legs as they saw them. */
export const LegsSeen = z.object({
  tipId: z.string(),
  /** All legs of the tip: a backend that speaks only the spec's calls replaces the whole list. */
  legs: z.array(Leg),
});

/** The new values of one leg. */
export type LegEdit = {
  fixtureId: string;
  game: string;
  odd?: number | undefined;
  result?: z.infer<typeof LegResult> | undefined;
  reason?: string | undefined;
  fact?: Fact | undefined;
};

/** What every change of a leg names. */
export const LegNamed = z.object({
  fixtureId: FixtureId,
  game: z.string(),
  reason: z.optional(z.string()),
  /** Why the rules decide it so, to be shown at once: the server goes by what it knows itself. */
  fact: z.optional(Fact),
});

/** A tip with some legs changed and its figures worked out again. */
export function withLegs(tip: Tip, edits: readonly LegEdit[], at: string): Tip {
  const options = tip.options.map((leg) => {
    const edit = edits.find(({ fixtureId }) => fixtureId === leg.fixtureId);
    return edit ? editedLeg(leg, edit, at) : leg;
  });
  const counts = countsOf(options);
  return {
    ...tip,
    options,
    totalOdds: totalOddsOf(options),
    outcome: outcomeOf(options),
    totalGamesWon: counts.won,
    totalGamesLost: counts.lost,
    gameRankPercentage: scoreOf(options) ?? 0,
  };
}

/** The `options` of an edit: our backend takes the changed legs, any other the whole list. */
export function sentLegs(
  legs: readonly Leg[],
  edits: readonly LegEdit[],
  foreign: boolean,
): readonly Record<string, unknown>[] {
  if (!foreign) return edits.map(ownWords);
  return legs.map((leg) => {
    const edit = edits.find(({ fixtureId }) => fixtureId === leg.fixtureId);
    const { game, group, oddName, odd, startDateOfGame, status } = leg;
    return {
      game,
      group,
      oddName,
      odd: edit?.odd ?? odd,
      startDateOfGame,
      status: edit?.result === undefined ? status : edit.result === 'won',
    };
  });
}

function editedLeg(leg: Leg, edit: LegEdit, at: string): Leg {
  // The reason for a new price is kept by the server alone; a leg tells why it was decided.
  if (edit.result === undefined || edit.result === leg.result) {
    return { ...leg, odd: edit.odd ?? leg.odd };
  }
  const { confirmedAt: _at, reason: _reason, fact: _fact, ...rest } = leg;
  const { result, reason, fact } = edit;
  return {
    ...rest,
    odd: edit.odd ?? leg.odd,
    result,
    status: result === 'won',
    ...(result !== 'pending' && { confirmedAt: at }),
    ...(reason && { reason }),
    ...(fact && { fact }),
  };
}

function ownWords({ fact: _, ...edit }: LegEdit): Record<string, unknown> {
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
}
