import type { Configuration } from '#contract/site.ts';
import type { Answer, Api } from './api.ts';
import type { Backend } from './backend.ts';
import { type Clock, deviceClock } from './clock.ts';
import { createConnection } from './connection.ts';
import type { Locks, Trace } from './drain.ts';
import type { DrainEvent } from './drain-state.ts';
import type { MemberStore } from './member-store.ts';
import { type Observable, observed } from './observable.ts';
import { understand } from './operations/registry.ts';
import type { OperationRow } from './operation-row.ts';
import { onPageEvents, type PageEvents } from './page-events.ts';
import type { PublicStore } from './public-store.ts';
export type { Wanted, WantedName } from './refresh.ts';
import { createRefreshing, type Wanted, type WantedName } from './refresh.ts';
import { createSending, tickLength } from './sending.ts';
import { type Notes, type StorageWatch, watchStorage } from './storage-watch.ts';
import { watchSession } from './session-watch.ts';
import type { Reachability, SessionStanding } from './status.ts';

/** What an engine is handed. The store of a member only when one is logged in. */
export type EngineParts = {
  configuration: Pick<Configuration, 'apiBaseUrl' | 'oddsBaseUrl' | 'oddsApiKey'>;
  publicStore: PublicStore;
  token: () => string | undefined;
  memberId?: string | undefined;
  memberStore?: MemberStore | undefined;
  /** The site's own origin. */
  origin?: string;
  fetch?: typeof fetch;
  clock?: Clock;
  random?: () => number;
  locks?: Locks | undefined;
  events?: PageEvents | undefined;
  /** Where the page writes down how much it owes, so that a cleared device can be noticed. */
  kept?: Notes | undefined;
  /** The page's cookies, for the XSRF header. */
  cookies?: () => string;
  /** By how much the server's clock is known to be ahead, until the engine has read it itself. */
  serverOffset?: number | undefined;
  /** Hears what the drains do; see `touchlineDebug` in the page's session. */
  trace?: Trace | undefined;
  /** The server took an operation or refused it: the moment for the spec's texts. */
  onOutcome?: (outcome: Outcome) => void;
};

/** How an operation ended for now; `reply` is what a taken one was answered with. */
export type Outcome = { operation: OperationRow; reply?: unknown };

/** Keeps this device's rows fresh and sends what it owes, for as long as a page lives. */
export type Engine = {
  api: Api;
  reachability: Observable<Reachability>;
  session: Observable<SessionStanding>;
  /** The backend, once it has answered a ping. */
  backend: Observable<Backend | undefined>;
  /** What goes wrong with this device's storage. */
  storage: StorageWatch;
  /** How often sending stood still and had to be started anew. */
  watchdog: Observable<number>;
  start: () => void;
  stop: () => Promise<void>;
  /** Something was queued, or the person asks to try again at once (`woke`). */
  nudge: (why?: 'added' | 'woke') => void;
  refresh: (wanted: WantedName | Wanted) => Promise<'fresh' | 'unchanged' | 'failed'>;
  serverNow: () => Date;
};

/** Puts the engine together; `start` sets it going. */
export function createEngine(parts: EngineParts): Engine {
  const { publicStore, token, memberId, memberStore, onOutcome } = parts;
  const { clock = deviceClock, random = Math.random, origin = location.origin } = parts;
  const ask: typeof fetch = parts.fetch ?? ((...request) => fetch(...request));
  const { configuration, cookies, locks, serverOffset } = parts;
  const member = memberId !== undefined && memberStore ? { memberId, memberStore } : undefined;

  const stopping = new AbortController();
  const { signal } = stopping;
  const connectionParts = {
    configuration,
    publicStore,
    token,
    origin,
    fetch: ask,
    clock,
    cookies,
    serverOffset,
    signal,
  };
  const connection = createConnection(connectionParts);
  const { api, backend, ping } = connection;
  const session = watchSession({ token, memberId });
  const storage = watchStorage({
    stores: memberStore ? [publicStore, memberStore] : [publicStore],
    memberId,
    memberStore,
    kept: parts.kept,
    now: clock.now,
  });
  const refreshRows = createRefreshing({
    connection,
    session,
    publicStore,
    member,
    now: clock.now,
    onRepaired: (operation) => onOutcome?.({ operation }),
  });
  const sending =
    member &&
    createSending({
      memberId: member.memberId,
      store: member.memberStore,
      api,
      ping,
      token,
      backend: backend.get,
      session: session.standing.get,
      clock,
      random,
      locks,
      reachable: () => connection.reachability.get() === 'online',
      onOutcome: afterOutcome,
      onIdle: () => pendingPull.run(),
      onTrouble: storage.notice,
      onUnauthorised: () => session.refused(token()),
      trace: parts.trace,
    });
  const pendingPull = gathered(clock, () => void refresh('own'));
  /** Refused as unverified, and what the server says of the email since was asked for. */
  const doubted = new Set<string>();
  const trigger = createTrigger({
    ...parts,
    clock,
    session,
    sending,
    wake,
    lost: connection.lost,
  });

  async function refresh(asked: WantedName | Wanted): Promise<'fresh' | 'unchanged' | 'failed'> {
    const wanted: Wanted = typeof asked === 'string' ? { what: asked } : asked;
    const freshness = await refreshRows(wanted);
    if (wanted.what === 'own' && freshness !== 'failed') await trigger.noticeVerification();
    return freshness;
  }

  function afterOutcome(operation: OperationRow, answer: Answer<unknown>): void {
    onOutcome?.({ operation, ...(answer.kind === 'ok' && { reply: answer.reply }) });
    if (operation.state === 'blocked') {
      // The problem may be older than the news that the email is verified: it is asked for once.
      if (operation.blockedBy !== 'unverified' || doubted.has(operation.id)) return;
      doubted.add(operation.id);
      pendingPull.add();
      return;
    }
    const understood = understand(operation);
    if (typeof understood !== 'object') return;
    const id = understood.operation.subject(understood.payload, operation.memberId);
    if (understood.operation.rows === 'others') void refresh({ what: 'admin-tip', id });
    else pendingPull.add();
  }

  function wake(): void {
    // What proves nothing may have been a portal, or has been renewed since.
    if (backend.get()?.can.verifiedResponses === false) void ping().catch(() => undefined);
    void refresh('own');
  }

  return {
    api,
    backend,
    reachability: connection.reachability,
    session: session.standing,
    storage,
    watchdog: sending?.overdue ?? observed(0),
    start() {
      trigger.start();
      void connection.restore().then(() => {
        // A queue is sent before rows are asked for: what is asked then contains it.
        pendingPull.add();
        trigger.first();
      });
    },
    async stop() {
      trigger.stop();
      pendingPull.callOff();
      // Rows asked for must not arrive after a logout; what is being sent waits for its answer.
      stopping.abort();
      storage.stop();
      await sending?.stop();
    },
    nudge: trigger.nudge,
    refresh,
    serverNow: connection.serverTime.now,
  };
}

