// Apart from what fills these documents, so that a screen can look one up without its shapes.

const feed = 'feed';
const tipsters = 'tipsters';
const record = 'record';
const competition = 'competition';

/** How many tips stand. */
export const statsDocument = 'stats';

/** The newest tips of everybody; with the key of a search, those that it found. */
export function feedDocument(key: string): string {
  return key === '' ? feed : `${feedSearches}:${key}`;
}

/** What the names of all searches of the feed begin with. */
export const feedSearches = 'feed-search';

/** Tipsters of a category, best first as the server has them. */
export function tipstersDocument(category: number): string {
  return category === 0 ? tipsters : `${tipsters}:${category}`;
}

/** Tipsters whose profiles were opened last, who may be on no other list. */
export const openedTipsters = `${tipsters}:opened`;

/** Everything a tipster's settled tips say. */
export function recordDocument(tipsterId: string): string {
  return `${record}:${tipsterId}`;
}

/** A month's table; the running month has a name of its own. */
export function competitionDocument(month: string | undefined): string {
  return month === undefined ? competition : `${competition}:${month}`;
}

/** What public documents that can be fetched again are called, or begin with before a colon. */
export const refillableDocuments = [
  statsDocument,
  feed,
  feedSearches,
  tipsters,
  record,
  competition,
] as const;

/** What narrows the feed; a text is part of a tipster's name, and `open` has not started yet. */
export type FeedFilters = { search?: string; minOdds?: number; stars?: number; open?: boolean };

/** A name as it is searched for: spaces around it and twice in a row say nothing. */
export function searchedName(text = ''): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}

/** What tells one search of the feed from another; empty where nothing narrows it. */
export function feedSearchKey({ search, minOdds = 0, stars = 0, open }: FeedFilters): string {
  const name = searchedName(search).toLowerCase();
  const nothing = name === '' && minOdds === 0 && stars === 0 && open !== true;
  return nothing ? '' : JSON.stringify([name, minOdds, stars, open === true]);
}

/** The break this member is on, as this phone keeps it; it outlasts a logout. */
export const keptTimeOutDocument = 'break';

/** That a member wants to be told on this phone what was sent without them, and in which words. */
export const preferenceDocument = 'telling';
