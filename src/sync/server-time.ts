import type { Clock } from './clock.ts';
import type { PublicStore } from './storage/public-store.ts';
import { parseStoredOffset } from './stored-offset.ts';

/** The server's time, computed from its responses and stored for an offline start. */
export type ServerTime = {
  now: () => Date;
  /** Updates the time from a response's `Date` and the device time halfway through the request. */
  learn: (serverTime: number, deviceTime: number) => void;
  restore: () => Promise<void>;
};

const serverTimeDocument = 'server-time';

/** A `Date` header has whole seconds, so the real time is half a second later on average. */
const halfSecondMs = 500;

/** Interval at which the offset is stored, with the time of the last response. */
const storeEveryMs = 60 * 60_000;

/** Creates the server's clock; `known` is the stored offset. */
export function createServerTime(clock: Clock, store: PublicStore, known = 0): ServerTime {
  let offset = known;
  let learnt = false;
  let storedAt = -Infinity;

  return {
    now: () => new Date(clock.now() + offset),

    learn(serverTime, deviceTime) {
      const measured = serverTime + halfSecondMs - deviceTime;
      // Differences within a second are rounding errors, which would make a countdown jump.
      const isKnown = learnt && Math.abs(measured - offset) <= 2 * halfSecondMs;
      if (!isKnown) offset = measured;
      learnt = true;
      const now = clock.now();
      if (isKnown && Math.abs(now - storedAt) < storeEveryMs) return;
      storedAt = now;
      store.documents.put({ name: serverTimeDocument, value: offset, fetchedAt: now }).catch(() => {
        // A failure is harmless: only the next start uses the stored offset.
      });
    },

    async restore() {
      const restored = parseStoredOffset(
        await store.documents.get(serverTimeDocument),
        clock.now(),
      );
      if (!learnt && restored !== undefined) offset = restored;
    },
  };
}
