import * as z from 'zod/mini';
import { Profile } from './members.ts';
import { isProblemCode } from './problem.ts';
import { route } from './route.ts';
import { Tip } from './tips.ts';
import { Id, Instant } from './values.ts';

/** Says that this backend is ours: it knows keys, cursors and echoes. */
export const ping = route({
  method: 'GET',
  path: '/api/ping',
  summary: 'Whether the server can be reached',
  access: 'open',
  reply: z.object({ name: z.literal('touchline'), serverTime: Instant }),
  problems: [],
});

/**
 * What changed among a member's own rows since a cursor. `operations` are own operations the
 * server has answered; rows and operations up to `cursor` are complete. `more` asks for another
 * page at once.
 */
export const pull = route({
  method: 'GET',
  path: '/api/sync',
  summary: 'Own changes since a cursor',
  access: 'member',
  query: z.object({ since: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0) }),
  reply: z.object({
    cursor: z.int(),
    serverTime: Instant,
    more: z.boolean(),
    profile: z.optional(Profile),
    tips: z.array(Tip),
    removed: z.array(Id),
    follows: z.array(z.object({ tipsterId: Id, following: z.boolean() })),
    operations: z.array(z.object({ id: z.string(), status: z.int() })),
  }),
  problems: [],
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
