import { type AdminQuery, refreshAdminTip, refreshAdminTips } from './admin-tips.ts';
import { ownBackend } from '../backend/backend.ts';
import { isTokenRefused } from '../backend/token-refusal.ts';
import type { Connection } from '../backend/connection.ts';
import { refreshDesk } from './desk.ts';
import { refreshFixtureTips } from './fixture-tips.ts';
import { refreshFixture } from './fixture.ts';
import { refreshFollowedTips, refreshFollowedTipsters } from './followed.ts';
import { refreshNotices } from './notices.ts';
import { refreshPush } from './push.ts';
import type { MemberStore } from '../storage/member-store.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import {
  type FeedQuery,
  refreshFeed,
  refreshFixtures,
  refreshStats,
  refreshTip,
  refreshTipster,
  refreshTipsters,
} from './public-lists.ts';
import type { PublicStore } from '../storage/public-store.ts';
import { refreshPool, refreshPools } from './pools.ts';
import { type Freshness, pullOwn } from './pull.ts';
import { refreshCompetition, refreshLeaguePage, refreshRecord } from './records.ts';
import type { SessionWatch } from '../session-watch.ts';
import { refreshTipsterTips, type TipsterTipQuery } from './tipster-tips.ts';
import { newestRuns, sharedRuns } from '../single-run.ts';
import { refreshHistory, refreshProof } from './proof.ts';

/** A refreshable collection with its parameters. */
export type RefreshTarget =
  | { what: 'fixtures' | 'stats' }
  | { what: 'own' | 'notices' | 'push' }
  | { what: 'desk' }
  | { what: 'pools' }
  | { what: 'pool'; id: string }
  | { what: 'league'; sportKey: string }
  | { what: 'fixture'; id: string }
  | { what: 'tipsters'; category?: number; more?: boolean }
  | { what: 'tipster'; id: string }
  | { what: 'record'; id: string }
  | ({ what: 'tipster-tips' } & TipsterTipQuery)
  | { what: 'competition'; month?: string }
  | { what: 'league-page'; sportKey: string }
  | { what: 'tip'; id: string }
  | { what: 'followed-tips'; more?: boolean }
  | { what: 'followed-tipsters' }
  | { what: 'history'; id: string }
  | { what: 'proof' }
  | { what: 'admin-tip'; id: string }
  | ({ what: 'feed' } & FeedQuery)
  | { what: 'fixture-tips'; fixtureId: string }
  | ({ what: 'admin-tips' } & AdminQuery);

/** Names of collections that need no parameters. */
export type RefreshTargetName =
  | 'fixtures'
  | 'stats'
  | 'own'
  | 'notices'
  | 'push'
  | 'tipsters'
  | 'feed'
  | 'admin-tips'
  | 'desk'
  | 'pools'
  | FollowedName;
type FollowedName = 'followed-tips' | 'followed-tipsters';

type PrivateRows =
  | 'own'
  | 'notices'
  | 'push'
  | 'desk'
  | 'pools'
  | 'pool'
  | 'followed-tips'
  | 'admin-tip'
  | 'admin-tips';

type MemberParts = { memberId: string; memberStore: MemberStore };

/** Dependencies of refreshing. */
export type RefreshingParts = {
  connection: Connection;
  session: SessionWatch;
  publicStore: PublicStore;
  member: MemberParts | undefined;
  /** The server's time, so that ages stay right when this device's clock is changed. */
  now: () => number;
  onRepaired: (row: OperationRow) => void;
};

/** Refreshes rows on request; simultaneous equal requests share one run. */
export function createRefreshing(
  parts: RefreshingParts,
): (target: RefreshTarget) => Promise<'fresh' | 'unchanged' | 'failed'> {
  const share = sharedRuns<Freshness>();
  const renew = newestRuns<Freshness>();

  return async (target) => {
    // Private rows must contain every acknowledged change, so the run must begin after the request.
    const run = isPrivate(target) ? renew : share;
    const freshness = await run(JSON.stringify(target), () => refresh(parts, target));
    return freshness === 'unauthorised' ? 'failed' : freshness;
  };
}

