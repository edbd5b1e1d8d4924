import { defaultLeague } from '#contract/fixtures/leagues.ts';
import type { Backend } from '../backend/backend.ts';
import type { MemberStore } from '../storage/member-store.ts';
import type { DocumentRow, PublicStore, TipsterRow } from '../storage/public-store.ts';
import {
  competitionDocument,
  cursorDocument,
  feedDocument,
  fixturesDocument,
  fixtureTipsDocument,
  followedTipsDocument,
  leagueDocument,
  profileDocument,
  recordDocument,
  statsDocument,
  tipstersDocument,
  tipsterTipsDocument,
} from './document-names.ts';
import { isTargetAvailable, type RefreshTarget } from './collections.ts';

/** Age in milliseconds at which stored rows are prefetched again. */
export const prefetchAgeMs = 30 * 60_000;

/**
 * Maximum number of games today and tomorrow whose tips are prefetched, earliest kick-off first.
 */
export const maxPrefetchedGames = 20;

/** Maximum number of followed tipsters whose profiles are prefetched, newest tip first. */
export const maxPrefetchedProfiles = 20;

/** Number of failed requests after which a run ends. */
const maxFailures = 3;

/** Dependencies of a prefetch. */
export type PrefetchDependencies = {
  publicStore: PublicStore;
  memberStore: MemberStore;
  memberId: string;
  /** Called before each request, because the backend may change. */
  backend: () => Backend | undefined;
  hasSeparateLeagues: () => boolean;
  refresh: (target: RefreshTarget) => Promise<'fresh' | 'unchanged' | 'failed'>;
  /** The server's time. */
  now: () => Date;
  /** Resolves when the next request may be sent; false ends the run. */
  canContinue: () => Promise<boolean>;
};

/**
 * Fetches rows that members read offline and that are missing or outdated on this device: one
 * request at a time, with the same refreshes as the screens.
 */
export async function prefetchRows(parts: PrefetchDependencies): Promise<void> {
  let failures = 0;
  for await (const target of listDueTargets(parts)) {
    const backend = parts.backend();
    if (!backend || !isTargetAvailable(target, backend)) continue;
    if (!(await parts.canContinue())) return;
    if ((await parts.refresh(target)) === 'failed') failures += 1;
    if (failures === maxFailures) return;
  }
}

/** Each group is listed after the requests of the previous group, because it needs their rows. */
async function* listDueTargets(parts: PrefetchDependencies): AsyncGenerator<RefreshTarget> {
  yield* listDueLists(parts);
  yield* listDueGameTips(parts);
  yield* listDueProfiles(parts);
}

async function* listDueLists(parts: PrefetchDependencies): AsyncGenerator<RefreshTarget> {
  const { publicStore, memberStore, hasSeparateLeagues } = parts;
  // The list of followed tipsters is stored by the first pull.
  if (!(await memberStore.documents.get(cursorDocument))) yield { what: 'own' };
  if (await isDue(parts, publicStore, feedDocument(''))) yield { what: 'feed' };
  if (await isDue(parts, memberStore, followedTipsDocument)) yield { what: 'followed-tips' };
  if (await isDue(parts, publicStore, competitionDocument(undefined)))
    yield { what: 'competition' };
  if (!hasSeparateLeagues() && (await isDue(parts, publicStore, fixturesDocument)))
    yield { what: 'fixtures' };
  if (await isDue(parts, publicStore, statsDocument)) yield { what: 'stats' };
  if (await isLeagueDue(parts, defaultLeague))
    yield { what: 'league-page', sportKey: defaultLeague };
  if (await isDue(parts, publicStore, tipstersDocument(0))) yield { what: 'tipsters' };
}

/** False for a league that the site does not have. */
async function isLeagueDue(parts: PrefetchDependencies, sportKey: string): Promise<boolean> {
  const { publicStore } = parts;
  if (!(await publicStore.leagues.get(sportKey))) return false;
  return isDue(parts, publicStore, leagueDocument(sportKey));
}

