import * as z from 'zod/mini';

import { noticeKinds } from '#domain/notice.ts';
import { tipOutcomes } from '#domain/tip.ts';

import { noticeListLimit } from './limits.ts';
import { route } from './route.ts';
import { Id, Instant, pageSizeSchema } from './values.ts';

/**
 * An event of an own tip, or of a tip whose tipster the member followed then; clients have the
 * texts. `tipster` is the author's name, empty if the account was deleted (`former`). `game` is
 * present if the event concerns one game of the tip. The notice of a confirmation is created when
 * the confirmation can no longer be undone.
 */
export const Notice = z.object({
  id: Id,
  at: Instant,
  kind: z.enum(noticeKinds),
  tipId: Id,
  tipsterId: Id,
  tipster: z.string(),
  former: z.optional(z.boolean()),
  outcome: z.enum(tipOutcomes),
  game: z.optional(z.string()),
});
export type Notice = z.infer<typeof Notice>;

/**
 * Notices of the last 90 days, newest first; next page in the `Link` header. A caller sends `since`
 * of its last response; the new response repeats some notices with the same ids, so that none is
 * missed. Notices of tipsters unfollowed since then are excluded.
 */
export const noticeList = route('GET', '/api/notices', {
  summary: 'What happened to own and followed tips',
  access: 'member',
  query: z.object({
    since: z.optional(Instant),
    limit: pageSizeSchema(noticeListLimit, noticeListLimit),
    before: z.optional(Id),
  }),
  reply: z.object({
    notices: z.array(Notice),
    since: z.optional(Instant),
    readUntil: z.optional(Instant),
  }),
});

/** Marks all notices up to an instant as read, on every device; never moves backwards. */
export const markNoticesAsRead = route('PUT', '/api/notices/read', {
  summary: 'Mark notices as read',
  access: 'member',
  body: z.strictObject({ until: Instant }),
  reply: z.object({ readUntil: Instant }),
});
