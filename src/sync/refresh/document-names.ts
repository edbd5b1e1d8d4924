// Without the shapes of these documents, so that a first screen loads none.

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

/** What is known of the list of games itself. */
export const fixturesDocument = 'fixtures';

/** When its prices were taken; or, of the list that came with the page, until when it is whole. */
export type FixturesDocument = { pricedAt: string | null } | { until: string };

/** Counts of open tips. */
export const statsDocument = 'stats';

/** The newest tips of everybody; with the key of a search, those that it found. */
export function feedDocument(key: string): string {
  return key === '' ? feed : `${feedSearches}:${key}`;
}

/** What the names of all searches of the feed begin with. */
export const feedSearches = 'feed-search';

/** The address of the API that was found to be of our kind. */
export const backendDocument = 'backend';

/** Tipsters of a category in the server's order. */
export function tipstersDocument(category: number): string {
  return category === 0 ? tipsters : `${tipsters}:${category}`;
}

/** Tipsters whose profiles were opened last; they may be on no other list. */
export const openedTipsters = `${tipsters}:opened`;

/** What the last checks of records on this device came to. */
export const recordChecksDocument = 'record-checks';

/** A tipster's record. */
export function recordDocument(tipsterId: string): string {
  return `${record}:${tipsterId}`;
}

/** A month's table; the running month has a name of its own. */
export function competitionDocument(month: string | undefined): string {
  return month === undefined ? competition : `${competition}:${month}`;
}

/**
 * Which tips of a tipster are listed: settled or open ones, with a leg of a league and a group of options, of a
 * month or a moment (UTC, by their last kick-off), and of those the ones that a figure of the record counts.
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

/** What the names of all lists of tipsters' tips begin with. */
export const tipsterTipLists = `${tipsterTips}:`;

/** The newest tips that hold a leg on a fixture. */
export function fixtureTipsDocument(fixtureId: string): string {
  return `${fixtureTips}:${fixtureId}`;
}

/** The prefix of the names of all lists of fixtures' tips. */
export const fixtureTipLists = `${fixtureTips}:`;

/** A league's fixtures, results and tipsters. */
export function leagueDocument(sportKey: string): string {
  return `${league}:${sportKey}`;
}

/** A fixture whose page was opened; other lists may not contain it. */
export function fixtureDocument(id: string): string {
  return `${fixture}:${id}`;
}

/** What happened to a tip, as this device checked it. */
export function historyDocument(tipId: string): string {
  return `${history}:${tipId}`;
}

/** The checkpoints this device saw. Never thrown away: nobody else could say what they were. */
export const proofDocument = 'proof';

/** The names of public documents that can be fetched again, or their beginnings before a colon. */
export const refillableDocuments = [
  statsDocument,
  feed,
  feedSearches,
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

/** A name as it is searched for, without needless spaces. */
export function searchedName(text = ''): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}

/** The key of a search of the feed; empty without filters. */
export function feedSearchKey({ search, minOdds = 0, stars = 0, open }: FeedFilters): string {
  const name = searchedName(search).toLowerCase();
  const nothing = name === '' && minOdds === 0 && stars === 0 && open !== true;
  return nothing ? '' : JSON.stringify([name, minOdds, stars, open === true]);
}

/** What own tips say of their tipster; the pull writes it with the rows. */
export const authorDocument = 'author';

/** The newest tips of those whom the member follows. */
export const followedDocument = 'followed-tips';

/** The newest of them that the member has seen on this device, by its time. */
export const followedSeenDocument = 'followed-tips-seen';

/** The pools the member is in. */
export const poolsDocument = 'pools';

/** The table of one of them. */
export function poolDocument(id: string): string {
  return `pool:${id}`;
}

/** How far the notices are known, and how far they were read. */
export const noticesDocument = 'notices';

/** What is pushed to the member, as the server said last. */
export const pushDocument = 'push';

/** The words that this phone says of what is pushed. */
export const pushWordsDocument = 'push-words';

/** What waits for administrators, and which of its tickets are on this device. */
export const deskDocument = 'desk';

/** The tag of the newest tickets of all members. */
export const adminTipsDocument = 'admin-tips';

/** The member's time-out as stored on this phone; it outlasts a logout. */
export const timeOutDocument = 'time-out';

/** The member's notification preference on this phone, with the words of the notifications. */
export const preferenceDocument = 'notification-preference';
