import type { Clock } from '../clock.ts';
import { type Drain, type DrainDependencies, startDrain } from './drain.ts';
import { type DrainEvent, untestedConnection, type ConnectionState } from './state.ts';
import { createWatchdog } from './watchdog.ts';
import type { Observable } from '../observable.ts';

/** Maximum time between two drains of a visible page, in milliseconds. */
export const tickIntervalMs = 30_000;

const failureRetryMs = 5_000;

/** Runs drains while a page is open, one at a time. */
export type DrainRunner = {
  /** Starts a drain, or passes the events to the running drain. */
  run(...happened: DrainEvent[]): void;
  /** Replaces a hanging drain. */
  replaceIfHanging(): Promise<void>;
  /** Number of times that a drain hung. */
  hangCount: Observable<number>;
  /** Called when the page is hidden: releases the lock; late responses are still applied. */
  release(): void;
  stop(): Promise<void>;
};

export function createDrainRunner(
  parts: Omit<DrainDependencies, 'connectionState' | 'signal' | 'lock' | 'onAttempt'> & {
    clock: Clock;
    /** Called when a drain has ended and no other drain follows immediately. */
    onIdle?: () => void;
  },
): DrainRunner {
  const { clock } = parts;
  const stopping = new AbortController();
  let connectionState: ConnectionState = untestedConnection;
  let current: Drain | undefined;
  let finished: Promise<void> = Promise.resolve();
  let again: DrainEvent[] | undefined;
  let callOffWake = () => {};
  const watchdog = createWatchdog({
    ...parts,
    connectionState: () => connectionState,
    patienceMs: tickIntervalMs,
  });

  function run(...happened: DrainEvent[]): void {
    if (stopping.signal.aborted) return;
    if (current) {
      for (const event of happened) current.notify(event);
      current.notify('added');
      // The next drain gets the events again, because the current drain may be ending. A repeated
      // `woke` would only repeat a failed attempt.
      again = [...(again ?? []), ...happened.filter(({ type }) => type !== 'woke')];
      return;
    }
    begin('wait', [...takeMissed(), ...happened]);
  }

  function takeMissed(): DrainEvent[] {
    const missed = again ?? [];
    again = undefined;
    return missed;
  }

  function begin(lock: 'wait' | 'ignore', happened: readonly DrainEvent[]): void {
    callOffWake();
    const { signal } = stopping;
    current = startDrain({
      ...parts,
      connectionState,
      signal,
      lock,
      onAttempt: watchdog.reportAttempt,
    });
    for (const event of happened) current.notify(event);
    finished = finish(current);
  }

  async function finish(drain: Drain): Promise<void> {
    let wakeAt: number | undefined;
    let learnt = connectionState;
    try {
      ({ wakeAt, connectionState: learnt } = await drain.done);
    } catch {
      wakeAt = clock.now() + failureRetryMs;
    }
    // Another drain has replaced this one.
    if (current !== drain) return;
    connectionState = learnt;
    current = undefined;
    if (stopping.signal.aborted) return;
    if (again) {
      run(...takeMissed());
      return;
    }
    parts.onIdle?.();
    if (wakeAt !== undefined) {
      callOffWake = clock.schedule(Math.max(wakeAt - clock.now(), 0), () => run());
    }
  }

  return {
    run,
    hangCount: watchdog.hangCount,
    async replaceIfHanging() {
      if (stopping.signal.aborted || !(await watchdog.isOverdue())) return;
      if (stopping.signal.aborted) return;
      const hanging = current;
      // The hanging drain may hold the lock; idempotency keys make overlapping drains harmless.
      begin('ignore', [...takeMissed(), { type: 'overdue', now: clock.now() }]);
      hanging?.abandon();
    },
    release() {
      callOffWake();
      const released = current;
      current = undefined;
      released?.abandon();
    },
    async stop() {
      stopping.abort();
      callOffWake();
      await finished;
    },
  };
}
