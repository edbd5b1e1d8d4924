import type { DrainEvent } from './state.ts';

/** An event of a drain; `added` makes it read the outbox again. */
export type Message = 'added' | DrainEvent;

/** A queue of events for a drain, in order. */
export type Inbox = {
  put: (message: Message) => void;
  take: () => Promise<Message>;
  waiting: () => boolean;
};

/** Creates an empty inbox. */
export function makeInbox(): Inbox {
  const messages: Message[] = [];
  let waiting: ((message: Message) => void) | undefined;
  return {
    put(message) {
      if (waiting) {
        waiting(message);
        waiting = undefined;
        // One read of the outbox covers all additions so far.
      } else if (message !== 'added' || !messages.includes('added')) messages.push(message);
    },
    async take() {
      const message = messages.shift();
      if (message !== undefined) return message;
      const { promise, resolve } = Promise.withResolvers<Message>();
      waiting = resolve;
      return promise;
    },
    waiting: () => messages.length > 0,
  };
}
