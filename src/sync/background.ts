import type { Dexie, DexieOptions } from 'dexie';
import type { Clock } from './clock.ts';
import { keptConfiguration } from './configuration.ts';
import { createConnection } from './connection.ts';
import { type DrainEnd, type Locks, startDrain } from './drain.ts';
import { freshConnection, type ConnectionState } from './drain-state.ts';
import { LoginStore, type MirroredLogin, mirroredLogin } from './login-store.ts';
import { MemberStore } from './member-store.ts';
import { readOutbox } from './outbox.ts';
import type { OperationRow } from './operation-row.ts';
import { PublicStore } from './public-store.ts';
import { createRefreshing } from './refresh.ts';
import { watchSession } from './session-watch.ts';

/** What work without a page is handed. */
export type BackgroundParts = {
  /** The site's own origin. */
  origin: string;
  fetch: typeof fetch;
  clock: Clock;
  random: () => number;
  /** Absent where the browser has none: the server's keys make an overlap harmless. */
  locks?: Locks | undefined;
  /** Where the databases lie, when that is not the browser's own place. */
  databases?: DexieOptions;
  /** Told how the outbox stands after a drain. */
  onOwed?: (operations: readonly OperationRow[]) => Promise<void>;
};

/** Browsers end a worker that is at work for much longer. */
const patience = 25_000;

/** No further try starts after this long; what is left of the time belongs to the last answer. */
const lastTry = 10_000;

/**
 * Sends what the member who is logged in still owes. Says `left` when something could go at another
 * time: the line is dead, a page is sending already, or this build cannot tell.
 */
export async function drainInBackground(parts: BackgroundParts): Promise<'done' | 'left'> {
  return inTime<'done' | 'left'>(parts, 'left', async (run) => {
    const whose = await openLogin(run);
    // What nobody is logged in for waits for its member, however often the browser comes back.
    if (whose === undefined) return 'done';
    const store = await run.open(new MemberStore(whose.login.memberId, parts.databases));
    const owed = await readOutbox(store);
    if (owed.every(({ state }) => state === 'acked')) return 'done';

    const connected = await connectAs(run, { ...whose, store });
    const { left } = await drainFor(run, connected);
    const after = await readOutbox(store);
    run.settle(left ? 'left' : 'done');
    await parts.onOwed?.(after);
    // The pull alone lets go of what was taken: a help to the next page, whatever becomes of it.
    if (after.some(({ state }) => state === 'acked')) await connected.refresh({ what: 'own' });
    return left ? 'left' : 'done';
  });
}

/** Brings what is opened next up to date: the games, and the own rows of the member logged in. */
export async function pullInBackground(parts: BackgroundParts): Promise<void> {
  await inTime<void>(parts, undefined, async (run) => {
    const whose = await openLogin(run);
    const store = whose && new MemberStore(whose.login.memberId, parts.databases);
    const member = whose && store && { ...whose, store: await run.open(store) };
    const { refresh } = await connectAs(run, member);
    if (member) await refresh({ what: 'own' });
    await refresh({ what: 'fixtures' });
  });
}

/** One piece of work, with all that must be given back when it ends. */
type BackgroundRun<Outcome> = {
  parts: BackgroundParts;
  stopping: AbortController;
  /** Opens a database until the end. */
  open: <Store extends Dexie>(store: Store) => Promise<Store>;
  /** The outcome from here on, however much of the rest is done in time. */
  settle: (outcome: Outcome) => void;
};

/** Does what can be done in the time a worker has. What times out shows in the outcome alone. */
async function inTime<Outcome>(
  parts: BackgroundParts,
  otherwise: Outcome,
  act: (run: BackgroundRun<Outcome>) => Promise<Outcome>,
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
    return openKnown(store);
  };
  const over = Promise.withResolvers<void>();
  const callOff = parts.clock.after(patience, over.resolve);
  try {
    await Promise.race([act({ parts, stopping, open, settle }).then(settle), over.promise]);
  } catch {
    // A database that cannot be read, or the line: there is nobody here to tell.
  } finally {
    callOff();
    stopping.abort();
    for (const store of stores) store.close();
  }
  return outcome;
}

