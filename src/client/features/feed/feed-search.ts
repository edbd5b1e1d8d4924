/** What the address of the feed says: who, from which odds and stars, whether still open, and the view. */
export type FeedSearch = {
  /** The tips of followed tipsters, those in play, or those of a league, by its key. */
  view?: 'following' | 'in-play' | (string & {});
  search?: string;
  minOdds?: number;
  stars?: number;
  open?: boolean;
};

/** Reads the address; what makes no sense in it is left out. */
export function readFeedSearch(address: Record<string, unknown>): FeedSearch {
  const search = textOf(address['search']);
  const minOdds = wholeOf(address['minOdds'], 10);
  const stars = wholeOf(address['stars'], 5);
  const view = textOf(address['view']);
  return {
    ...(view !== '' && { view }),
    ...(search !== '' && { search }),
    ...(minOdds !== undefined && { minOdds }),
    ...(stars !== undefined && { stars }),
    ...(address['open'] === true && { open: true }),
  };
}

/** Its filters alone, which the server knows as well. */
export function filtersOf({ view: _, ...filters }: FeedSearch): Omit<FeedSearch, 'view'> {
  return filters;
}

/** How many filters narrow the list. */
export function filtersIn(search: FeedSearch): number {
  return Object.keys(filtersOf(search)).length;
}

/** A name of digits is read as a number by the address, and is a name all the same. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text.trim().slice(0, 100);
}

function wholeOf(value: unknown, most: number): number | undefined {
  const whole = Number(value);
  return Number.isInteger(whole) && whole >= 1 && whole <= most ? whole : undefined;
}
