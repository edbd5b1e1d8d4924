import type { Fixture } from '#contract/fixtures.ts';
import { optionWithId } from '#domain/catalogue.ts';
import { unpriced } from '#domain/price.ts';

const sides = { '1': 'home', X: 'draw', '2': 'away' } as const;

/** What the feed asks for an option: it has prices for 1, X and 2 alone, and not for every game. */
export function feedPrice(fixture: Pick<Fixture, 'prices'> | undefined, oddsId: number): number {
  const option = optionWithId(oddsId);
  if (option?.oddsGroup !== '1X2' || fixture?.prices === undefined) return unpriced;
  const side = isSide(option.oddsName) ? sides[option.oddsName] : undefined;
  return side === undefined ? unpriced : fixture.prices[side];
}

function isSide(name: string): name is keyof typeof sides {
  return name in sides;
}
