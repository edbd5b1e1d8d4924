/** The sync tag for pending operations. */
export const outboxTag = 'touchline-outbox';

/** The periodic sync tag for the pull. */
export const pullTag = 'touchline-pull';
