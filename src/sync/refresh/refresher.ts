import { touchlineBackend } from '../backend/backend.ts';
import type { Connection } from '../backend/connection.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import type { SessionWatch } from '../session-watch.ts';
import { createSerialRuns, createSharedRuns } from '../single-run.ts';
import type { MemberStore } from '../storage/member-store.ts';
import type { PublicStore } from '../storage/public-store.ts';
import { isOwnRowsTarget, refreshCollection, type RefreshTarget } from './collections.ts';
import type { RefreshOutcome } from './refresh-dependencies.ts';

type RefresherDependencies = {
  connection: Connection;
  session: SessionWatch;
  publicStore: PublicStore;
  member: { memberId: string; memberStore: MemberStore } | undefined;
  /** The server's time, so that ages stay correct after a clock change. */
  now: () => number;
  onRepaired: (row: OperationRow) => void;
};

/** Creates the function that refreshes rows; simultaneous calls for one target share one run. */
export function createRefresher(
  parts: RefresherDependencies,
): (target: RefreshTarget) => Promise<'fresh' | 'unchanged' | 'failed'> {
  const share = createSharedRuns<RefreshOutcome>();
  const renew = createSerialRuns<RefreshOutcome>();

  return async (target) => {
    // These rows must contain acknowledged changes, so a refresh that began earlier is not shared.
    const run = isOwnRowsTarget(target) || target.what === 'tip' ? renew : share;
    const freshness = await run(JSON.stringify(target), () => runRefresh(parts, target));
    return freshness === 'unauthorised' ? 'failed' : freshness;
  };
}

async function runRefresh(
  parts: RefresherDependencies,
  target: RefreshTarget,
): Promise<RefreshOutcome> {
  const { connection, session, publicStore, member, now, onRepaired } = parts;
  if (connection.backend.get() === undefined) {
    const { kind } = await connection.ping();
    if (kind === 'unreachable') return 'failed';
  }
  if (isOwnRowsTarget(target)) {
    session.rereadToken();
    if (session.state.get() !== 'signed-in') return 'failed';
  }
  const { readApi: api, odds, hasSeparateLeagues } = connection;
  const backend = connection.backend.get() ?? touchlineBackend;
  const shared = { api, backend, now, publicStore, onRepaired, ...member };
  try {
    const token = session.token();
    const freshness = await refreshCollection(
      { ...shared, ...(hasSeparateLeagues() && { odds }) },
      target,
    );
    if (freshness === 'unauthorised' && token !== undefined) {
      await session.confirmRefusedToken(token, () => connection.isTokenRefused(token));
    }
    return freshness;
  } catch {
    // The database failed, so no row has changed.
    return 'failed';
  }
}
