// Contains no schemas, so that the first screen does not load zod.

const feed = 'feed';
const tipsters = 'tipsters';
const record = 'record';
const competition = 'competition';
const history = 'history';
const league = 'league';
const fixture = 'fixture';
const tipsterTips = 'tipster-tips';
const fixtureTips = 'fixture-tips';

/** The cursor of the last pull; its `fetchedAt` is the time of the own rows. */
export const cursorDocument = 'cursor';

/** The member's own profile. */
export const profileDocument = 'profile';

/** State of the list of fixtures. */
export const fixturesDocument = 'fixtures';

/**
 * Time of the prices; or, for the list embedded in the page, the kick-off up to which the list is
 * complete.
 */
export type FixturesDocument = { pricedAt: string | null } | { until: string };

/** Counts of open tips. */
export const statsDocument = 'stats';

/** The newest tips of all tipsters; with a key, the results of a search. */
export function feedDocument(key: string): string {
  return key === '' ? feed : `${feedSearchPrefix}:${key}`;
}

/** Prefix of the documents of all feed searches. */
export const feedSearchPrefix = 'feed-search';

/** The API's base URL if it was identified as a Touchline server. */
export const backendDocument = 'backend';

/** Tipsters of a category in the server's order. */
export function tipstersDocument(category: number): string {
  return category === 0 ? tipsters : `${tipsters}:${category}`;
}

/** The last tipsters whose profiles were opened; other lists may not contain them. */
export const openedTipstersDocument = `${tipsters}:opened`;

/** Summaries of the last record checks on this device. */
export const recordChecksDocument = 'record-checks';

/** A tipster's record. */
export function recordDocument(tipsterId: string): string {
  return `${record}:${tipsterId}`;
}

/** The competition's table of a month; the current month has the plain name. */
export function competitionDocument(month: string | undefined): string {
  return month === undefined ? competition : `${competition}:${month}`;
}

/**
 * Filters of a tipster's tips: settled or open; `league` and `option` (a group of options) of a
 * leg; month or instant in UTC of the last kick-off; and the record's figure that counts the tip.
 */
export type TipsterTipFilters = {
  state: 'settled' | 'open';
  league?: string | undefined;
  option?: string | undefined;
  month?: string | undefined;
  at?: string | undefined;
  figure?: 'settled' | 'in-time' | undefined;
};

/** A list of a tipster's tips; without filters the key is only the state. */
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
 * Checkpoints that this device has received. Never deleted, because only these can prove that the
 * log was rewritten.
 */
export const proofDocument = 'proof';

/** Names or prefixes of public documents that can be fetched again, so may be deleted. */
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

/** The feed's filters; `search` is part of a tipster's name, `open` means not started. */
export type FeedFilters = { search?: string; minOdds?: number; stars?: number; open?: boolean };

/** Normalizes a searched name: NFC, no superfluous spaces. */
export function normalizeSearchName(text = ''): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}

/** The key of a feed search; empty without filters. */
export function feedSearchKey({ search, minOdds = 0, stars = 0, open }: FeedFilters): string {
  const name = normalizeSearchName(search).toLowerCase();
  const nothing = name === '' && minOdds === 0 && stars === 0 && open !== true;
  return nothing ? '' : JSON.stringify([name, minOdds, stars, open === true]);
}

/** The newest tips of followed tipsters. */
export const followedTipsDocument = 'followed-tips';

/** Creation time of the newest tip of followed tipsters that the member has seen on this device. */
export const followedTipsSeenDocument = 'followed-tips-seen';

/** The member's pools. */
export const poolsDocument = 'pools';

/** The table of a pool. */
export function poolDocument(id: string): string {
  return `pool:${id}`;
}

/** State of the notices: how far they were fetched, read and reported. */
export const noticesDocument = 'notices';

/** The member's push settings, as last received. */
export const pushDocument = 'push';

/** The texts of this device's push notifications. */
export const pushWordsDocument = 'push-words';

/** The administrators' desk, and which of its tickets are stored. */
export const deskDocument = 'desk';

/** The ETag of the first page of all members' tickets. */
export const adminTipsDocument = 'admin-tips';

/** The member's time-out as stored on this device; a logout does not delete it. */
export const timeOutDocument = 'time-out';

/** The member's notification setting on this device, with the texts of notifications. */
export const notificationPreferenceDocument = 'notification-preference';
