import * as z from 'zod/mini';
import { batchLimit } from './limits.ts';
import { route } from './route.ts';

/**
 * One operation of a batch. `id` is its idempotency key, `ifMatch` the version its sender saw, and
 * method, path and body are those of the call as it would be made alone. Operations of one `lane`
 * depend on each other in their order; without one an operation depends on no other.
 */
export const BatchedOperation = z.strictObject({
  id: z.string().check(z.regex(/^[!-~]{1,255}$/)),
  method: z.enum(['POST', 'PUT', 'DELETE']),
  path: z.string().check(z.maxLength(255), z.regex(/^\/api\/[\w/-]+(\?[\w=&-]+)?$/)),
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
export const sendBatch = route({
  method: 'POST',
  path: '/api/ops',
  summary: 'Several operations at once',
  access: 'member',
  body: z.array(BatchedOperation).check(z.minLength(1), z.maxLength(batchLimit)),
  reply: z.array(BatchedAnswer),
  problems: ['too-large'],
});
