import type { Clock } from './clock.ts';
import { type Drain, type DrainParts, startDrain } from './drain.ts';
import { type DrainEvent, freshLine, type LineKnowledge } from './drain-state.ts';

/** How long a visible page with something to send waits at most between two looks. */
export const tickLength = 30_000;

/** After a drain that broke, for instance because the database was closed. */
const afterBreak = 5_000;

/** Keeps drains going for as long as a page lives: one at a time, each when there is a reason. */
export type Sending = {
  /** Looks at the outbox now, or lets the drain under way look again. */
  run(...happened: DrainEvent[]): void;
  stop(): Promise<void>;
};

/** Starts nothing by itself: the first `run` does. */
export function createSending(
  parts: Omit<DrainParts, 'line' | 'signal'> & { clock: Clock },
): Sending {
  const { clock } = parts;
  const stopping = new AbortController();
  let line: LineKnowledge = freshLine;
  let current: Drain | undefined;
  let finished: Promise<void> = Promise.resolve();
  let again: DrainEvent[] | undefined;
  let callOffWake = () => {};

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
    callOffWake();
    current = startDrain({ ...parts, line, signal: stopping.signal });
    for (const event of happened) current.tell(event);
    finished = finish(current);
  }

  async function finish(drain: Drain): Promise<void> {
    let wakeAt: number | undefined;
    try {
      const end = await drain.done;
      line = end.line;
      ({ wakeAt } = end);
    } catch {
      wakeAt = clock.now() + afterBreak;
    }
    current = undefined;
    if (stopping.signal.aborted) return;
    if (again) {
      const missed = again;
      again = undefined;
      run(...missed);
    } else if (wakeAt !== undefined) {
      callOffWake = clock.after(Math.max(wakeAt - clock.now(), 0), () => run());
    }
  }

  return {
    run,
    async stop() {
      stopping.abort();
      callOffWake();
      await finished;
    },
  };
}
