import type { Configuration } from '#contract/site/site.ts';
import type { ApiAnswer, Api, CookieReader } from './backend/api.ts';
import type { Backend } from './backend/backend.ts';
import { type Clock, deviceClock } from './clock.ts';
import { createConnection } from './backend/connection.ts';
import { watchQuietServer } from './backend/quiet-server.ts';
import type { Locks, DrainTrace } from './drain/drain.ts';
import type { DrainEvent } from './drain/state.ts';
import type { LoginStore } from './storage/login-store.ts';
import type { MemberStore } from './storage/member-store.ts';
import { type Observable, createObservable } from './observable.ts';
import type { Operation } from './operations/operation.ts';
import { parseOperation } from './operations/registry.ts';
import { mainIdOf } from './outbox/subjects.ts';
import type { OperationRow } from './outbox/operation-row.ts';
import { listenToPageEvents, type PageEvents } from './page-events.ts';
import type { PublicStore } from './storage/public-store.ts';
export type { RefreshTarget, PlainRefreshTargetName } from './refresh/collections.ts';
import type { RefreshTarget, PlainRefreshTargetName } from './refresh/collections.ts';
import { createRefresher } from './refresh/refresher.ts';
import { readOutdatedTipIds } from './refresh/admin-tips.ts';
import { readAckedOperationIds } from './refresh/pull.ts';
import { createRevoker } from './revocations.ts';
import { createDrainRunner, tickIntervalMs } from './drain/drain-runner.ts';
import type { NoteStorage } from './storage/pending-note.ts';
import { type StorageWatch, watchStorage } from './storage/watch.ts';
import { watchSession } from './session-watch.ts';
import type { Reachability, SessionState } from './status.ts';
import { profileDocument } from './refresh/document-names.ts';

/** `memberId` and `memberStore` are set only while a member is logged in. */
export type EngineDependencies = {
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
  /**
   * Storage outside the databases that records pending operations, so that cleared site data is
   * detected.
   */
  notes?: NoteStorage | undefined;
  /** Opens the store of logins, which also contains logouts that still have to be sent. */
  openLogins?: (() => LoginStore) | undefined;
  /** The page's cookies, for the XSRF header. */
  cookies?: CookieReader | undefined;
  /** Server time minus device time at the last start, in milliseconds. */
  serverOffset?: number | undefined;
  trace?: DrainTrace | undefined;
  /** Called when the server has accepted or refused an operation. */
  onOutcome?: (outcome: OperationOutcome) => void;
};

/** An accepted or refused operation; `reply` is the body of an accepting response. */
export type OperationOutcome = { operation: OperationRow; reply?: unknown };

/** Refreshes the stored rows and sends pending operations while a page is open. */
export type Engine = {
  api: Api;
  reachability: Observable<Reachability>;
  session: Observable<SessionState>;
  /** Undefined until the backend has answered a ping. */
  backend: Observable<Backend | undefined>;
  /** True if fixtures come from an odds service, which returns one league per request. */
  hasSeparateLeagues: () => boolean;
  storage: StorageWatch;
  /** Number of times that sending hung and was restarted. */
  hangCount: Observable<number>;
  start: () => void;
  stop: () => Promise<void>;
  /** `added` sends newly queued operations; `woke` also retries delayed operations. */
  sendPending: (why?: 'added' | 'woke') => void;
  refresh: (
    target: PlainRefreshTargetName | RefreshTarget,
  ) => Promise<'fresh' | 'unchanged' | 'failed'>;
  /** Pings with a short timeout; the result changes `reachability`. */
  checkServer: () => Promise<void>;
  serverNow: () => Date;
};

