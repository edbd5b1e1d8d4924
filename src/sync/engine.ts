import type { Configuration } from '#contract/site.ts';
import type { Answer, Api } from './api.ts';
import type { BackendKind } from './backend.ts';
import { type Clock, deviceClock } from './clock.ts';
import { createConnection } from './connection.ts';
import type { Locks } from './drain.ts';
import type { DrainEvent } from './drain-state.ts';
import type { MemberStore } from './member-store.ts';
import type { Observable } from './observable.ts';
import { understand } from './operations/registry.ts';
import type { OperationRow, OutboxStore } from './outbox-store.ts';
import { onPageEvents, type PageEvents } from './page-events.ts';
import type { PublicStore } from './public-store.ts';
export type { Wanted, WantedName } from './refreshing.ts';
import { createRefreshing, type Wanted, type WantedName } from './refreshing.ts';
import { createSending, tickLength } from './sending.ts';
import { watchSession } from './session-watch.ts';
import type { Reachability, SessionStanding } from './status.ts';

/** What an engine is handed. Stores of a member only when one is logged in. */
export type EngineParts = {
  configuration: Pick<Configuration, 'apiBaseUrl' | 'oddsBaseUrl' | 'oddsApiKey'>;
  publicStore: PublicStore;
  token: () => string | undefined;
  memberId?: string | undefined;
  memberStore?: MemberStore | undefined;
  outboxStore?: OutboxStore | undefined;
  /** The site's own origin. */
  origin?: string;
  fetch?: typeof fetch;
  clock?: Clock;
  random?: () => number;
  locks?: Locks | undefined;
  events?: PageEvents | undefined;
  /** The page's cookies, for the XSRF header. */
  cookies?: () => string;
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
  backend: Observable<BackendKind>;
  start: () => void;
  stop: () => Promise<void>;
  /** Something was queued, or the person asks to try again at once (`woke`). */
  nudge: (why?: 'added' | 'woke') => void;
  refresh: (wanted: WantedName | Wanted) => Promise<'fresh' | 'unchanged' | 'failed'>;
  serverNow: () => Date;
};

/** Puts the engine together; `start` sets it going. */
export function createEngine(parts: EngineParts): Engine {
  const { publicStore, token, memberId, memberStore, outboxStore, onOutcome } = parts;
  const { clock = deviceClock, random = Math.random, origin = location.origin } = parts;
  const ask: typeof fetch = parts.fetch ?? ((...request) => fetch(...request));
  const { configuration, cookies, locks } = parts;
  const member =
    memberId !== undefined && memberStore && outboxStore
      ? { memberId, memberStore, outboxStore }
      : undefined;

  const stopping = new AbortController();
  const { signal } = stopping;
  const way = { configuration, publicStore, token, origin, fetch: ask, clock, cookies, signal };
  const connection = createConnection(way);
  const { api, backend, ping } = connection;
  const session = watchSession({ token, memberId });
  const bring = createRefreshing({
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
      outbox: member.outboxStore,
      api,
      ping,
      token,
      backend: backend.get,
      session: session.standing.get,
      clock,
      random,
      locks,
      onOutcome: afterOutcome,
      onUnauthorised: () => session.refused(token()),
    });
  const trigger = createTrigger({ ...parts, clock, session, sending, wake });

  async function refresh(asked: WantedName | Wanted): Promise<'fresh' | 'unchanged' | 'failed'> {
    const wanted: Wanted = typeof asked === 'string' ? { what: asked } : asked;
    const freshness = await bring(wanted);
    if (wanted.what === 'own') await trigger.noticeVerification();
    return freshness;
  }

  function afterOutcome(operation: OperationRow, answer: Answer<unknown>): void {
    onOutcome?.({ operation, ...(answer.kind === 'ok' && { reply: answer.reply }) });
    const understood = understand(operation);
    if (typeof understood !== 'object' || operation.state === 'blocked') return;
    const id = understood.operation.subject(understood.payload, operation.memberId);
    const others = understood.operation.rows === 'others';
    void refresh(others ? { what: 'admin-ticket', id } : 'own');
  }

  function wake(): void {
    void refresh('own');
  }

  return {
    api,
    backend,
    reachability: connection.reachability,
    session: session.standing,
    start() {
      trigger.start();
      void connection.restore().then(() => {
        trigger.first();
        return refresh('own');
      });
    },
    async stop() {
      trigger.stop();
      // Rows asked for must not arrive after a logout; what is being sent waits for its answer.
      stopping.abort();
      await sending?.stop();
    },
    nudge: trigger.nudge,
    refresh,
    serverNow: connection.serverTime.now,
  };
}

type TriggerParts = Pick<EngineParts, 'events' | 'memberStore'> & {
  clock: Clock;
  session: ReturnType<typeof watchSession>;
  sending: ReturnType<typeof createSending> | undefined;
  wake: () => void;
};

/** Decides when it is time to look at the outbox. */
function createTrigger({ events, memberStore, clock, session, sending, wake }: TriggerParts) {
  let wasVerified = false;
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
      if (events?.isVisible() ?? true) sending?.run(...news());
      tick();
    });
  }

  return {
    nudge,
    start() {
      endEvents();
      callOffTick();
      endEvents = onPageEvents(events, () => {
        nudge('woke');
        wake();
      });
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
    /** A verified email lets go what waited for it, once. */
    async noticeVerification() {
      const { value } = (await memberStore?.documents.get('profile').catch(() => undefined)) ?? {};
      const told = typeof value === 'object' && value !== null && 'emailVerified' in value;
      const verified = told && value.emailVerified === true;
      const changed = verified && !wasVerified;
      wasVerified = verified;
      if (!changed) return;
      sending?.run({ type: 'unblocked', blocker: 'unverified', now: clock.now() });
    },
  };
}
