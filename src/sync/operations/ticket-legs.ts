import * as z from 'zod/mini';
import { Leg, type LegResult, type Ticket } from '#contract/tickets.ts';
import { FixtureId } from '#contract/values.ts';
import { countsOf, outcomeOf, scoreOf, totalOddsOf } from '#domain/ticket.ts';

/** Which leg of which ticket an administrator changes, and the legs as they saw them. */
export const LegsSeen = z.object({
  ticketId: z.string(),
  /** All legs of the ticket: a backend that speaks only the spec's calls replaces the whole list. */
  legs: z.array(Leg),
});

/** The new values of one leg. */
export type LegEdit = {
  fixtureId: string;
  game: string;
  odd?: number | undefined;
  result?: z.infer<typeof LegResult> | undefined;
  reason?: string | undefined;
};

/** What every change of a leg names. */
export const LegNamed = z.object({
  fixtureId: FixtureId,
  game: z.string(),
  reason: z.optional(z.string()),
});

/** A ticket with some legs changed and its figures worked out again. */
export function withLegs(ticket: Ticket, edits: readonly LegEdit[], at: string): Ticket {
  const options = ticket.options.map((leg) => {
    const edit = edits.find(({ fixtureId }) => fixtureId === leg.fixtureId);
    return edit ? editedLeg(leg, edit, at) : leg;
  });
  const counts = countsOf(options);
  return {
    ...ticket,
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
  if (!foreign) return edits.map(withoutGaps);
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
  const { confirmedAt: _, ...rest } = leg;
  const result = edit.result ?? leg.result;
  const confirmedAt = edit.result === undefined ? leg.confirmedAt : at;
  return {
    ...rest,
    odd: edit.odd ?? leg.odd,
    result,
    status: result === 'won',
    ...(result !== 'pending' && confirmedAt && { confirmedAt }),
    ...(edit.reason && { reason: edit.reason }),
  };
}

function withoutGaps(edit: LegEdit): Record<string, unknown> {
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
}