/** What a long drain lets wait at most. */
const longestGathering = 1000;

/**
 * Gathers reasons for one and the same work: a pull for each of many answers in a row would cost
 * more than all of their sending.
 */
function gathered(clock: Clock, work: () => void) {
  let callOff: (() => void) | undefined;

  function run(): void {
    if (!callOff) return;
    callOff();
    callOff = undefined;
    work();
  }

  return {
    add() {
      callOff ??= clock.after(longestGathering, run);
    },
    run,
    callOff() {
      callOff?.();
      callOff = undefined;
    },
  };
}

type TriggerParts = Pick<EngineParts, 'events' | 'memberStore'> & {
  clock: Clock;
  session: ReturnType<typeof watchSession>;
  sending: ReturnType<typeof createSending> | undefined;
  wake: () => void;
  lost: () => void;
};

/** Decides when it is time to look at the outbox. */
function createTrigger(parts: TriggerParts) {
  const { events, memberStore, clock, session, sending, wake, lost } = parts;
  let callOffTick = () => {};
  let endEvents = () => {};

  /** A login of this member may have come, gone, or been renewed. */
  function news(): DrainEvent[] {
    if (!session.look()) return [];
    const now = clock.now();
    const standing = session.standing.get();
    const login = { type: 'session', standing, now } as const;
    return standing === 'signed-in'
      ? [login, { type: 'unblocked', blocker: 'unverified', now }]
      : [login];
  }

  function nudge(why: 'added' | 'woke' = 'added'): void {
    const happened = news();
    // A device that says it has no network is believed for a while: the tick tries all the same.
    if (why === 'added' && events?.isOnline() === false) return;
    if (why === 'woke') happened.push({ type: 'woke', now: clock.now() });
    sending?.run(...happened);
  }

  function tick(): void {
    callOffTick = clock.after(tickLength, () => {
      tick();
      if (!(events?.isVisible() ?? true)) return;
      sending?.run(...news());
      void sending?.watch();
    });
  }

  return {
    nudge,
    start() {
      endEvents();
      callOffTick();
      const onWoke = () => {
        nudge('woke');
        wake();
      };
      // A page kept for the connectionParts back is frozen with its lock in hand.
      const onLeft = () => sending?.letGo();
      endEvents = onPageEvents(events, { onWoke, onOffline: lost, onLeft });
      tick();
    },
    /** A new start may be a newer app, which knows what an older one had to leave. */
    first() {
      sending?.run(...news(), { type: 'unblocked', blocker: 'update', now: clock.now() });
    },
    stop() {
      endEvents();
      callOffTick();
    },
    /** A verified email lets go what waits for it, whichever page was told that it was not. */
    async noticeVerification() {
      const { value } = (await memberStore?.documents.get('profile').catch(() => undefined)) ?? {};
      const told = typeof value === 'object' && value !== null && 'emailVerified' in value;
      if (!told || value.emailVerified !== true) return;
      const owed = (await memberStore?.operations.toArray().catch(() => undefined)) ?? [];
      if (!owed.some(({ blockedBy }) => blockedBy === 'unverified')) return;
      sending?.run({ type: 'unblocked', blocker: 'unverified', now: clock.now() });
    },
  };
}
