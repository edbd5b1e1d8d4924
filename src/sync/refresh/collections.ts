import { oneFixture, stats } from '#contract/fixtures/fixtures.ts';
import { pushSettings } from '#contract/account/push.ts';
import { poolList, poolTable } from '#contract/pools.ts';
import { competitionTable, leaguePage, tipsterRecord } from '#contract/records.ts';
import type { Api } from '../backend/api.ts';
import type { Backend } from '../backend/backend.ts';
import { type AdminTipQuery, refreshAdminTip, refreshAdminTips } from './admin-tips.ts';
import { refreshDesk } from './desk.ts';
import { refreshDocument } from './document.ts';
import {
  competitionDocument,
  fixtureDocument,
  leagueDocument,
  poolDocument,
  poolsDocument,
  pushDocument,
  recordDocument,
  statsDocument,
} from './document-names.ts';
import { toFixtureRow, refreshFixtures } from './fixtures.ts';
import { resolvePicture } from './listed-tips.ts';
import { refreshNotices } from './notices.ts';
import type {
  RefreshOutcome,
  MemberRefreshDependencies,
  RefreshDependencies,
} from './refresh-dependencies.ts';
import { refreshHistory, refreshProof } from './proof.ts';
import { pullOwnRows } from './pull.ts';
import {
  type FeedQuery,
  refreshFeed,
  refreshFixtureTips,
  refreshFollowedTips,
  refreshTip,
  refreshTipsterTips,
  type TipsterTipQuery,
} from './tip-lists.ts';
import { refreshFollowedTipsters, refreshTipster, refreshTipsters } from './tipsters.ts';

/** A refreshable collection with its parameters. */
export type RefreshTarget =
  | { what: 'fixtures' | 'stats' | 'proof' }
  | { what: 'own' | 'notices' | 'push' | 'pools' | 'desk' | 'followed-tipsters' }
  | {
      what: 'fixture' | 'tip' | 'history' | 'tipster' | 'record' | 'pool' | 'admin-tip';
      id: string;
    }
  | { what: 'league' | 'league-page'; sportKey: string }
  | { what: 'fixture-tips'; fixtureId: string }
  | { what: 'competition'; month?: string }
  | { what: 'tipsters'; category?: number; more?: boolean }
  | { what: 'followed-tips'; more?: boolean }
  | ({ what: 'feed' } & FeedQuery)
  | ({ what: 'tipster-tips' } & TipsterTipQuery)
  | ({ what: 'admin-tips' } & AdminTipQuery);

type TargetName = RefreshTarget['what'];
type TargetOf<What extends TargetName> = RefreshTarget & { what: What };

/** Names of collections that need no parameters. */
export type PlainRefreshTargetName = {
  [What in TargetName]: { what: What } extends TargetOf<What> ? What : never;
}[TargetName];

/** A refreshable collection; `rows` is `member` if the member's store is needed. */
type Collection<Target> = { isTouchlineOnly?: true } & (
  | { rows: 'public'; refresh(parts: RefreshDependencies, target: Target): Promise<RefreshOutcome> }
  | {
      rows: 'member';
      refresh(parts: MemberRefreshDependencies, target: Target): Promise<RefreshOutcome>;
    }
);

/** Maximum numbers of stored records, and of fixtures stored as single documents. */
export const maxStoredRecords = 60;
export const maxStoredFixtures = 60;

