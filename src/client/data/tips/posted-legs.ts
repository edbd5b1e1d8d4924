import { findOptionById, findOptionByName, oddNameOf } from '#domain/catalogue.ts';
import { computePostingOdds } from '#domain/odds/quote.ts';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import type { UndecidedLeg } from '#contract/tips.ts';
import type { Selection, Slip } from './slip.ts';

/** Converts a pick to a leg with the price known to this phone; the server replaces this price. */
export function toPostedLeg(selection: Selection, fixture: Fixture | undefined): UndecidedLeg {
  const { oddsId, kickOff, ...texts } = selection;
  const option = findOptionById(oddsId);
  if (option === undefined) throw new Error(`There is no option ${oddsId}.`);
  return {
    ...texts,
    group: option.oddsGroup,
    oddName: oddNameOf(option),
    ...computePostingOdds(fixture, oddsId),
    // The game may have been rescheduled since it was picked.
    startDateOfGame: fixture?.kickOff ?? kickOff.toISOString(),
  };
}

/** Converts legs to selections, without legs on an option that this build does not know. */
export function toSlip(legs: readonly UndecidedLeg[]): Slip {
  return legs.flatMap(({ fixtureId, game, oddName, startDateOfGame, sportKey = '' }) => {
    const option = findOptionByName(oddName);
    if (!option) return [];
    const kickOff = new Date(startDateOfGame);
    return [{ fixtureId, game, oddsId: option.oddsId, kickOff, sportKey }];
  });
}

/** Converts a leg of another member's tip to the leg of a copy. */
export function copyLeg(leg: UndecidedLeg): UndecidedLeg {
  const { fixtureId, sportKey, game, group, oddName, odd, startDateOfGame } = leg;
  return {
    fixtureId,
    ...(sportKey !== undefined && { sportKey }),
    game,
    group,
    oddName,
    odd,
    startDateOfGame,
  };
}
