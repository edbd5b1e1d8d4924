import { feedPrice } from '#client/data/tips/slip.ts';
import { useFixturesById } from '#client/data/fixtures.ts';
import type { Fixture } from '#contract/fixtures.ts';
import { optionWithId, type Option } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { priceProduct, unpriced } from '#domain/price.ts';
import type { Selection, Slip } from '#domain/slip.ts';

/** A selection with what the feed says about it at the moment. */
export type SlipLeg = {
  selection: Selection;
  option: Option | undefined;
  odd: number;
  /** The kick-off as this device knows it now; the selection carries the one it was picked with. */
  kickOff: Date;
  /** How the game stands; one this device does not know is taken to go ahead. */
  status: Fixture['status'];
};

/** The slip's selections as the screen shows them, by kick-off. */
export function useSlipLegs(slip: Slip): readonly SlipLeg[] {
  const fixtures = useFixturesById(slip.map(({ fixtureId }) => fixtureId));
  const legs = slip.map((selection): SlipLeg => {
    const fixture = fixtures?.get(selection.fixtureId);
    return {
      selection,
      option: optionWithId(selection.oddsId),
      odd: feedPrice(fixture, selection.oddsId),
      kickOff: fixture ? new Date(fixture.kickOff) : selection.kickOff,
      status: fixture?.status ?? 'scheduled',
    };
  });
  return legs.toSorted((one, other) => +one.kickOff - +other.kickOff);
}

/** The product of what is priced, 0 where nothing is, and how many prices are to come. */
export function pricesOf(legs: readonly Pick<SlipLeg, 'odd'>[]): { odds: number; toCome: number } {
  const priced = legs.flatMap(({ odd }) => (odd > 0 ? [odd] : []));
  const odds = priced.length === 0 ? unpriced : priceProduct(priced);
  return { odds, toCome: legs.length - priced.length };
}

/** The first kick-off of a slip; undefined for an empty one. */
export function firstKickOff(legs: readonly Pick<SlipLeg, 'kickOff'>[]): Date | undefined {
  return legs.map(({ kickOff }) => kickOff).toSorted((one, other) => +one - +other)[0];
}

/** An option of a game as it stands on a slip. */
export function selectionOf(fixture: Fixture, { oddsId }: Option): Selection {
  const { id, sportKey, home, away, kickOff } = fixture;
  return {
    fixtureId: id,
    game: gameName(home, away),
    oddsId,
    kickOff: new Date(kickOff),
    sportKey,
  };
}
