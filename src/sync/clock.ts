/** Time as this device has it, and a way to wait: handed in, so that a test owns it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Runs something later; the answer calls it off. */
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
