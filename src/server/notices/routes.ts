import { noticeList, readNotices } from '#contract/notices.ts';

import { type Operation, operation, serveOperations } from '../operations/operation.ts';
import { page } from '../platform/list-page.ts';
import { type Routes, serveWithEtag } from '../serve.ts';
import { markRead, noticesOf, readUntilOf, sinceOf } from './read.ts';

/** A member's operations on notices, for single calls and batches. */
export const noticeOperations: readonly Operation[] = [
  operation(readNotices, async (tx, { body, member, arrivedAt }) => ({
    body: { readUntil: await markRead(tx, member.id, new Date(body.until), arrivedAt) },
  })),
];

/** Routes of the inbox. */
export const noticeRoutes: Routes = async (app, services) => {
  const { database, clock } = services;

  serveWithEtag(app, noticeList, async ({ query, member, request, reply }) => {
    const { since, limit, before } = query;
    const noticePage = { limit, before, since: since ? new Date(since) : undefined, now: clock() };
    const notices = await noticesOf(database, member.id, noticePage);
    page({ request, reply, limit }, notices, ({ id }) => id);
    const next = sinceOf(notices, since);
    const readUntil = await readUntilOf(database, member.id);
    return { notices, ...(next && { since: next }), ...(readUntil && { readUntil }) };
  });

  serveOperations(app, services, noticeOperations);
};