const privateRows: readonly RefreshTarget['what'][] = [
  'own',
  'notices',
  'push',
  'followed-tips',
  'followed-tipsters',
  'pools',
  'pool',
  'admin-tips',
  'admin-tip',
  'desk',
];

function isPrivate({ what }: RefreshTarget): boolean {
  return privateRows.includes(what);
}

async function refresh(parts: RefreshingParts, target: RefreshTarget): Promise<Freshness> {
  const { connection, session } = parts;
  if (connection.backend.get() === undefined) {
    const { kind } = await connection.ping();
    if (kind === 'unreachable') return 'failed';
  }
  if (isPrivate(target)) {
    session.look();
    if (session.state.get() !== 'signed-in') return 'failed';
  }
  try {
    const token = session.token();
    const freshness = await refreshRows(parts, target);
    if (freshness === 'unauthorised' && token !== undefined) {
      const { api, backend } = connection;
      await session.doubted(token, () => isTokenRefused(api, backend.get() ?? ownBackend, token));
    }
    return freshness;
  } catch {
    // A database failed; the rows are unchanged.
    return 'failed';
  }
}

async function refreshRows(parts: RefreshingParts, target: RefreshTarget): Promise<Freshness> {
  const { connection, publicStore, member, now } = parts;
  const { reads: api, odds, backend } = connection;
  const known = backend.get() ?? ownBackend;
  const hasOdds = !connection.oddsElsewhere && known.can.fixtures;
  const shared = { api, backend: known, now };
  const open = {
    ...shared,
    store: publicStore,
    memberId: member?.memberId,
    memberStore: member?.memberStore,
  };
  switch (target.what) {
    case 'fixtures':
      return hasOdds ? refreshFixtures(open) : odds.refreshLeagues();
    case 'league':
      // Such a backend sends all leagues with its fixtures.
      return hasOdds ? 'unchanged' : odds.refreshLeague(target.sportKey);
    case 'fixture':
      return hasOdds ? refreshFixture(open, target.id) : 'unchanged';
    case 'stats':
      return refreshStats(open);
    case 'tipsters':
      return refreshTipsters(open, target);
    case 'tipster':
      return refreshTipster(open, target.id);
    case 'record':
      return refreshRecord(open, target.id);
    case 'tipster-tips':
      return refreshTipsterTips(open, target);
    case 'competition':
      return refreshCompetition(open, target.month);
    case 'league-page':
      return refreshLeaguePage(open, target.sportKey);
    case 'feed':
      return refreshFeed(open, target);
    case 'fixture-tips':
      return refreshFixtureTips(open, target.fixtureId);
    case 'tip':
      return refreshTip(open, target.id);
    case 'history':
      return refreshHistory(open, target.id);
    case 'proof':
      return refreshProof(open);
    case 'followed-tipsters':
      return member ? refreshFollowedTipsters(open) : 'failed';
    case 'own':
    case 'notices':
    case 'push':
    case 'followed-tips':
    case 'admin-tips':
    case 'admin-tip':
    case 'desk':
    case 'pools':
    case 'pool':
      return member ? refreshPrivateRows(parts, member, target) : 'failed';
  }
}

async function refreshPrivateRows(
  { connection, publicStore, now, onRepaired }: RefreshingParts,
  { memberId, memberStore }: MemberParts,
  target: Extract<RefreshTarget, { what: PrivateRows }>,
): Promise<Freshness> {
  const { reads: api, backend } = connection;
  const known = backend.get() ?? ownBackend;
  const own = { api, store: memberStore, backend: known, now };
  switch (target.what) {
    case 'own':
      return pullOwn({ ...own, memberId, publicStore, onRepaired });
    case 'notices':
      return refreshNotices(own);
    case 'push':
      return refreshPush(own);
    case 'followed-tips':
      return refreshFollowedTips(own, target);
    case 'admin-tips':
      return refreshAdminTips(own, target);
    case 'admin-tip':
      return refreshAdminTip(own, target.id);
    case 'desk':
      return refreshDesk(own);
    case 'pools':
      return refreshPools(own);
    case 'pool':
      return refreshPool(own, target.id);
  }
}
