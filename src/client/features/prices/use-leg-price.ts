import type { DeskFixture } from '#contract/desk.ts';
import type { Leg } from '#contract/tips.ts';
import { useEstimates } from '#client/data/estimates.ts';
import { optionNamed } from '#domain/catalogue.ts';
import { type PriceRow, priceRows } from './price-entry.ts';

/** The usual price of a leg, such as an estimate; undefined if the desk does not have its game. */
export function useUsualPrice(leg: Leg, fixture: DeskFixture | undefined): PriceRow['usual'] {
  const prices = fixture?.prices;
  const estimatesOf = useEstimates(prices ? [prices] : []);
  if (!fixture) return undefined;
  const estimates = prices && estimatesOf(prices);
  const rows = Object.values(priceRows(fixture, estimates ?? undefined)).flat();
  const oddsId = optionNamed(leg.oddName)?.oddsId;
  return rows.find((row) => row.oddsId === oddsId)?.usual;
}
