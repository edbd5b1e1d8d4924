import * as z from 'zod/mini';

import { batchLimit } from './limits.ts';
import { Profile } from './members.ts';
import { isProblemCode } from './problem.ts';
import { route } from './route.ts';
import { Author, Tip } from './tips.ts';
import { atMost, Id, Instant } from './values.ts';

/** Says that this backend is ours: it knows keys, cursors and echoes. */
export const ping = route('GET', '/api/ping', {
  summary: 'Whether the server can be reached',
  access: 'open',
  reply: z.object({ name: z.literal('touchline'), serverTime: Instant }),
});

/**
 * What changed among a member's own rows since a cursor. `operations` are own operations the
 * server has answered; rows and operations up to `cursor` are complete. `more` asks for another
 * page at once. `author` is what all own tips say of their tipster.
 */
export const pull = route('GET', '/api/sync', {
  summary: 'Own changes since a cursor',
  access: 'member',
  query: z.object({ since: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0) }),
  reply: z.object({
    cursor: z.int(),
    serverTime: Instant,
    more: z.boolean(),
    profile: z.optional(Profile),
    author: z.optional(Author),
    tips: z.array(Tip),
    removed: z.array(Id),
    follows: z.array(z.object({ tipsterId: Id, following: z.boolean() })),
    operations: z.array(z.object({ id: z.string(), status: z.int() })),
  }),
});

/** A problem as it crosses the wire (RFC 9457, with the `error.message` the spec's client reads). */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string().check(z.refine(isProblemCode)),
  message: z.string(),
  error: z.object({ message: z.string() }),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  requestId: z.optional(z.string()),
});
export type Problem = z.infer<typeof Problem>;

/**
 * One operation of a batch. `id` is its idempotency key, `ifMatch` the version its sender saw, and
 * method, path and body are those of the call as it would be made alone. Operations of one `lane`
 * depend on each other in their order; without one an operation depends on no other.
 */
export const BatchedOperation = z.strictObject({
  id: z.string().check(z.regex(/^[!-~]{1,255}$/)),
  method: z.enum(['POST', 'PUT', 'DELETE']),
  path: z.string().check(atMost(255), z.regex(/^\/api\/[\w/-]+(\?[\w=&-]+)?$/)),
  lane: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  ifMatch: z.optional(z.int()),
  body: z.optional(z.unknown()),
});
export type BatchedOperation = z.infer<typeof BatchedOperation>;

/**
 * What became of one operation: status, body and tag are those of the call made alone, and
 * `retryAfter` its `Retry-After` in seconds. 424 `lane-stopped` means that it was not tried.
 */
export const BatchedAnswer = z.object({
  id: z.string(),
  status: z.int(),
  body: z.unknown(),
  etag: z.optional(z.string()),
  retryAfter: z.optional(z.number()),
});
export type BatchedAnswer = z.infer<typeof BatchedAnswer>;

/**
 * Several operations in one call, each done and answered as if it had come alone, one after the
 * other. What follows a failure in its lane is not tried. An `Idempotency-Key` is only echoed.
 */
export const sendBatch = route('POST', '/api/ops', {
  summary: 'Several operations at once',
  access: 'member',
  body: z.array(BatchedOperation).check(z.minLength(1), z.maxLength(batchLimit)),
  reply: z.array(BatchedAnswer),
  problems: ['too-large'],
});
