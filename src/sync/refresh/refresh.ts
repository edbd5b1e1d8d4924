import { ownBackend } from '../backend/backend.ts';
import type { Connection } from '../backend/connection.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import type { SessionWatch } from '../session-watch.ts';
import { newestRuns, sharedRuns } from '../single-run.ts';
import type { MemberStore } from '../storage/member-store.ts';
import type { PublicStore } from '../storage/public-store.ts';
import { isOfMember, refreshRows, type RefreshTarget } from './collections.ts';
import type { Freshness } from './parts.ts';

/** Dependencies of refreshing. */
type RefreshingParts = {
  connection: Connection;
  session: SessionWatch;
  publicStore: PublicStore;
  member: { memberId: string; memberStore: MemberStore } | undefined;
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
    // A member's rows must contain every acknowledged change, so the run begins after the request.
    const run = isOfMember(target) ? renew : share;
    const freshness = await run(JSON.stringify(target), () => refresh(parts, target));
    return freshness === 'unauthorised' ? 'failed' : freshness;
  };
}

async function refresh(parts: RefreshingParts, target: RefreshTarget): Promise<Freshness> {
  const { connection, session, publicStore, member, now, onRepaired } = parts;
  if (connection.backend.get() === undefined) {
    const { kind } = await connection.ping();
    if (kind === 'unreachable') return 'failed';
  }
  if (isOfMember(target)) {
    session.look();
    if (session.state.get() !== 'signed-in') return 'failed';
  }
  const { reads: api, odds, hasLeaguesApart } = connection;
  const backend = connection.backend.get() ?? ownBackend;
  const shared = { api, backend, now, publicStore, onRepaired, ...member };
  try {
    const token = session.token();
    const freshness = await refreshRows({ ...shared, ...(hasLeaguesApart() && { odds }) }, target);
    if (freshness === 'unauthorised' && token !== undefined) {
      await session.doubted(token, () => connection.isTokenRefused(token));
    }
    return freshness;
  } catch {
    // A database failed; the rows are unchanged.
    return 'failed';
  }
}
