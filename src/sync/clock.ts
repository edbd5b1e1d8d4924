/** This device's time and timers, handed in so that a test controls them. */
export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Runs something later; the returned function cancels it. */
  after: (milliseconds: number, run: () => void) => () => void;
};

/** The device's own clock and timers. */
export const deviceClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
