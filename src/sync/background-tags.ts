/** What a page asks the browser to wake the worker for: something waits to be sent. */
export const outboxTag = 'touchline-outbox';

/** And from time to time: rows may be old. */
export const pullTag = 'touchline-pull';
