import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { typedOddsText } from '#client/ui/formats.ts';
import { oddNameOf, optionWithId } from '#domain/catalogue.ts';
import { isFarOff, type Estimates } from '#domain/estimate.ts';
import { unpriced } from '#domain/price.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';
import { typedPrice } from './typed-price.ts';

/** Where a price comes from that stands in its field before anybody typed: from the desk itself if `set`. */
type Source = 'set' | 'others' | 'feed' | 'estimate';

/** An option of a fixture as it is priced. */
export type PriceRow = DeskSelection & {
  oddName: string;
  /** What stands in its field before anybody typed. */
  offered: { price: number; from: Source } | undefined;
  /** What its price should not be far from. */
  usual: { price: number; from: Exclude<Source, 'set'> } | undefined;
};

/** The options of a fixture: without a price, with one, and with one that differs from ticket to ticket. */
export type PriceRows = Record<'toPrice' | 'priced' | 'different', PriceRow[]>;

/** What was typed, by the option's number. */
export type TypedPrices = Readonly<Record<number, string | undefined>>;

/** All options of a fixture that others have in open tickets. */
export function priceRows(
  { selections }: DeskFixture,
  estimates: Estimates | undefined,
): PriceRows {
  const rows = selections.flatMap((selection): PriceRow[] => {
    const option = optionWithId(selection.oddsId);
    if (!option || selection.tickets === 0) return [];
    const estimated = estimates?.get(selection.oddsId)?.price;
    const offered = offeredFor(selection, estimated);
    const usual = usualFor(selection, estimated);
    return [{ ...selection, oddName: oddNameOf(option), offered, usual }];
  });
  return {
    toPrice: rows.filter((row) => row.unpriced > 0),
    priced: rows.filter((row) => row.unpriced === 0 && row.odd > 0),
    different: rows.filter((row) => row.unpriced === 0 && row.odd === 0 && row.void < row.tickets),
  };
}

function offeredFor(
  { odd, knownOdd, feedOdd }: DeskSelection,
  estimated: number | undefined,
): PriceRow['offered'] {
  if (odd > 0) return { price: odd, from: 'set' };
  if (knownOdd !== undefined) return { price: knownOdd, from: 'others' };
  if (feedOdd !== undefined && feedOdd > 0) return { price: feedOdd, from: 'feed' };
  return estimated === undefined ? undefined : { price: estimated, from: 'estimate' };
}

function usualFor(
  { knownOdd, feedOdd }: DeskSelection,
  estimated: number | undefined,
): PriceRow['usual'] {
  if (estimated !== undefined) return { price: estimated, from: 'estimate' };
  if (feedOdd !== undefined) return { price: feedOdd, from: 'feed' };
  return knownOdd === undefined ? undefined : { price: knownOdd, from: 'others' };
}

/** What stands in an option's field. */
export function fieldText({ oddsId, offered }: PriceRow, typed: TypedPrices): string {
  return typed[oddsId] ?? (offered ? typedOddsText(offered.price) : '');
}

/** What is to be said of a price: it is none, or somebody should look again. */
export type PriceState = 'empty' | 'fine' | 'none' | 'doubtful';

export function priceState(row: PriceRow, text: string): PriceState {
  if (text.trim() === '') return 'empty';
  const price = typedPrice(text);
  if (price === undefined) return 'none';
  return isDoubtful(row, price) ? 'doubtful' : 'fine';
}

/** Whether somebody should look at a price again before it is saved. */
export function isDoubtful({ usual }: Pick<PriceRow, 'usual'>, price: number): boolean {
  // A stake that only comes back is no bet, whatever the estimate.
  return price === 1 || (usual !== undefined && isFarOff(price, usual.price));
}

type Price = PayloadOf<'prices.set'>['prices'][number];

/** What is to be saved, and what stands against it. */
export type Entered = { prices: Price[]; wrong: PriceRow[]; doubtful: PriceRow[] };

/** Everything that stands in the fields and is not so already. */
export function entered({ toPrice, priced }: PriceRows, typed: TypedPrices): Entered {
  const rows = [...toPrice, ...priced].map((row) => {
    const text = fieldText(row, typed);
    return { row, state: priceState(row, text), odd: typedPrice(text) ?? unpriced };
  });
  const changed = rows.filter(({ row, state, odd }) => state !== 'empty' && odd !== row.odd);
  return {
    prices: changed
      .filter(({ state }) => state !== 'none')
      .map(({ row, odd }) => ({ oddsId: row.oddsId, odd, ...seenBy(row) })),
    wrong: rows.filter(({ state }) => state === 'none').map(({ row }) => row),
    doubtful: changed.filter(({ state }) => state === 'doubtful').map(({ row }) => row),
  };
}

/** A ticket that has a price keeps it where others have none. */
function seenBy({ odd, unpriced, tickets }: PriceRow): Pick<Price, 'seen' | 'ifUnpriced'> {
  return unpriced > 0 && unpriced < tickets ? { ifUnpriced: true } : { seen: odd };
}
