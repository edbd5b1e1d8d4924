import type { DrainEvent } from './state.ts';

/** An event of a drain; `added` makes it read the outbox again. */
export type Message = 'added' | DrainEvent;

/** The events that wait for a drain, in order. */
export type Inbox = {
  put: (message: Message) => void;
  take: () => Promise<Message>;
  waiting: () => boolean;
};

/** An inbox with nothing in it. */
export function makeInbox(): Inbox {
  const messages: Message[] = [];
  let waiting: ((message: Message) => void) | undefined;
  return {
    put(message) {
      if (waiting) {
        waiting(message);
        waiting = undefined;
        // One more reading finds all that was added meanwhile.
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
