import { useOddsAtPosting } from '#client/data/estimates.ts';
import { useFixturesById } from '#client/data/fixtures.ts';
import type { Selection, Slip } from '#client/data/tips/slip.ts';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { findOptionById, type BettingOption } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { unpricedOdd } from '#domain/odds/price.ts';
import { type LegOdds, type Quote, quoteOf } from '#domain/odds/quote.ts';
import { totalsOf } from '#domain/tip.ts';

/** A selection with the current data of its game. */
export type SlipLeg = {
  selection: Selection;
  option: BettingOption | undefined;
  /** The current kick-off; the selection has the kick-off known at the pick. */
  kickOff: Date;
  /** The game's status; `scheduled` if this device does not have the game. */
  status: Fixture['status'];
} & LegOdds;

/** Reads the selections of the slip with current data, ordered by kick-off. */
export function useSlipLegs(slip: Slip): readonly SlipLeg[] {
  const fixtures = useFixturesById(slip.map(({ fixtureId }) => fixtureId));
  const oddsIn = useOddsAtPosting([...(fixtures?.values() ?? [])]);
  const legs = slip.map((selection): SlipLeg => {
    const fixture = fixtures?.get(selection.fixtureId);
    return {
      selection,
      option: findOptionById(selection.oddsId),
      ...oddsIn(fixture, selection.oddsId),
      kickOff: fixture ? new Date(fixture.kickOff) : selection.kickOff,
      status: fixture?.status ?? 'scheduled',
    };
  });
  return legs.toSorted((one, other) => +one.kickOff - +other.kickOff);
}

/**
 * Computes the total odds of all legs, undefined if a leg has neither price nor estimate, and the
 * number `toCome` of missing prices.
 */
export function totalSlipOdds(legs: readonly LegOdds[]): {
  total: Quote | undefined;
  toCome: number;
} {
  const { totalOdds, estimatedTotal } = totalsOf(
    legs.map((leg) => ({ ...leg, result: 'pending' })),
  );
  const toCome = legs.filter(({ odd }) => odd === unpricedOdd).length;
  return { total: quoteOf({ odd: totalOdds, estimatedOdd: estimatedTotal }), toCome };
}

/** Creates the slip's selection for an option of a game. */
export function toSelection(fixture: Fixture, { oddsId }: BettingOption): Selection {
  const { id, sportKey, home, away, kickOff } = fixture;
  return {
    fixtureId: id,
    game: gameName(home, away),
    oddsId,
    kickOff: new Date(kickOff),
    sportKey,
  };
}
