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

/** A blocked operation waits for a login, a verified email, a newer build, or the member. */
export const BlockReason = z.enum(['auth', 'unverified', 'update', 'person']);
export type BlockReason = z.infer<typeof BlockReason>;

/** The reason why an operation failed or waits, from the server or this device. */
export const OperationProblem = z.looseObject({
  code: z.string(),
  message: z.string(),
  status: z.optional(z.int()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** All messages of a spec-only backend's response, for display. */
  words: z.optional(z.array(z.string())),
  /** Only with the code `fixture-started`: the games that have begun. */
  started: z.optional(z.array(z.looseObject({ fixtureId: z.string(), game: z.string() }))),
  /** Only with the code `already-tipped`: the id of the member's tip with equal selections. */
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

/** The request of an operation, frozen at the first attempt: later attempts send the same bytes. */
export const FrozenRequest = z.object({
  method: z.string(),
  path: z.string(),
  body: z.string(),
  ifMatch: z.optional(z.int()),
  /** Set if the fields of the body are sent as a form. */
  form: z.optional(z.literal(true)),
  /** A file sent as a field of the form. */
  file: z.optional(z.object({ field: z.string(), type: z.string(), bytes: Bytes })),
});
export type FrozenRequest = z.infer<typeof FrozenRequest>;

/** A queued change. Local order is `seq`, which does not depend on a clock. */
export const OperationRow = z.object({
  seq: z.int(),
  id: z.string(),
  memberId: z.string(),
  kind: z.string(),
  v: z.int(),
  /** Everything that the operation changes or depends on, main subject first. */
  subjects: z.array(z.string()),
  /** Earlier ids, before retries after a refusal; screens may still use these. */
  formerly: z.optional(z.array(z.string())),
  payload: z.unknown(),
  /** The version of the tip or fixture that the member saw. */
  baseVersion: z.optional(z.int()),
  /** The version in the response to this device's previous operation on the main subject. */
  ownVersion: z.optional(z.int()),
  /** The backend's id of the tip, if the backend did not accept the device's id. */
  entityId: z.optional(z.string()),
  state: OperationState,
  blockedBy: z.optional(BlockReason),
  attempts: z.int(),
  /** Time of the next attempt on this device's clock; `notBefore` is from a Retry-After. */
  nextAt: z.number(),
  notBefore: z.number(),
  /** Time until which the operation is not sent and can be undone, on this device's clock. */
  heldUntil: z.optional(z.number()),
  /** Retry-After in milliseconds, because a clock change makes an instant useless. */
  retryAfterMs: z.optional(z.number()),
  sentEver: z.boolean(),
  sent: z.optional(FrozenRequest),
  /** Time of the member's action, for display only. */
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
