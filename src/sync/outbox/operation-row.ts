import * as z from 'zod/mini';

/** The state of an operation. The pull removes acknowledged operations. */
export const OperationState = z.enum([
  'pending',
  'sending',
  'unknown',
  'blocked',
  'acked',
  'conflict',
  'rejected',
  'unreadable',
]);
export type OperationState = z.infer<typeof OperationState>;

/** The condition that ends a block: a login, a verified email, a newer app, or the member. */
export const Blocker = z.enum(['auth', 'unverified', 'update', 'person']);
export type Blocker = z.infer<typeof Blocker>;

/** The problem of an operation, from the server or this device. */
export const OperationProblem = z.looseObject({
  code: z.string(),
  message: z.string(),
  status: z.optional(z.int()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** All sentences of a spec-only backend's response, for display. */
  words: z.optional(z.array(z.string())),
  /** Only with the code `fixture-started`: the games that have begun. */
  started: z.optional(z.array(z.looseObject({ fixtureId: z.string(), game: z.string() }))),
  /** Only with the code `already-tipped`: the member's tip with equal selections. */
  tipId: z.optional(z.string()),
  /** Only with the code `selection-limit`: the games whose option has reached its limit. */
  selections: z.optional(z.array(z.looseObject({ fixtureId: z.string(), game: z.string() }))),
  /** Only with the code `stale-version` of a tip: its current state on the server. */
  tip: z.optional(z.unknown()),
  /** Only with the code `stale-version` of a fixture: its current state on the server. */
  fixture: z.optional(z.unknown()),
  /** Only with the code `stale-version`: who made the newer change, and when. */
  by: z.optional(z.string()),
  at: z.optional(z.string()),
});
export type OperationProblem = z.infer<typeof OperationProblem>;

/** Bytes as IndexedDB stores them. */
export const Bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);

/** The request of an operation, frozen when it is first sent: later attempts repeat these bytes. */
export const FrozenRequest = z.object({
  method: z.string(),
  path: z.string(),
  body: z.string(),
  ifMatch: z.optional(z.int()),
  /** Set if the fields of the body are sent as a form. */
  form: z.optional(z.literal(true)),
  /** A file sent in that form. */
  file: z.optional(z.object({ field: z.string(), type: z.string(), bytes: Bytes })),
});
export type FrozenRequest = z.infer<typeof FrozenRequest>;

/** A queued change. `seq` is the only local order; it depends on no clock. */
export const OperationRow = z.object({
  seq: z.int(),
  id: z.string(),
  memberId: z.string(),
  kind: z.string(),
  v: z.int(),
  /** All that it changes or depends on, its main subject first. */
  subjects: z.array(z.string()),
  /** Ids it had before a retry after a refusal; screens may know it by those. */
  formerly: z.optional(z.array(z.string())),
  payload: z.unknown(),
  /** The version of the tip that the member saw. */
  baseVersion: z.optional(z.int()),
  /** The version in the response to this device's previous operation on the main subject. */
  ownVersion: z.optional(z.int()),
  /** The backend's id of the main subject, if it differs from the one chosen here. */
  entityId: z.optional(z.string()),
  state: OperationState,
  blockedBy: z.optional(Blocker),
  attempts: z.int(),
  /** The next attempt, by this device's clock; `notBefore` comes from the server's Retry-After. */
  nextAt: z.number(),
  notBefore: z.number(),
  /** Time until which it can be undone before it is sent, by this device's clock. */
  heldUntil: z.optional(z.number()),
  /** The server's Retry-After as a duration: an instant is useless once the clock was set back. */
  retryAfterMs: z.optional(z.number()),
  sentEver: z.boolean(),
  sent: z.optional(FrozenRequest),
  /** Time at which the member made it, for display only. */
  queuedAt: z.string(),
  problem: z.optional(OperationProblem),
  ack: z.optional(
    z.object({
      status: z.int(),
      version: z.optional(z.int()),
      at: z.number(),
      /** The server's response, displayed until the pull contains it. */
      reply: z.optional(z.unknown()),
    }),
  ),
  log: z.array(z.object({ at: z.string(), what: z.string() })),
});
export type OperationRow = z.infer<typeof OperationRow>;
