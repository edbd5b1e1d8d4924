// Free of schemas, so that a first screen loads none.

const feed = 'feed';
const tipsters = 'tipsters';
const record = 'record';
const competition = 'competition';
const history = 'history';
const league = 'league';
const fixture = 'fixture';
const tipsterTips = 'tipster-tips';
const fixtureTips = 'fixture-tips';

/** The cursor of the last pull; its `fetchedAt` is the age of own rows. */
export const cursorDocument = 'cursor';

/** The member's own profile. */
export const profileDocument = 'profile';

/** State of the list of games. */
export const fixturesDocument = 'fixtures';

/**
 * Time of its prices; or, for the list embedded in the page, the kick-off up to which it is
 * complete.
 */
export type FixturesDocument = { pricedAt: string | null } | { until: string };

/** Counts of open tips. */
export const statsDocument = 'stats';

/** The newest tips of all tipsters; with a key, the results of that search. */
export function feedDocument(key: string): string {
  return key === '' ? feed : `${feedSearchPrefix}:${key}`;
}

/** Prefix of the names of all searches of the feed. */
export const feedSearchPrefix = 'feed-search';

/** The address of the API that was identified as a Touchline server. */
export const backendDocument = 'backend';

/** Tipsters of a category in the server's order. */
export function tipstersDocument(category: number): string {
  return category === 0 ? tipsters : `${tipsters}:${category}`;
}

/** Tipsters whose profiles were opened last; they may be in no other list. */
export const openedTipstersDocument = `${tipsters}:opened`;

/** Summaries of the last record checks on this device. */
export const recordChecksDocument = 'record-checks';

/** A tipster's record. */
export function recordDocument(tipsterId: string): string {
  return `${record}:${tipsterId}`;
}

/** A month's table; the current month has a separate name. */
export function competitionDocument(month: string | undefined): string {
  return month === undefined ? competition : `${competition}:${month}`;
}

/**
 * Filters of a tipster's tips: settled or open ones, with a leg of a league and a group of options,
 * of a month or an instant (UTC, by their last kick-off), and those counted by a figure of the
 * record.
 */
export type TipsterTipFilters = {
  state: 'settled' | 'open';
  league?: string | undefined;
  option?: string | undefined;
  month?: string | undefined;
  at?: string | undefined;
  figure?: 'settled' | 'in-time' | undefined;
};

/** A list of a tipster's tips; the key of an unfiltered one is its state. */
export function tipsterTipsDocument(tipsterId: string, filters: TipsterTipFilters): string {
  const { state, league, option, month, at, figure } = filters;
  const narrowed = [league, option, month, at, figure];
  const key = narrowed.some((value) => value !== undefined)
    ? `${state}:${JSON.stringify(narrowed)}`
    : state;
  return `${tipsterTips}:${tipsterId}:${key}`;
}

/** Prefix of the names of all lists of tipsters' tips. */
export const tipsterTipsPrefix = `${tipsterTips}:`;

/** The newest tips with a leg on a fixture. */
export function fixtureTipsDocument(fixtureId: string): string {
  return `${fixtureTips}:${fixtureId}`;
}

/** Prefix of the names of all lists of fixtures' tips. */
export const fixtureTipsPrefix = `${fixtureTips}:`;

/** A league's fixtures, results and tipsters. */
export function leagueDocument(sportKey: string): string {
  return `${league}:${sportKey}`;
}

/** A fixture whose page was opened; other lists may not contain it. */
export function fixtureDocument(id: string): string {
  return `${fixture}:${id}`;
}

/** A tip's history as verified by this device. */
export function historyDocument(tipId: string): string {
  return `${history}:${tipId}`;
}

/**
 * Checkpoints received by this device. Never deleted: they are the only evidence of a rewritten
 * log.
 */
export const proofDocument = 'proof';

/** Names, or prefixes before a colon, of public documents that can be fetched again. */
export const refetchableDocuments = [
  statsDocument,
  feed,
  feedSearchPrefix,
  tipsters,
  record,
  competition,
  league,
  fixture,
  history,
  tipsterTips,
  fixtureTips,
] as const;

/** The feed's filters: part of a tipster's name, odds, stars, and tips that have not started. */
export type FeedFilters = { search?: string; minOdds?: number; stars?: number; open?: boolean };

/** Normalizes a name for search, without superfluous spaces. */
export function normalizeSearchName(text = ''): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}

/** The key of a search of the feed; empty without filters. */
export function feedSearchKey({ search, minOdds = 0, stars = 0, open }: FeedFilters): string {
  const name = normalizeSearchName(search).toLowerCase();
  const nothing = name === '' && minOdds === 0 && stars === 0 && open !== true;
  return nothing ? '' : JSON.stringify([name, minOdds, stars, open === true]);
}

/** The newest tips of followed tipsters. */
export const followedTipsDocument = 'followed-tips';

/** The creation time of the newest of those tips that the member has seen on this device. */
export const followedTipsSeenDocument = 'followed-tips-seen';

/** The member's pools. */
export const poolsDocument = 'pools';

/** The table of a pool. */
export function poolDocument(id: string): string {
  return `pool:${id}`;
}

/** State of the notices: how far they were fetched and read. */
export const noticesDocument = 'notices';

/** The member's push settings, as last received. */
export const pushDocument = 'push';

/** The sentences of this phone's push notifications. */
export const pushWordsDocument = 'push-words';

/** The administrators' desk, and the list of its tickets on this device. */
export const deskDocument = 'desk';

/** The tag of the newest tickets of all members. */
export const adminTipsDocument = 'admin-tips';

/** The member's time-out as stored on this phone; it outlasts a logout. */
export const timeOutDocument = 'time-out';

/** The member's notification setting on this phone, with the sentences of notifications. */
export const notificationPreferenceDocument = 'notification-preference';
