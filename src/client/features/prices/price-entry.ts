import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { editableOddsText } from '#client/ui/formats.ts';
import { oddNameOf, findOptionById } from '#domain/catalogue.ts';
import { isFarFromEstimate, type Estimates } from '#domain/odds/estimate.ts';
import { unpricedOdd } from '#domain/odds/price.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';
import { parseTypedPrice } from './typed-price.ts';

/** The origin of a suggested price; `set` is a price of all tickets, `others` of some tickets. */
type PriceSource = 'set' | 'others' | 'feed' | 'estimate';

/** An option of a fixture with a suggested price. */
export type PriceRow = DeskSelection & {
  oddName: string;
  /** The suggested price in the untouched field. */
  offered: { price: number; from: PriceSource } | undefined;
  /** The price with which a typed price is compared. */
  usual: { price: number; from: Exclude<PriceSource, 'set'> } | undefined;
};

/** A fixture's options without a price, with one price, and with several prices in tickets. */
export type PriceRows = Record<'toPrice' | 'priced' | 'different', PriceRow[]>;

/** The typed texts by option id. */
export type TypedPrices = Readonly<Record<number, string | undefined>>;

/** Groups the options of other members' open tickets by whether they have a price. */
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

/** Suggests the price in an untouched field, and the price with which typing is compared. */
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

/** Returns the text in the field of an option. */
export function priceFieldText({ oddsId, offered }: PriceRow, typed: TypedPrices): string {
  return typed[oddsId] ?? (offered ? editableOddsText(offered.price) : '');
}

/** `none` means an invalid price; `doubtful` means a price that needs a confirmation. */
export type TypedPriceState = 'empty' | 'fine' | 'none' | 'doubtful';

export function checkTypedPrice(row: PriceRow, text: string): TypedPriceState {
  if (text.trim() === '') return 'empty';
  const price = parseTypedPrice(text);
  if (price === undefined) return 'none';
  return isPriceDoubtful(row, price) ? 'doubtful' : 'fine';
}

/** True if a price is so unusual that it needs a confirmation. */
export function isPriceDoubtful({ usual }: Pick<PriceRow, 'usual'>, price: number): boolean {
  // Odds of 1 only return the stake, so they are doubtful whatever the estimate is.
  return price === 1 || (usual !== undefined && isFarFromEstimate(price, usual.price));
}

type PricePayload = PayloadOf<'prices.set'>['prices'][number];

/** The prices to save, and the rows whose price is invalid or doubtful. */
export type PriceChanges = { prices: PricePayload[]; wrong: PriceRow[]; doubtful: PriceRow[] };

/** Collects the fields whose price differs from the current price. */
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

/** The price that the person saw; with `ifUnpriced`, tickets that have a price are not changed. */
function toSeenPrice({
  odd,
  unpriced,
  tickets,
}: PriceRow): Pick<PricePayload, 'seen' | 'ifUnpriced'> {
  return unpriced > 0 && unpriced < tickets ? { ifUnpriced: true } : { seen: odd };
}
