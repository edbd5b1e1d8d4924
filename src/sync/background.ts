import type { Dexie, DexieOptions } from 'dexie';
import type { Clock } from './clock.ts';
import { readStoredConfiguration } from './backend/configuration.ts';
import type { CookieReader } from './backend/api.ts';
import { createConnection } from './backend/connection.ts';
import { type DrainResult, type Locks, startDrain } from './drain/drain.ts';
import { untestedConnection, type ConnectionState } from './drain/state.ts';
import { LoginStore, type IndexedDbLogin, readIndexedDbLogin } from './storage/login-store.ts';
import { MemberStore } from './storage/member-store.ts';
import { isUpgradedByNewerApp } from './storage/newer-app.ts';
import { readOutbox } from './outbox/outbox.ts';
import type { OperationRow } from './outbox/operation-row.ts';
import { PublicStore } from './storage/public-store.ts';
import { sendRevocations } from './revocations.ts';
import { createRefresher } from './refresh/refresher.ts';
import { watchSession } from './session-watch.ts';

/** Dependencies of work in the service worker, without a page. */
export type BackgroundRunDependencies = {
  /** The site's own origin. */
  origin: string;
  fetch: typeof fetch;
  clock: Clock;
  random: () => number;
  /** Absent in browsers without locks; idempotency keys make overlapping drains harmless. */
  locks?: Locks | undefined;
  /** The site's cookies, for the XSRF header. */
  cookies?: CookieReader | undefined;
  /** The IndexedDB implementation; by default the browser's. */
  databases?: DexieOptions;
  /** Called with all operations after a drain. */
  onDrained?: (operations: readonly OperationRow[]) => Promise<void>;
};

/** Time limit of a run in milliseconds; browsers stop a worker that runs much longer. */
const timeLimitMs = 25_000;

/** Time after which no drain starts, in milliseconds, so that the last drain can end. */
const maxStartMs = 10_000;

/**
 * Sends the pending operations of the logged-in member, and ends sessions that were logged out
 * offline. Returns `incomplete` if something remains to be sent, or if this build cannot read the
 * databases.
 */
export async function drainInBackground(
  parts: BackgroundRunDependencies,
): Promise<'done' | 'incomplete'> {
  return runWithinTimeLimit<'done' | 'incomplete'>(parts, 'incomplete', async (run) => {
    const logins = await run.open(new LoginStore(parts.databases));
    const revoking = sendQueuedRevocations(run, logins).catch(() => 'incomplete' as const);
    const drained = await drainLoggedInMember(run, logins, revoking);
    return (await revoking) === 'incomplete' ? 'incomplete' : drained;
  });
}

async function sendQueuedRevocations(
  run: BackgroundRun<'done' | 'incomplete'>,
  logins: LoginStore,
): Promise<'done' | 'incomplete'> {
  if ((await logins.revocations.count()) === 0) return 'done';
  const { connection } = await connectMember(run, undefined);
  return sendRevocations(logins, connection.api);
}

async function drainLoggedInMember(
  run: BackgroundRun<'done' | 'incomplete'>,
  logins: LoginStore,
  revoking: Promise<'done' | 'incomplete'>,
): Promise<'done' | 'incomplete'> {
  const { parts } = run;
  const login = await readIndexedDbLogin(logins);
  // Without a login, the operations wait until their member logs in.
  if (login === undefined) return 'done';
  const store = await run.open(new MemberStore(login.memberId, parts.databases));
  const pending = await readOutbox(store);
  if (pending.every(({ state }) => state === 'acked')) return 'done';

  const connected = await connectMember(run, { login, logins, store });
  const { hasMore } = await drainRepeatedly(run, connected);
  const after = await readOutbox(store);
  if (!hasMore) void revoking.then(run.setOutcome);
  await parts.onDrained?.(after);
  // Only the pull removes acknowledged operations; if it fails here, the next page pulls.
  if (after.some(({ state }) => state === 'acked')) await connected.refresh({ what: 'own' });
  return hasMore ? 'incomplete' : 'done';
}

/** Refreshes the fixtures, and pulls own rows and notices of the logged-in member. */
export async function pullInBackground(parts: BackgroundRunDependencies): Promise<void> {
  await runWithinTimeLimit<void>(parts, undefined, async (run) => {
    const logins = await run.open(new LoginStore(parts.databases));
    const login = await readIndexedDbLogin(logins);
    const store = login && (await run.open(new MemberStore(login.memberId, parts.databases)));
    const member = login && store && { login, logins, store };
    const { refresh } = await connectMember(run, member);
    if (member) {
      await refresh({ what: 'own' });
      await refresh({ what: 'notices' });
    }
    await refresh({ what: 'fixtures' });
  });
}

/** One background run and its resources, which are released at the end. */
type BackgroundRun<Outcome> = {
  parts: BackgroundRunDependencies;
  stopping: AbortController;
  /** Opens a database until the end of the run. */
  open: <Store extends Dexie>(store: Store) => Promise<Store>;
  /** Sets the result, which is returned even if the rest of the run times out. */
  setOutcome: (outcome: Outcome) => void;
};

