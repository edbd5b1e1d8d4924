/** Bounds of one process and of its callers. */
export type Limits = {
  /** Calls of the API that run in this process at one moment. */
  callPermits: number;
  /** Calls to get in (login, registration, reset, renewal) that run beside those. */
  entryPermits: number;
  /** How late the event loop may be, in milliseconds, before requests are turned away; 0 for any time. */
  eventLoopDelay: number;
  /** Requests a minute of one member, wherever they are. */
  perMember: number;
  /** Requests a minute of strangers in one network, which may be a whole stadium; those to get in, apart. */
  perNetwork: number;
  /** Pages a minute that one network is given by each process. */
  pagesPerNetwork: number;
  /** Keys of operations a day of one member: their rows are never deleted. */
  keysPerDay: number;
  /** How long a request's head may take, and all of it, in milliseconds. */
  headersWithin: number;
  requestWithin: number;
};

export const usualLimits: Limits = {
  // A twentieth of a second of work of one core.
  callPermits: 12,
  // Two passwords are hashed at a time, in a thread beside the event loop.
  entryPermits: 6,
  eventLoopDelay: 1_000,
  perMember: 600,
  perNetwork: 1_200,
  pagesPerNetwork: 1_200,
  keysPerDay: 10_000,
  headersWithin: 10_000,
  requestWithin: 60_000,
};
