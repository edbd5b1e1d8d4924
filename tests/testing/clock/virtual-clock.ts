import type { Clock } from '#sync/clock.ts';

/** A clock that stands still until the test moves it. */
export type VirtualClock = Clock & {
  /** Advances the clock and runs due callbacks in order. */
  passes: (milliseconds: number) => void;
  /** Changes the time of day; timers are unaffected. */
  corrects: (milliseconds: number) => void;
  /** Number of timers that have not fired. */
  waiting: () => number;
};

export function virtualClock(start = Date.parse('2026-03-01T12:00:00Z')): VirtualClock {
  let now = start;
  let timers: { at: number; run: () => void }[] = [];

  return {
    now: () => now,
    schedule(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((candidate) => candidate !== timer);
      };
    },
    passes(milliseconds) {
      const until = now + milliseconds;
      for (;;) {
        const next = timers
          .filter(({ at }) => at <= until)
          .toSorted((one, other) => one.at - other.at)[0];
        if (!next) break;
        timers = timers.filter((candidate) => candidate !== next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = until;
    },
    corrects(milliseconds) {
      now += milliseconds;
      for (const timer of timers) timer.at += milliseconds;
    },
    waiting: () => timers.length,
  };
}
