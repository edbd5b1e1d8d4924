/** What the address of the feed says: who, from which odds and stars, and whether still open. */
export type FeedSearch = {
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
  return {
    ...(search !== '' && { search }),
    ...(minOdds !== undefined && { minOdds }),
    ...(stars !== undefined && { stars }),
    ...(address['open'] === true && { open: true }),
  };
}

/** How many filters narrow the list. */
export function filtersIn(search: FeedSearch): number {
  return Object.keys(search).length;
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