/** Runs `work` within a worker's time limit; returns `otherwise` after a timeout or failure. */
async function runWithinTimeLimit<Outcome>(
  parts: BackgroundRunDependencies,
  otherwise: Outcome,
  work: (run: BackgroundRun<Outcome>) => Promise<Outcome>,
): Promise<Outcome> {
  let outcome = otherwise;
  const settle = (settled: Outcome) => {
    outcome = settled;
  };
  const stopping = new AbortController();
  const stores: Dexie[] = [];
  const open = async <Store extends Dexie>(store: Store): Promise<Store> => {
    if (stopping.signal.aborted) throw new Error('The time is over.');
    stores.push(store);
    return openUnlessNewer(store);
  };
  const over = Promise.withResolvers<void>();
  const callOff = parts.clock.schedule(timeLimitMs, over.resolve);
  try {
    await Promise.race([
      work({ parts, stopping, open, setOutcome: settle }).then(settle),
      over.promise,
    ]);
  } catch {
    // A worker has no place to display an unreadable database or a missing connection.
  } finally {
    callOff();
    stopping.abort();
    for (const store of stores) store.close();
  }
  return outcome;
}

/** Throws if a newer build has upgraded the database, because Dexie would still write to it. */
async function openUnlessNewer<Store extends Dexie>(store: Store): Promise<Store> {
  await store.open();
  if (isUpgradedByNewerApp(store)) throw new Error(`${store.name} is of a newer build.`);
  return store;
}

type MemberLogin = { login: IndexedDbLogin; logins: LoginStore };

type BackgroundConnection = Awaited<ReturnType<typeof connectMember>>;

async function connectMember(
  { parts, open, stopping }: Pick<BackgroundRun<never>, 'parts' | 'open' | 'stopping'>,
  member: (MemberLogin & { store: MemberStore }) | undefined,
) {
  const { databases } = parts;
  const publicStore = await open(new PublicStore(databases));
  const configuration = await readStoredConfiguration(publicStore);
  if (!configuration) throw new Error('No configuration is stored here.');
  const memberId = member?.login.memberId;
  const { token, fetch } = createMemberFetch(parts.fetch, member, () => stopping.abort());
  const { signal } = stopping;
  const connection = createConnection({
    ...parts,
    configuration,
    publicStore,
    token,
    fetch,
    signal,
  });
  await connection.restore();
  const session = watchSession({ token, memberId });
  session.rereadToken();
  const refresh = createRefresher({
    connection,
    session,
    publicStore,
    member: member && { memberId: member.login.memberId, memberStore: member.store },
    now: () => connection.serverTime.now().getTime(),
    onRepaired: () => undefined,
  });
  return { member, connection, session, token, refresh };
}

/**
 * Wraps fetch so that requests fail once the member is logged out. A page may log out or change the
 * login at any time, so the stored login is read before every request.
 */
function createMemberFetch(
  fetch: BackgroundRunDependencies['fetch'],
  member: MemberLogin | undefined,
  onLoggedOut: () => void,
) {
  let current = member?.login;
  async function look(): Promise<void> {
    if (member === undefined) return;
    const now = await readIndexedDbLogin(member.logins);
    current = now?.memberId === member.login.memberId ? now : undefined;
    if (current !== undefined) return;
    onLoggedOut();
    throw new Error('This member is not logged in any more.');
  }
  const fetchAsMember: typeof fetch = async (input, init) => {
    await look();
    const response = await fetch(input, init);
    // The login may have been renewed during the request.
    if (response.status === 401) await look();
    return response;
  };
  return { fetch: fetchAsMember, token: () => current?.token };
}

/** Repeats draining for retries that become due within `maxStartMs`. */
async function drainRepeatedly(
  { parts, stopping }: Pick<BackgroundRun<never>, 'parts' | 'stopping'>,
  { member, connection, session, token }: BackgroundConnection,
): Promise<Pick<DrainResult, 'hasMore'>> {
  if (member === undefined) return { hasMore: false };
  const { clock } = parts;
  const end = clock.now() + maxStartMs;
  let connectionState: ConnectionState = untestedConnection;
  for (;;) {
    const drained = await startDrain({
      ...parts,
      memberId: member.login.memberId,
      store: member.store,
      api: connection.api,
      ping: connection.ping,
      token,
      backend: connection.backend.get,
      session: session.state.get,
      connectionState,
      lock: 'if-free',
      signal: stopping.signal,
      onUnauthorised: () => session.reportRefusedToken(token()),
    }).done;
    const { hasMore, wakeAt = Infinity } = drained;
    if (!hasMore || wakeAt >= end) return { hasMore };
    connectionState = drained.connectionState;
    const { promise, resolve } = Promise.withResolvers<void>();
    clock.schedule(Math.max(wakeAt - clock.now(), 0), resolve);
    await promise;
    if (stopping.signal.aborted) return { hasMore };
  }
}
