import * as z from 'zod/mini';

import { batchLimit } from './limits.ts';
import { Profile } from './members.ts';
import { isProblemCode } from './problem.ts';
import { route } from './route.ts';
import { Author, Tip } from './tips.ts';
import { maxLengthCheck, Id, Instant } from './values.ts';

/** Identifies a Touchline server, with cursors and idempotency keys, which responses repeat. */
export const ping = route('GET', '/api/ping', {
  summary: 'Whether the server can be reached',
  access: 'open',
  reply: z.object({ name: z.literal('touchline'), serverTime: Instant }),
});

/**
 * Changes of a member's own rows since a cursor. `operations` are own operations that the server
 * has processed. Rows and operations up to `cursor` are complete; if `more` is true, the caller
 * requests the next page. `author` is the short record for all own tips.
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

/** A problem body (RFC 9457), with `error.message` for spec-only clients. */
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
 * One operation of a batch. `id` is its idempotency key, `ifMatch` the version that the sender saw;
 * method, path and body are those of the single call. Operations with a common subject are executed
 * in order; without subjects, an operation is independent.
 */
export const BatchedOperation = z.strictObject({
  id: z.string().check(z.regex(/^[!-~]{1,255}$/)),
  method: z.enum(['POST', 'PUT', 'DELETE']),
  path: z.string().check(maxLengthCheck(255), z.regex(/^\/api\/[\w/-]+(\?[\w=&-]+)?$/)),
  subjects: z.optional(z.array(z.string().check(z.minLength(1), maxLengthCheck(100)))),
  ifMatch: z.optional(z.int()),
  body: z.optional(z.unknown()),
});
export type BatchedOperation = z.infer<typeof BatchedOperation>;

/**
 * The result of one operation: status, body and ETag of the single call; `retryAfter` in seconds.
 * 424 `not-attempted` means that the operation was not executed.
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
 * Executes operations in order, each like its single call. After a failure, later operations that
 * share a subject with the failed one are not executed. An `Idempotency-Key` header is only
 * repeated in the response.
 */
export const sendBatch = route('POST', '/api/ops', {
  summary: 'Several operations at once',
  access: 'member',
  body: z.array(BatchedOperation).check(z.minLength(1), z.maxLength(batchLimit)),
  reply: z.array(BatchedAnswer),
  problems: ['too-large'],
});
