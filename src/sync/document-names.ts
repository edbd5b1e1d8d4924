// Apart from what fills these documents, so that a screen can look one up without its shapes.

/** The newest tips of everybody. */
export const feedDocument = 'feed';

/** What the last search of the feed found. */
export const feedSearchDocument = 'feed-search';

/** Tipsters of a category, best first as the server has them. */
export function tipstersDocument(category: number): string {
  return category === 0 ? 'tipsters' : `tipsters:${category}`;
}

/** Everything a tipster's settled tickets say. */
export function recordDocument(tipsterId: string): string {
  return `record:${tipsterId}`;
}

/** A month's table; the running month has a name of its own. */
export function competitionDocument(month: string | undefined): string {
  return month === undefined ? 'competition' : `competition:${month}`;
}

/** What narrows the feed; a text is part of a tipster's name, and `open` has not started yet. */
export type FeedFilters = { search?: string; minOdds?: number; stars?: number; open?: boolean };

/** What tells one search of the feed from another; empty where nothing narrows it. */
export function feedSearchKey({ search = '', minOdds = 0, stars = 0, open }: FeedFilters): string {
  const nothing = search === '' && minOdds === 0 && stars === 0 && open !== true;
  return nothing ? '' : JSON.stringify([search, minOdds, stars, open === true]);
}