/** Creates an engine without starting it. */
export function createEngine(parts: EngineDependencies): Engine {
  const { publicStore, memberId, memberStore, onOutcome } = parts;
  const { clock = deviceClock, random = Math.random, origin = location.origin } = parts;
  const fetchNow: typeof fetch = parts.fetch ?? ((...request) => fetch(...request));
  const member = memberId !== undefined && memberStore ? { memberId, memberStore } : undefined;

  const stopping = new AbortController();
  const { signal } = stopping;
  const session = watchSession({ token: parts.token, memberId });
  const { token } = session;
  const connection = createConnection({ ...parts, token, origin, fetch: fetchNow, clock, signal });
  const { api, backend, ping } = connection;
  const revoker = parts.openLogins && createRevoker({ open: parts.openLogins, api, clock });
  const storage = watchStorage({
    stores: memberStore ? [publicStore, memberStore] : [publicStore],
    memberId,
    memberStore,
    notes: parts.notes,
    now: clock.now,
  });
  const refreshRows = createRefresher({
    connection,
    session,
    publicStore,
    member,
    now: () => connection.serverTime.now().getTime(),
    onRepaired: (operation) => onOutcome?.({ operation }),
  });
  const sending =
    member &&
    createDrainRunner({
      ...parts,
      memberId: member.memberId,
      store: member.memberStore,
      token,
      api,
      ping,
      backend: backend.get,
      session: session.state.get,
      clock,
      random,
      isReachable: () => connection.reachability.get() === 'online',
      onOutcome: afterOutcome,
      onIdle: () => pendingPull.run(),
      onTrouble: storage.reportStorageError,
      onUnauthorised: () => session.reportRefusedToken(token()),
    });
  const pendingPull = createDebouncer(clock, maxPullDelayMs, () => {
    void refresh('own');
    void refreshAwaitedDesk();
    void refreshAwaitedTips();
  });
  const pendingDesk = createDebouncer(clock, deskRetryDelayMs, () => void refreshAwaitedDesk());
  /** Ids of operations blocked by an unverified email, for which the profile was pulled again. */
  const verificationChecked = new Set<string>();
  const trigger = createDrainTrigger({
    ...parts,
    clock,
    session,
    sending,
    wake,
    reportOffline: connection.reportOffline,
  });
  const quietServer = watchQuietServer({
    connection,
    clock,
    isVisible: () => parts.events?.isVisible() ?? true,
    onBack() {
      trigger.nudge('woke');
      wake();
    },
  });

  async function refresh(
    targetOrName: PlainRefreshTargetName | RefreshTarget,
  ): Promise<'fresh' | 'unchanged' | 'failed'> {
    const target: RefreshTarget =
      typeof targetOrName === 'string' ? { what: targetOrName } : targetOrName;
    const freshness = await refreshRows(target);
    // This list is one page of tickets; the desk's refresh stores all open tickets.
    const isList = target.what === 'admin-tips' && target.before === undefined && !target.search;
    if (isList && freshness !== 'failed') void refresh('desk');
    // Operations on a ticket wait until the stored ticket contains the changes of its fixture.
    if (target.what === 'desk' && freshness === 'fresh') trigger.nudge();
    if (target.what === 'own' && freshness !== 'failed') await trigger.noticeVerification();
    return freshness;
  }

  function afterOutcome(operation: OperationRow, answer: ApiAnswer<unknown>): void {
    onOutcome?.({ operation, ...(answer.kind === 'ok' && { reply: answer.reply }) });
    if (operation.state === 'blocked') {
      // The email may be verified by now, so the profile is pulled again, once per operation.
      if (operation.blockedBy !== 'unverified' || verificationChecked.has(operation.id)) return;
      verificationChecked.add(operation.id);
      pendingPull.add();
      return;
    }
    const parsed = parseOperation(operation);
    if (typeof parsed !== 'object') return;
    const id = mainIdOf(operation);
    const { refreshes, rows } = parsed.operation;
    // The public row should contain the change before a pull removes the operation.
    if (refreshes) void refresh({ what: refreshes, id }).then(() => refreshRowsOf(rows, id));
    else refreshRowsOf(rows, id);
  }

  function refreshRowsOf(rows: Operation['rows'], id: string): void {
    if (signal.aborted) return;
    if (rows === 'desk') void refreshAwaitedDesk();
    else if (rows === 'others') void refresh({ what: 'admin-tip', id });
    else pendingPull.add();
  }

  /**
   * Refreshes the desk if its stored tickets lack an acknowledged operation, because later
   * operations wait for that change.
   */
  async function refreshAwaitedDesk(): Promise<void> {
    // If the database fails, the next pull tries again.
    const awaited =
      memberStore && (await readAckedOperationIds(memberStore, 'desk').catch(() => undefined));
    if (!awaited || awaited.size === 0) return;
    const isShort = (await refresh('desk')) === 'failed' && !signal.aborted;
    if (isShort && connection.reachability.get() === 'online') pendingDesk.add();
  }

  /** Fetches tips that operations wait for, one by one: lists omit withdrawn tips. */
  async function refreshAwaitedTips(): Promise<void> {
    const ids = memberStore && (await readOutdatedTipIds(memberStore).catch(() => undefined));
    for (const id of ids ?? []) void refresh({ what: 'admin-tip', id });
  }

  /** Pulls own rows, then notices unless that pull failed. */
  async function refreshOwn(): Promise<void> {
    void refreshAwaitedDesk();
    void refreshAwaitedTips();
    if ((await refresh('own')) !== 'failed') await refresh('notices');
  }

  function wake(): void {
    connection.recheckBackendKind();
    void refreshOwn();
    void revoker?.send();
    quietServer.woke();
  }

  return {
    api,
    backend,
    reachability: connection.reachability,
    session: session.state,
    hasSeparateLeagues: connection.hasSeparateLeagues,
    storage,
    hangCount: sending?.hangCount ?? createObservable(0),
    start() {
      trigger.start();
      quietServer.start();
      void connection.restore().then(() => {
        // Operations are sent before the pull, so that the pulled rows contain their changes.
        pendingPull.add();
        trigger.first();
        void revoker?.send();
      });
    },
    async stop() {
      trigger.stop();
      quietServer.stop();
      pendingPull.callOff();
      pendingDesk.callOff();
      revoker?.stop();
      // Aborts refreshes, because no row may be stored after a logout.
      stopping.abort();
      storage.stop();
      await sending?.stop();
    },
    sendPending: trigger.nudge,
    refresh,
    checkServer: connection.checkServer,
    serverNow: connection.serverTime.now,
  };
}

