import * as z from 'zod/mini';

import { noticeKinds } from '#domain/notice.ts';
import { tipOutcomes } from '#domain/tip.ts';

import { noticeListLimit } from './limits.ts';
import { route } from './route.ts';
import { Id, Instant } from './values.ts';

/**
 * What happened to a tip of one's own, or of a tipster whom one followed then. It has no words: every app
 * says it in its own. `tipster` is the name of whose tip it is, which is empty where `former` says that
 * the account was deleted; `outcome` is what the tip had come to. `game` is there where it is about one game
 * of the tip. A confirmation that can still be taken back has no notice yet.
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
 * Notices of the last ninety days, the newest first; the next page is in the `Link` header. Whoever asks
 * again says the `since` of the newest page they had, and is told a little twice so as to miss nothing:
 * a notice is known by its id. What an unfollowed tipster did is not told any more.
 */
export const noticeList = route('GET', '/api/notices', {
  summary: 'What happened to own and followed tips',
  access: 'member',
  query: z.object({
    since: z.optional(Instant),
    limit: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(noticeListLimit)),
      noticeListLimit,
    ),
    before: z.optional(Id),
  }),
  reply: z.object({
    notices: z.array(Notice),
    since: z.optional(Instant),
    readUntil: z.optional(Instant),
  }),
});

/** Says that all notices up to a moment were read, on every device; never fewer than before. */
export const readNotices = route('PUT', '/api/notices/read', {
  summary: 'Mark notices as read',
  access: 'member',
  body: z.strictObject({ until: Instant }),
  reply: z.object({ readUntil: Instant }),
});
