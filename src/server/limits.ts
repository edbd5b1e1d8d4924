/** Limits of one process and of its callers. */
export type Limits = {
  /** Maximum API calls that run at once in this process. */
  callPermits: number;
  /** Maximum entry calls (login, registration, reset, renewal) that run beside those. */
  entryPermits: number;
  /** Maximum wait of a call for its permit, in milliseconds. */
  maxQueueMs: number;
  /** Delay of the event loop, in milliseconds, beyond which requests are shed; 0 for no limit. */
  maxEventLoopDelayMs: number;
  /** Requests per minute of one member on all devices. */
  requestsPerMember: number;
  /**
   * Requests per minute of anonymous callers in one network, which may be a whole stadium; entry
   * calls are counted apart.
   */
  requestsPerNetwork: number;
  /** Pages per minute for one network, per process. */
  pagesPerNetwork: number;
  /** Idempotency keys per day of one member: their rows are never deleted. */
  keysPerDay: number;
  /** Timeouts for a request's head and for the whole request, in milliseconds. */
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  /**
   * Minimum duration in milliseconds of a response whose work depends on whether an address is
   * known: longer than any such work, so that the duration does not reveal it.
   */
  minConstantResponseMs: number;
};

export const defaultLimits: Limits = {
  // A call takes about a twentieth of a second of one core.
  callPermits: 12,
  // Two passwords are hashed at a time, in a thread beside the event loop.
  entryPermits: 6,
  maxQueueMs: 1_000,
  maxEventLoopDelayMs: 1_000,
  requestsPerMember: 600,
  requestsPerNetwork: 1_200,
  pagesPerNetwork: 1_200,
  keysPerDay: 10_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  minConstantResponseMs: 250,
};
