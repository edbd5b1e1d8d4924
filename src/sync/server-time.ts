import type { Clock } from './clock.ts';
import type { PublicStore } from './storage/public-store.ts';
import { parseStoredOffset } from './stored-offset.ts';

/** The server's time, derived from its responses and stored for an offline start. */
export type ServerTime = {
  now: () => Date;
  /** Learns from a response's `Date` header and this device's time in the middle of the request. */
  learn: (serverTime: number, deviceTime: number) => void;
  restore: () => Promise<void>;
};

const name = 'server-time';

/** A `Date` header has whole seconds: the instant is half a second later on average. */
const halfSecondMs = 500;

/** Interval of storing, so that a later start knows when the server was last reached. */
const storeEveryMs = 60 * 60_000;

/** Creates the server's clock from this device's clock and the stored offset. */
export function createServerTime(clock: Clock, store: PublicStore, known = 0): ServerTime {
  let offset = known;
  let learnt = false;
  let storedAt = -Infinity;

  return {
    now: () => new Date(clock.now() + offset),

    learn(serverTime, deviceTime) {
      const measured = serverTime + halfSecondMs - deviceTime;
      // Differences within a second come from rounding, and would make a countdown jump.
      const isKnown = learnt && Math.abs(measured - offset) <= 2 * halfSecondMs;
      if (!isKnown) offset = measured;
      learnt = true;
      const now = clock.now();
      if (isKnown && Math.abs(now - storedAt) < storeEveryMs) return;
      storedAt = now;
      store.documents.put({ name, value: offset, fetchedAt: now }).catch(() => {
        // Only the next start needs it, and works without it.
      });
    },

    async restore() {
      const restored = parseStoredOffset(await store.documents.get(name), clock.now());
      if (!learnt && restored !== undefined) offset = restored;
    },
  };
}
