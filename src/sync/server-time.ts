import * as z from 'zod/mini';
import type { Clock } from './clock.ts';
import type { PublicStore } from './public-store.ts';

/** The server's time, learnt from its answers and kept for a start without a network. */
export type ServerTime = {
  now: () => Date;
  /** Takes in the `Date` of an answer and this device's time in the middle of the request. */
  learn: (serverTime: number, deviceTime: number) => void;
  restore: () => Promise<void>;
};

const name = 'server-time';

/** A `Date` header knows whole seconds: the moment lies half a second later on average. */
const half = 500;

/** Makes the server's clock out of this device's, from what is known of it so far. */
export function createServerTime(clock: Clock, store: PublicStore, known = 0): ServerTime {
  let offset = known;
  let learnt = false;

  return {
    now: () => new Date(clock.now() + offset),

    learn(serverTime, deviceTime) {
      const heard = serverTime + half - deviceTime;
      // Within a second it is only the header's rounding, and a countdown should not tremble.
      if (learnt && Math.abs(heard - offset) <= 2 * half) return;
      offset = heard;
      learnt = true;
      store.documents.put({ name, value: offset, fetchedAt: clock.now() }).catch(() => {
        // Kept only for the next start; without it the device's own clock serves there.
      });
    },

    async restore() {
      const kept = await store.documents.get(name);
      const read = z.safeParse(z.number(), kept?.value);
      if (!learnt && read.success) offset = read.data;
    },
  };
}