/** Dexie opens what a newer build has made, and would write to it as if it were its own. */
async function openKnown<Store extends Dexie>(store: Store): Promise<Store> {
  const known = store.verno;
  await store.open();
  if (store.backendDB().version > known * 10) throw new Error(`${store.name} is of a newer build.`);
  return store;
}

type Whose = { login: MirroredLogin; logins: LoginStore };

async function openLogin({
  parts,
  open,
}: Pick<BackgroundRun<never>, 'parts' | 'open'>): Promise<Whose | undefined> {
  const logins = await open(new LoginStore(parts.databases));
  const login = await mirroredLogin(logins);
  return login && { login, logins };
}

/** The connection to the backend, and whose it is. */
type Connected = Awaited<ReturnType<typeof connectAs>>;

async function connectAs(
  { parts, open, stopping }: Pick<BackgroundRun<never>, 'parts' | 'open' | 'stopping'>,
  member: (Whose & { store: MemberStore }) | undefined,
) {
  const { databases, clock, origin } = parts;
  const publicStore = await open(new PublicStore(databases));
  const configuration = await keptConfiguration(publicStore);
  if (!configuration) throw new Error('No configuration is kept here.');
  const memberId = member?.login.memberId;

  const { token, ask } = asMember(parts.fetch, member, () => stopping.abort());
  const { signal } = stopping;
  const line = { configuration, publicStore, token, origin, fetch: ask, clock, signal };
  const connection = createConnection(line);
  await connection.restore();
  const session = watchSession({ token, memberId });
  session.look();
  const refresh = createRefreshing({
    connection,
    session,
    publicStore,
    member: member && { memberId: member.login.memberId, memberStore: member.store },
    now: clock.now,
    onRepaired: () => undefined,
  });
  return { member, connection, session, token, refresh };
}

/**
 * The network for as long as this member is logged in. A page may log out, renew the login or hand
 * the device to somebody else at any time, and no request leaves before that is looked up.
 */
function asMember(fetch: BackgroundParts['fetch'], member: Whose | undefined, onGone: () => void) {
  let current = member?.login;
  async function look(): Promise<void> {
    if (member === undefined) return;
    const now = await mirroredLogin(member.logins);
    current = now?.memberId === member.login.memberId ? now : undefined;
    if (current !== undefined) return;
    onGone();
    throw new Error('This member is not logged in any more.');
  }
  const ask: typeof fetch = async (input, init) => {
    await look();
    const response = await fetch(input, init);
    // The login that was refused may have been replaced while the question was under connected.
    if (response.status === 401) await look();
    return response;
  };
  return { ask, token: () => current?.token };
}

/** Drains, and tries again what needs no more than a moment. */
async function drainFor(
  { parts, stopping }: Pick<BackgroundRun<never>, 'parts' | 'stopping'>,
  { member, connection, session, token }: Connected,
): Promise<Pick<DrainEnd, 'left'>> {
  if (member === undefined) return { left: false };
  const { clock, random, locks } = parts;
  const end = clock.now() + lastTry;
  let line: ConnectionState = freshConnection;
  for (;;) {
    const drained = await startDrain({
      memberId: member.login.memberId,
      store: member.store,
      api: connection.api,
      ping: connection.ping,
      token,
      backend: connection.backend.get,
      session: session.standing.get,
      line,
      clock,
      random,
      locks,
      lock: 'if-free',
      signal: stopping.signal,
      onUnauthorised: () => session.refused(token()),
    }).done;
    const { left, wakeAt = Infinity } = drained;
    if (!left || wakeAt >= end) return { left };
    line = drained.line;
    const { promise, resolve } = Promise.withResolvers<void>();
    clock.after(Math.max(wakeAt - clock.now(), 0), resolve);
    await promise;
    if (stopping.signal.aborted) return { left };
  }
}
