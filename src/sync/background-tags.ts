/** Tag of the Background Sync event that sends pending operations. */
export const outboxTag = 'touchline-outbox';

/** Tag of the Periodic Background Sync event that also pulls rows. */
export const pullTag = 'touchline-pull';
