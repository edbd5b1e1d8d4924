/** How much is too much. 0 of a delay means that it is not looked at. */
export type Limits = {
  /** Calls of the API that are under way in this process at one moment. */
  underWay: number;
  /** How late the event loop may be, in milliseconds, before requests are turned away. */
  eventLoopDelay: number;
  /** Requests a minute of one member, wherever they are. */
  perMember: number;
  /** Requests a minute of strangers at one address, which may be a whole stadium. */
  perAddress: number;
  /** Keys of operations a day of one member: their rows are never deleted. */
  keysPerDay: number;
  /** How long a request's head may take, and all of it, in milliseconds. */
  headersWithin: number;
  requestWithin: number;
};

export const usualLimits: Limits = {
  // A twentieth of a second of one core's work; as many stand in line, and begin as places become free.
  underWay: 12,
  eventLoopDelay: 1_000,
  perMember: 600,
  perAddress: 1_200,
  keysPerDay: 10_000,
  headersWithin: 10_000,
  requestWithin: 60_000,
};