/** Lists the tips of today's and tomorrow's games; games without tips are skipped. */
async function* listDueGameTips(parts: PrefetchDependencies): AsyncGenerator<RefreshTarget> {
  const { publicStore, now } = parts;
  const today = now();
  const end = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 2).getTime();
  const games = await publicStore.fixtures
    .where('kickOffAt')
    .below(end)
    .filter(({ status }) => status === 'scheduled' || status === 'in-play')
    .toArray();
  const counts = parseTipCounts((await publicStore.documents.get(statsDocument))?.value);
  // The counts contain only games before kick-off.
  const tipped = games.filter(
    ({ id, status }) => counts === undefined || status === 'in-play' || id in counts,
  );
  for (const { id } of tipped.slice(0, maxPrefetchedGames)) {
    if (await isDue(parts, publicStore, fixtureTipsDocument(id)))
      yield { what: 'fixture-tips', fixtureId: id };
  }
}

/** Number of tips by fixture; undefined if the backend sends no counts. */
function parseTipCounts(stats: unknown): object | undefined {
  if (typeof stats !== 'object' || stats === null || !('tipsByFixture' in stats)) return undefined;
  const { tipsByFixture } = stats;
  return typeof tipsByFixture === 'object' && tipsByFixture !== null ? tipsByFixture : undefined;
}

/**
 * Lists profiles of followed tipsters with their settled and open tips, and the member's own public
 * profile.
 */
async function* listDueProfiles(parts: PrefetchDependencies): AsyncGenerator<RefreshTarget> {
  const { publicStore, memberStore, memberId } = parts;
  const isFollowed = ({ following }: { following: boolean }) => following;
  const followed = await memberStore.follows.filter(isFollowed).primaryKeys();
  if (await isAnyProfileDue(parts, followed)) yield { what: 'followed-tipsters' };
  for (const { id } of sortByNewestPost(await publicStore.tipsters.bulkGet(followed))) {
    yield* listDueProfileTargets(parts, id);
  }
  const isTipster = isTipsterProfile((await memberStore.documents.get(profileDocument))?.value);
  if (isTipster && (await isDue(parts, publicStore, recordDocument(memberId)))) {
    yield { what: 'tipster', id: memberId };
    yield { what: 'record', id: memberId };
  }
}

async function isAnyProfileDue(
  parts: PrefetchDependencies,
  ids: readonly string[],
): Promise<boolean> {
  const known = await parts.publicStore.tipsters.bulkGet([...ids]);
  if (known.some((row) => row === undefined || row.tipsUnknown)) return true;
  const due = sortByNewestPost(known).map(async ({ id }) =>
    isDue(parts, parts.publicStore, recordDocument(id)),
  );
  return (await Promise.all(due)).includes(true);
}

async function* listDueProfileTargets(
  parts: PrefetchDependencies,
  id: string,
): AsyncGenerator<RefreshTarget> {
  const { publicStore } = parts;
  if (await isDue(parts, publicStore, recordDocument(id))) yield { what: 'record', id };
  for (const state of ['open', 'settled'] as const) {
    if (await isDue(parts, publicStore, tipsterTipsDocument(id, { state })))
      yield { what: 'tipster-tips', id, state };
  }
}

function sortByNewestPost(rows: readonly (TipsterRow | undefined)[]): TipsterRow[] {
  const newest = ({ tips }: TipsterRow) => tips[0]?.creationTime ?? '';
  return rows
    .filter((row) => row !== undefined)
    .toSorted((one, other) => newest(other).localeCompare(newest(one)))
    .slice(0, maxPrefetchedProfiles);
}

function isTipsterProfile(profile: unknown): boolean {
  return (
    typeof profile === 'object' &&
    profile !== null &&
    'isTipster' in profile &&
    profile.isTipster === true
  );
}

/**
 * True if a document is missing, outdated, or only the beginning of a list that was embedded in the
 * page.
 */
async function isDue(
  { now }: PrefetchDependencies,
  { documents }: PublicStore | MemberStore,
  name: string,
): Promise<boolean> {
  const row = await documents.get(name);
  if (!row || isEmbeddedInPage(row)) return true;
  // `fetchedAt` may be in the future after a clock change.
  return Math.abs(now().getTime() - row.fetchedAt) >= prefetchAgeMs;
}

function isEmbeddedInPage({ name, value }: DocumentRow): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return name === tipstersDocument(0) ? !('pages' in value) : 'until' in value;
}
