import * as z from 'zod/mini';

/** The state of an operation. Acknowledged operations are removed by the pull. */
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

/** What a blocked operation waits for: a login, a verified email, a newer app, or the person. */
export const Blocker = z.enum(['auth', 'unverified', 'update', 'person']);
export type Blocker = z.infer<typeof Blocker>;

/** Why an operation is not done, from the server or this device. */
export const OperationProblem = z.looseObject({
  code: z.string(),
  message: z.string(),
  status: z.optional(z.int()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** All that a spec-only backend said, sentence by sentence, to be shown as it is. */
  words: z.optional(z.array(z.string())),
  /** The games that had started, with `fixture-started`. */
  started: z.optional(z.array(z.looseObject({ fixtureId: z.string(), game: z.string() }))),
  /** The member's tip with the same selections, with `already-tipped`. */
  tipId: z.optional(z.string()),
  /** The games of the selections that too many tips hold, with `selection-limit`. */
  selections: z.optional(z.array(z.looseObject({ fixtureId: z.string(), game: z.string() }))),
  /** The tip as the server has it, with `stale-version`. */
  tip: z.optional(z.unknown()),
  /** The fixture as the server has it, with `stale-version` of the desk, and who changed it when. */
  fixture: z.optional(z.unknown()),
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
  /** The body's fields go as a form. */
  form: z.optional(z.literal(true)),
  /** A file that goes along, in such a form. */
  file: z.optional(z.object({ field: z.string(), type: z.string(), bytes: Bytes })),
});
export type FrozenRequest = z.infer<typeof FrozenRequest>;

/** One queued change. `seq` is the only local order; no clock is used for it. */
export const OperationRow = z.object({
  seq: z.int(),
  id: z.string(),
  memberId: z.string(),
  kind: z.string(),
  v: z.int(),
  lane: z.string(),
  deps: z.array(z.string()),
  /** The ids it had before it was refused and retried: others may depend on it by those. */
  formerly: z.optional(z.array(z.string())),
  payload: z.unknown(),
  /** The version of the tip the person saw. */
  baseVersion: z.optional(z.int()),
  /** The version in the answer to the previous operation of the lane. */
  laneVersion: z.optional(z.int()),
  /** The id a backend gave to what this lane created, when it is not the one chosen here. */
  entityId: z.optional(z.string()),
  state: OperationState,
  blockedBy: z.optional(Blocker),
  attempts: z.int(),
  /** The next attempt, by this device's clock; `notBefore` is the server's Retry-After. */
  nextAt: z.number(),
  notBefore: z.number(),
  /** Until when its person can take it back before it is sent, by this device's clock. */
  heldUntil: z.optional(z.number()),
  /** How long the server asked to wait: a moment alone says nothing once the clock was set back. */
  retryAfterMs: z.optional(z.number()),
  sentEver: z.boolean(),
  sent: z.optional(FrozenRequest),
  /** When the person did it, for display only. */
  queuedAt: z.string(),
  problem: z.optional(OperationProblem),
  ack: z.optional(
    z.object({
      status: z.int(),
      version: z.optional(z.int()),
      at: z.number(),
      /** The server's answer, shown until the pull contains it. */
      reply: z.optional(z.unknown()),
    }),
  ),
  log: z.array(z.object({ at: z.string(), what: z.string() })),
});
export type OperationRow = z.infer<typeof OperationRow>;
