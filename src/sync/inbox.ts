import type { DrainEvent } from './drain-state.ts';

/** Something that happened to a drain; `added` makes it read the outbox again. */
export type Message = 'added' | DrainEvent;

/** What has happened to a drain and waits to be taken up, in its order. */
export type Inbox = {
  put: (message: Message) => void;
  take: () => Promise<Message>;
  waiting: () => boolean;
};

/** An inbox with nothing in it. */
export function makeInbox(): Inbox {
  const messages: Message[] = [];
  let hand: ((message: Message) => void) | undefined;
  return {
    put(message) {
      if (hand) {
        const give = hand;
        hand = undefined;
        give(message);
        return;
      }
      // One more reading finds all that was added meanwhile.
      if (message === 'added' && messages.includes('added')) return;
      messages.push(message);
    },
    take() {
      const message = messages.shift();
      if (message !== undefined) return Promise.resolve(message);
      return new Promise((resolve) => {
        hand = resolve;
      });
    },
    waiting: () => messages.length > 0,
  };
}
