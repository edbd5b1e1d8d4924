/** Limits of one server process and its callers. */
export type Limits = {
  /** Maximum concurrent API calls in this process. */
  callPermits: number;
  /** Maximum concurrent entry calls (login, registration, reset, renewal), beside `callPermits`. */
  entryPermits: number;
  /** Maximum wait of a call for its permit, in milliseconds. */
  maxQueueMs: number;
  /** Delay of the event loop in milliseconds above which calls are refused; 0 disables this. */
  maxEventLoopDelayMs: number;
  /** Requests per minute of one member on all devices together. */
  requestsPerMember: number;
  /**
   * Requests per minute of anonymous callers in one network, which may be a whole stadium; entry
   * calls are counted separately.
   */
  requestsPerNetwork: number;
  /** Pages per minute for one network, counted by each process. */
  pagesPerNetwork: number;
  /** New idempotency keys per day of one member, limited because their rows are never deleted. */
  keysPerDay: number;
  /** Timeouts in milliseconds for a request's headers and for the whole request. */
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  /**
   * Minimum duration in milliseconds of a response whose work depends on whether an address is
   * known. It is longer than any such work, so that the duration reveals nothing.
   */
  minConstantResponseMs: number;
};

export const defaultLimits: Limits = {
  // A call uses about 0.05 s of one core.
  callPermits: 12,
  // Two passwords are hashed at a time, in threads outside the event loop.
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
