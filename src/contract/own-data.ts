import * as z from 'zod/mini';
import { Profile } from './members.ts';
import { route } from './route.ts';
import { Tip } from './tips.ts';
import { Id, Instant, requiredText } from './values.ts';

/**
 * Everything of a member's own: profile, every tip that stands, newest first, and follows, all as it
 * was at one moment. `former` says that a followed account was deleted; there is no name then.
 */
export const OwnData = z.object({
  exportedAt: Instant,
  profile: Profile,
  tips: z.array(Tip),
  follows: z.array(
    z.object({
      tipsterId: Id,
      name: z.string(),
      former: z.optional(z.boolean()),
      since: Instant,
    }),
  ),
});
export type OwnData = z.infer<typeof OwnData>;

/**
 * One's own data as a file. `json` is the reply below; `csv` is text (`text/csv`, UTF-8 with a byte
 * order mark) with one line per leg of one's own tips, and no cell that a spreadsheet would run.
 */
export const exportOwnData = route({
  method: 'GET',
  path: '/api/users/me/export',
  summary: 'Everything of my own',
  access: 'member',
  query: z.object({ format: z._default(z.enum(['json', 'csv']), 'json') }),
  reply: OwnData,
  problems: [],
});

/**
 * Deletes one's own account, for good. Name, phone, address, picture and follows go and every
 * session ends; posted tips stay, as those of a former member, since a record cannot be shed.
 */
export const deleteAccount = route({
  method: 'DELETE',
  path: '/api/users/me',
  summary: 'Delete my account',
  access: 'member',
  body: z.strictObject({ password: requiredText(1024) }),
  reply: z.object({ id: Id }),
  problems: ['wrong-password'],
});
