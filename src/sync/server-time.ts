import type { Clock } from './clock.ts';
import type { PublicStore } from './storage/public-store.ts';
import { storedOffset } from './stored-offset.ts';

/** The server's time, learnt from its answers and stored for a start without a connection. */
export type ServerTime = {
  now: () => Date;
  /** Learns from an answer's `Date` and this device's time in the middle of the request. */
  learn: (serverTime: number, deviceTime: number) => void;
  restore: () => Promise<void>;
};

const name = 'server-time';

/** A `Date` header has whole seconds: the moment is half a second later on average. */
const half = 500;

/** So that a later start knows when the server was last heard. */
const storeEveryMs = 60 * 60_000;

/** The server's clock, from this device's and the known offset. */
export function createServerTime(clock: Clock, store: PublicStore, known = 0): ServerTime {
  let offset = known;
  let learnt = false;
  let storedAt = -Infinity;

  return {
    now: () => new Date(clock.now() + offset),

    learn(serverTime, deviceTime) {
      const measured = serverTime + half - deviceTime;
      // Differences within a second come from rounding, and would make a countdown jump.
      const isKnown = learnt && Math.abs(measured - offset) <= 2 * half;
      if (!isKnown) offset = measured;
      learnt = true;
      const now = clock.now();
      if (isKnown && Math.abs(now - storedAt) < storeEveryMs) return;
      storedAt = now;
      store.documents.put({ name, value: offset, fetchedAt: now }).catch(() => {
        // Only the next start needs it, and can do without.
      });
    },

    async restore() {
      const restored = storedOffset(await store.documents.get(name), clock.now());
      if (!learnt && restored !== undefined) offset = restored;
    },
  };
}