/** Maximum delay of the pull after a drain, in milliseconds. */
const maxPullDelayMs = 1000;

/** Delay before a failed refresh of the desk is repeated, in milliseconds. */
const deskRetryDelayMs = 10_000;

/** Debounces work, so that many responses in a row cause one pull. */
function createDebouncer(clock: Clock, delay: number, work: () => void) {
  let callOff: (() => void) | undefined;

  function run(): void {
    if (!callOff) return;
    callOff();
    callOff = undefined;
    work();
  }

  return {
    add() {
      callOff ??= clock.schedule(delay, run);
    },
    run,
    callOff() {
      callOff?.();
      callOff = undefined;
    },
  };
}

type DrainTriggerDependencies = Pick<EngineDependencies, 'events' | 'memberStore'> & {
  clock: Clock;
  session: ReturnType<typeof watchSession>;
  sending: ReturnType<typeof createDrainRunner> | undefined;
  wake: () => void;
  reportOffline: () => void;
};

function createDrainTrigger(parts: DrainTriggerDependencies) {
  const { events, memberStore, clock, session, sending, wake, reportOffline } = parts;
  let callOffTick = () => {};
  let endEvents = () => {};

  /** Returns the drain events of a login, logout or token renewal since the last check. */
  function sessionEvents(): DrainEvent[] {
    if (!session.rereadToken()) return [];
    const now = clock.now();
    const state = session.state.get();
    const login = { type: 'session', session: state, now } as const;
    return state === 'signed-in'
      ? [login, { type: 'unblocked', blocker: 'unverified', now }]
      : [login];
  }

  function nudge(why: 'added' | 'woke' = 'added'): void {
    const happened = sessionEvents();
    // If the browser reports that it is offline, the next tick tries instead.
    if (why === 'added' && events?.isOnline() === false) return;
    if (why === 'woke') happened.push({ type: 'woke', now: clock.now() });
    sending?.run(...happened);
  }

  function tick(): void {
    callOffTick = clock.schedule(tickIntervalMs, () => {
      tick();
      if (!(events?.isVisible() ?? true)) return;
      sending?.run(...sessionEvents());
      void sending?.replaceIfHanging();
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
      // A page in the back/forward cache is frozen and would keep its lock.
      const onHidden = () => sending?.release();
      endEvents = listenToPageEvents(events, { onWoke, onOffline: reportOffline, onHidden });
      tick();
    },
    /** Unblocks operations that an older build could not send: this build may be newer. */
    first() {
      sending?.run(...sessionEvents(), { type: 'unblocked', blocker: 'update', now: clock.now() });
    },
    stop() {
      endEvents();
      callOffTick();
    },
    /** Unblocks operations that wait for a verified email if the stored profile has one. */
    async noticeVerification() {
      const { value } =
        (await memberStore?.documents.get(profileDocument).catch(() => undefined)) ?? {};
      const isProfile = typeof value === 'object' && value !== null && 'emailVerified' in value;
      if (!isProfile || value.emailVerified !== true) return;
      const pending = (await memberStore?.operations.toArray().catch(() => undefined)) ?? [];
      if (!pending.some(({ blockedBy }) => blockedBy === 'unverified')) return;
      sending?.run({ type: 'unblocked', blocker: 'unverified', now: clock.now() });
    },
  };
}
