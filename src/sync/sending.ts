import type { Clock } from './clock.ts';
import { type Drain, type DrainParts, startDrain } from './drain.ts';
import { type DrainEvent, freshConnection, type ConnectionState } from './drain-state.ts';
import { createWatchdog } from './watchdog.ts';
import type { Observable } from './observable.ts';

/** How long a visible page with something to send waits at most between two looks. */
export const tickLength = 30_000;

/** After a drain that broke, for instance because the database was closed. */
const afterBreak = 5_000;

/** Keeps drains going for as long as a page lives: one at a time, each when there is a reason. */
export type Sending = {
  /** Looks at the outbox now, or lets the drain under way look again. */
  run(...happened: DrainEvent[]): void;
  /** Leaves a drain behind that should have tried something long ago, and starts another. */
  watch(): Promise<void>;
  /** How often that was needed. */
  overdue: Observable<number>;
  /** The page is put away: what is under way still counts, but nobody waits for its lock. */
  letGo(): void;
  stop(): Promise<void>;
};

/** Starts nothing by itself: the first `run` does. */
export function createSending(
  parts: Omit<DrainParts, 'line' | 'signal' | 'lock' | 'onAttempt'> & {
    clock: Clock;
    /** A drain has ended, and none begins at once. */
    onIdle?: () => void;
  },
): Sending {
  const { clock } = parts;
  const stopping = new AbortController();
  let line: ConnectionState = freshConnection;
  let current: Drain | undefined;
  let finished: Promise<void> = Promise.resolve();
  let again: DrainEvent[] | undefined;
  let callOffWake = () => {};
  const watchdog = createWatchdog({ ...parts, line: () => line, patience: tickLength });

  function run(...happened: DrainEvent[]): void {
    if (stopping.signal.aborted) return;
    if (current) {
      for (const event of happened) current.tell(event);
      current.tell('added');
      // The drain may be past its last look; another one costs a single read, and hears all of it
      // once more. Only to wake it twice would try in vain twice.
      again = [...(again ?? []), ...happened.filter(({ type }) => type !== 'woke')];
      return;
    }
    const missed = again ?? [];
    again = undefined;
    begin('wait', [...missed, ...happened]);
  }

  function begin(lock: 'wait' | 'ignore', happened: readonly DrainEvent[]): void {
    callOffWake();
    const { signal } = stopping;
    current = startDrain({ ...parts, line, signal, lock, onAttempt: watchdog.sawAttempt });
    for (const event of happened) current.tell(event);
    finished = finish(current);
  }

  async function finish(drain: Drain): Promise<void> {
    let wakeAt: number | undefined;
    let learnt = line;
    try {
      ({ wakeAt, line: learnt } = await drain.done);
    } catch {
      wakeAt = clock.now() + afterBreak;
    }
    // One that was left behind has another in its place.
    if (current !== drain) return;
    line = learnt;
    current = undefined;
    if (stopping.signal.aborted) return;
    if (again) {
      const missed = again;
      again = undefined;
      run(...missed);
      return;
    }
    parts.onIdle?.();
    if (wakeAt !== undefined) {
      callOffWake = clock.after(Math.max(wakeAt - clock.now(), 0), () => run());
    }
  }

  return {
    run,
    overdue: watchdog.alarms,
    async watch() {
      if (stopping.signal.aborted || !(await watchdog.isOverdue())) return;
      if (stopping.signal.aborted) return;
      const hanging = current;
      const missed = again ?? [];
      again = undefined;
      // The one that hangs may hold the lock as well; the server's keys make an overlap harmless.
      begin('ignore', [...missed, { type: 'overdue', now: clock.now() }]);
      hanging?.abandon();
    },
    letGo() {
      callOffWake();
      const left = current;
      current = undefined;
      left?.abandon();
    },
    async stop() {
      stopping.abort();
      callOffWake();
      await finished;
    },
  };
}
