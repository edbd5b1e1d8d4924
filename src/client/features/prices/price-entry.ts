import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { editableOddsText } from '#client/ui/formats.ts';
import { oddNameOf, findOptionById } from '#domain/catalogue.ts';
import { isFarFromEstimate, type Estimates } from '#domain/odds/estimate.ts';
import { unpricedOdd } from '#domain/odds/price.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';
import { parseTypedPrice } from './typed-price.ts';

/** The origin of the price in an untouched field; `set` stands for the desk itself. */
type PriceSource = 'set' | 'others' | 'feed' | 'estimate';

/** An option of a fixture with its suggested prices. */
export type PriceRow = DeskSelection & {
  oddName: string;
  /** The price in an untouched field. */
  offered: { price: number; from: PriceSource } | undefined;
  /** The price with which a typed one is compared. */
  usual: { price: number; from: Exclude<PriceSource, 'set'> } | undefined;
};

/**
 * The options of a fixture: without a price, with one, and with different prices in different
 * tickets.
 */
export type PriceRows = Record<'toPrice' | 'priced' | 'different', PriceRow[]>;

/** The typed prices by option id. */
export type TypedPrices = Readonly<Record<number, string | undefined>>;

/** All options of a fixture in others' open tickets. */
export function groupPriceRows(
  { selections }: DeskFixture,
  estimates: Estimates | undefined,
): PriceRows {
  const rows = selections.flatMap((selection): PriceRow[] => {
    const option = findOptionById(selection.oddsId);
    if (!option || selection.tickets === 0) return [];
    const estimated = estimates?.get(selection.oddsId)?.price;
    return [{ ...selection, oddName: oddNameOf(option), ...suggestPrices(selection, estimated) }];
  });
  return {
    toPrice: rows.filter((row) => row.unpriced > 0),
    priced: rows.filter((row) => row.unpriced === 0 && row.odd > 0),
    different: rows.filter((row) => row.unpriced === 0 && row.odd === 0 && row.void < row.tickets),
  };
}

/** The suggested prices of an option by their origin. */
function suggestPrices(
  { odd, knownOdd = 0, feedOdd = 0 }: DeskSelection,
  estimated = 0,
): Pick<PriceRow, 'offered' | 'usual'> {
  const prices: Record<PriceSource, number> = {
    set: odd,
    others: knownOdd,
    feed: feedOdd,
    estimate: estimated,
  };
  const firstOf = <From extends PriceSource>(...origins: From[]) => {
    const from = origins.find((each) => prices[each] > 0);
    return from && { price: prices[from], from };
  };
  return {
    offered: firstOf('set', 'others', 'feed', 'estimate'),
    usual: firstOf('estimate', 'feed', 'others'),
  };
}

/** The text of an option's field. */
export function priceFieldText({ oddsId, offered }: PriceRow, typed: TypedPrices): string {
  return typed[oddsId] ?? (offered ? editableOddsText(offered.price) : '');
}

/** The state of a typed price: `none` is no price, `doubtful` needs a second look. */
export type TypedPriceState = 'empty' | 'fine' | 'none' | 'doubtful';

export function checkTypedPrice(row: PriceRow, text: string): TypedPriceState {
  if (text.trim() === '') return 'empty';
  const price = parseTypedPrice(text);
  if (price === undefined) return 'none';
  return isPriceDoubtful(row, price) ? 'doubtful' : 'fine';
}

/** Whether a price needs a second look before it is saved. */
export function isPriceDoubtful({ usual }: Pick<PriceRow, 'usual'>, price: number): boolean {
  // Odds of 1 only return the stake, whatever the estimate.
  return price === 1 || (usual !== undefined && isFarFromEstimate(price, usual.price));
}

type PricePayload = PayloadOf<'prices.set'>['prices'][number];

/** The prices to be saved, and the rows with problems. */
export type PriceChanges = { prices: PricePayload[]; wrong: PriceRow[]; doubtful: PriceRow[] };

/** Reads the fields whose price differs from the current one. */
export function collectPriceChanges(
  { toPrice, priced }: PriceRows,
  typed: TypedPrices,
): PriceChanges {
  const rows = [...toPrice, ...priced].map((row) => {
    const text = priceFieldText(row, typed);
    return { row, state: checkTypedPrice(row, text), odd: parseTypedPrice(text) ?? unpricedOdd };
  });
  const changed = rows.filter(({ row, state, odd }) => state !== 'empty' && odd !== row.odd);
  return {
    prices: changed
      .filter(({ state }) => state !== 'none')
      .map(({ row, odd }) => ({ oddsId: row.oddsId, odd, ...toSeenPrice(row) })),
    wrong: rows.filter(({ state }) => state === 'none').map(({ row }) => row),
    doubtful: changed.filter(({ state }) => state === 'doubtful').map(({ row }) => row),
  };
}

/** A ticket that already has a price keeps it if others have none. */
function toSeenPrice({
  odd,
  unpriced,
  tickets,
}: PriceRow): Pick<PricePayload, 'seen' | 'ifUnpriced'> {
  return unpriced > 0 && unpriced < tickets ? { ifUnpriced: true } : { seen: odd };
}
