import { oneFixture, stats } from '#contract/fixtures/fixtures.ts';
import { pushChoices } from '#contract/account/push.ts';
import { poolList, poolTable } from '#contract/pools.ts';
import { competitionTable, leaguePage, tipsterRecord } from '#contract/records.ts';
import type { Api } from '../backend/api.ts';
import type { Backend } from '../backend/backend.ts';
import { type AdminQuery, refreshAdminTip, refreshAdminTips } from './admin-tips.ts';
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
import { fixtureRow, refreshFixtures } from './fixtures.ts';
import { withAddress } from './listed-tips.ts';
import { refreshNotices } from './notices.ts';
import type { Freshness, MemberParts, RefreshParts } from './parts.ts';
import { refreshHistory, refreshProof } from './proof.ts';
import { pullOwn } from './pull.ts';
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
  | ({ what: 'admin-tips' } & AdminQuery);

type Name = RefreshTarget['what'];
type TargetOf<What extends Name> = RefreshTarget & { what: What };

/** Names of collections that need no parameters. */
export type RefreshTargetName = {
  [What in Name]: { what: What } extends TargetOf<What> ? What : never;
}[Name];

/** A collection by the rows that it refreshes; a spec-only backend has only some of them. */
type Collection<Target> = { isTouchlineOnly?: true } & (
  | { rows: 'public'; refresh(parts: RefreshParts, target: Target): Promise<Freshness> }
  | { rows: 'member'; refresh(parts: MemberParts, target: Target): Promise<Freshness> }
);

/** Maximum numbers of stored records, and of fixture documents beside the calendar. */
export const maxRecords = 60;
export const maxOpenedFixtures = 60;

const collections: { readonly [What in Name]: Collection<TargetOf<What>> } = {
  fixtures: {
    rows: 'public',
    refresh: async (parts) => parts.odds?.refreshLeagues() ?? refreshFixtures(parts),
  },
  league: {
    rows: 'public',
    // A backend with fixtures sends all leagues together.
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
        limit: { prefix: recordDocument(''), maxDocuments: maxRecords },
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
        toValue: (reply) => withPictures(parts.api, reply),
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
        toValue: (reply) => withPictures(parts.api, reply),
      }),
  },
  feed: { rows: 'public', isTouchlineOnly: true, refresh: refreshFeed },
  'fixture-tips': { rows: 'public', isTouchlineOnly: true, refresh: refreshFixtureTips },
  tip: { rows: 'public', refresh: refreshTip },
  history: { rows: 'public', isTouchlineOnly: true, refresh: refreshHistory },
  proof: { rows: 'public', isTouchlineOnly: true, refresh: refreshProof },
  own: { rows: 'member', refresh: pullOwn },
  notices: { rows: 'member', isTouchlineOnly: true, refresh: refreshNotices },
  push: {
    rows: 'member',
    isTouchlineOnly: true,
    refresh: (parts) =>
      refreshDocument(parts, parts.memberStore, { name: pushDocument, route: pushChoices }),
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
        toValue: (reply) => withPictures(parts.api, reply),
      }),
  },
  desk: { rows: 'member', isTouchlineOnly: true, refresh: refreshDesk },
  'admin-tips': { rows: 'member', refresh: refreshAdminTips },
  'admin-tip': { rows: 'member', refresh: refreshAdminTip },
};

/** True for rows of a logged-in member, which must contain every acknowledged change. */
export function isOfMember({ what }: RefreshTarget): boolean {
  return collections[what].rows === 'member';
}

/** True if a backend has the rows of a target. */
export function isAvailable({ what }: RefreshTarget, { kind }: Backend): boolean {
  return kind === 'touchline' || !collections[what].isTouchlineOnly;
}

/** Refreshes a collection, if the backend has it and its member is logged in. */
export async function refreshRows(parts: RefreshParts, target: RefreshTarget): Promise<Freshness> {
  const collection: Collection<RefreshTarget> = collections[target.what];
  if (!isAvailable(target, parts.backend)) return 'failed';
  if (collection.rows === 'public') return collection.refresh(parts, target);
  const { memberId, memberStore } = parts;
  if (memberId === undefined || !memberStore) return 'failed';
  return collection.refresh({ ...parts, memberId, memberStore }, target);
}

/** Refreshes one fixture of any date, and its row of the calendar. */
async function refreshFixture(parts: RefreshParts, { id }: { id: string }): Promise<Freshness> {
  if (parts.odds) return 'unchanged';
  const { fixtures } = parts.publicStore;
  return refreshDocument(parts, parts.publicStore, {
    name: fixtureDocument(id),
    route: oneFixture,
    params: { id },
    isDeletable: true,
    limit: { prefix: fixtureDocument(''), maxDocuments: maxOpenedFixtures },
    tables: [fixtures],
    write: async (fixture) =>
      (await fixtures.get(id)) ? fixtures.put(fixtureRow(fixture)) : undefined,
  });
}

/** Refreshes the member's pools, and deletes the stored rankings of pools that they have left. */
async function refreshPools(parts: MemberParts): Promise<Freshness> {
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

/** Makes the addresses of pictures in a table absolute. */
function withPictures<Reply extends { rows: { picture: string | null }[] }>(
  api: Api,
  reply: Reply,
): Reply {
  return { ...reply, rows: reply.rows.map((row) => withAddress(api, row)) };
}