const collections: { readonly [What in TargetName]: Collection<TargetOf<What>> } = {
  fixtures: {
    rows: 'public',
    refresh: async (parts) => parts.odds?.refreshLeagues() ?? refreshFixtures(parts),
  },
  league: {
    rows: 'public',
    // A backend without an odds service returns all leagues together.
    refresh: async ({ odds }, { sportKey }) => odds?.refreshLeague(sportKey) ?? 'unchanged',
  },
  fixture: { rows: 'public', refresh: refreshFixture },
  stats: {
    rows: 'public',
    isTouchlineOnly: true,
    refresh: (parts) =>
      refreshDocument(parts, parts.publicStore, { name: statsDocument, route: stats }),
  },
  tipsters: { rows: 'public', refresh: refreshTipsters },
  tipster: { rows: 'public', refresh: refreshTipster },
  record: {
    rows: 'public',
    isTouchlineOnly: true,
    refresh: (parts, { id }) =>
      refreshDocument(parts, parts.publicStore, {
        name: recordDocument(id),
        route: tipsterRecord,
        params: { id },
        isDeletable: true,
        limit: { prefix: recordDocument(''), maxDocuments: maxStoredRecords },
      }),
  },
  'tipster-tips': { rows: 'public', isTouchlineOnly: true, refresh: refreshTipsterTips },
  competition: {
    rows: 'public',
    isTouchlineOnly: true,
    refresh: (parts, { month }) =>
      refreshDocument(parts, parts.publicStore, {
        name: competitionDocument(month),
        route: competitionTable,
        ...(month !== undefined && { query: { month } }),
        toValue: (reply) => resolveRowPictures(parts.api, reply),
      }),
  },
  'league-page': {
    rows: 'public',
    isTouchlineOnly: true,
    refresh: (parts, { sportKey: key }) =>
      refreshDocument(parts, parts.publicStore, {
        name: leagueDocument(key),
        route: leaguePage,
        params: { key },
        toValue: (reply) => resolveRowPictures(parts.api, reply),
      }),
  },
  feed: { rows: 'public', isTouchlineOnly: true, refresh: refreshFeed },
  'fixture-tips': { rows: 'public', isTouchlineOnly: true, refresh: refreshFixtureTips },
  tip: { rows: 'public', refresh: refreshTip },
  history: { rows: 'public', isTouchlineOnly: true, refresh: refreshHistory },
  proof: { rows: 'public', isTouchlineOnly: true, refresh: refreshProof },
  own: { rows: 'member', refresh: pullOwnRows },
  notices: { rows: 'member', isTouchlineOnly: true, refresh: refreshNotices },
  push: {
    rows: 'member',
    isTouchlineOnly: true,
    refresh: (parts) =>
      refreshDocument(parts, parts.memberStore, { name: pushDocument, route: pushSettings }),
  },
  'followed-tips': { rows: 'member', isTouchlineOnly: true, refresh: refreshFollowedTips },
  'followed-tipsters': { rows: 'member', isTouchlineOnly: true, refresh: refreshFollowedTipsters },
  pools: { rows: 'member', isTouchlineOnly: true, refresh: refreshPools },
  pool: {
    rows: 'member',
    isTouchlineOnly: true,
    refresh: (parts, { id }) =>
      refreshDocument(parts, parts.memberStore, {
        name: poolDocument(id),
        route: poolTable,
        params: { id },
        isDeletable: true,
        toValue: (reply) => resolveRowPictures(parts.api, reply),
      }),
  },
  desk: { rows: 'member', isTouchlineOnly: true, refresh: refreshDesk },
  'admin-tips': { rows: 'member', refresh: refreshAdminTips },
  'admin-tip': { rows: 'member', refresh: refreshAdminTip },
};

/** True for rows of the logged-in member, which must contain every acknowledged change. */
export function isOwnRowsTarget({ what }: RefreshTarget): boolean {
  return collections[what].rows === 'member';
}

/** True if the backend has the rows of a target. */
export function isTargetAvailable({ what }: RefreshTarget, { kind }: Backend): boolean {
  return kind === 'touchline' || !collections[what].isTouchlineOnly;
}

/** Refreshes a collection; `failed` if the backend lacks it or no member is logged in. */
export async function refreshCollection(
  parts: RefreshDependencies,
  target: RefreshTarget,
): Promise<RefreshOutcome> {
  const collection: Collection<RefreshTarget> = collections[target.what];
  if (!isTargetAvailable(target, parts.backend)) return 'failed';
  if (collection.rows === 'public') return collection.refresh(parts, target);
  const { memberId, memberStore } = parts;
  if (memberId === undefined || !memberStore) return 'failed';
  return collection.refresh({ ...parts, memberId, memberStore }, target);
}

/** Refreshes one fixture of any date, and its row in the table of fixtures. */
async function refreshFixture(
  parts: RefreshDependencies,
  { id }: { id: string },
): Promise<RefreshOutcome> {
  if (parts.odds) return 'unchanged';
  const { fixtures } = parts.publicStore;
  return refreshDocument(parts, parts.publicStore, {
    name: fixtureDocument(id),
    route: oneFixture,
    params: { id },
    isDeletable: true,
    limit: { prefix: fixtureDocument(''), maxDocuments: maxStoredFixtures },
    tables: [fixtures],
    write: async (fixture) =>
      (await fixtures.get(id)) ? fixtures.put(toFixtureRow(fixture)) : undefined,
  });
}

/** Refreshes the member's pools, and deletes stored rankings of pools that the member has left. */
async function refreshPools(parts: MemberRefreshDependencies): Promise<RefreshOutcome> {
  const { documents } = parts.memberStore;
  return refreshDocument(parts, parts.memberStore, {
    name: poolsDocument,
    route: poolList,
    async write({ pools }) {
      const current = new Set(pools.map(({ id }) => poolDocument(id)));
      const tables = await documents.where('name').startsWith(poolDocument('')).primaryKeys();
      await documents.bulkDelete(tables.filter((name) => !current.has(name)));
    },
  });
}

/** Makes the picture URLs of a table's rows absolute. */
function resolveRowPictures<Reply extends { rows: { picture: string | null }[] }>(
  api: Api,
  reply: Reply,
): Reply {
  return { ...reply, rows: reply.rows.map((row) => resolvePicture(api, row)) };
}
