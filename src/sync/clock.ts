/** Time and timers, injected so that tests control them. */
export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Calls `run` after a time; the returned function cancels the call. */
  schedule: (milliseconds: number, run: () => void) => () => void;
};

/** The device's own clock and timers. */
export const deviceClock: Clock = {
  now: () => Date.now(),
  schedule(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
