import type { DrainEvent } from './state.ts';

/** An event of a drain; `added` makes the drain read the outbox again. */
export type DrainMessage = 'added' | DrainEvent;

/** A queue of events for a drain, in order. */
export type DrainEventQueue = {
  put: (message: DrainMessage) => void;
  take: () => Promise<DrainMessage>;
  hasMessages: () => boolean;
};

export function createDrainEventQueue(): DrainEventQueue {
  const messages: DrainMessage[] = [];
  let waiting: ((message: DrainMessage) => void) | undefined;
  return {
    put(message) {
      if (waiting) {
        waiting(message);
        waiting = undefined;
        // One read of the outbox covers all earlier additions, so `added` is queued once.
      } else if (message !== 'added' || !messages.includes('added')) messages.push(message);
    },
    async take() {
      const message = messages.shift();
      if (message !== undefined) return message;
      const { promise, resolve } = Promise.withResolvers<DrainMessage>();
      waiting = resolve;
      return promise;
    },
    hasMessages: () => messages.length > 0,
  };
}
