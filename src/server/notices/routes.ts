import { noticeList, markNoticesAsRead } from '#contract/notices.ts';

import { type Operation, defineOperation, serveOperations } from '../operations/operation.ts';
import { linkNextPage } from '../platform/list-page.ts';
import { type RoutePlugin, serveWithEtag } from '../serve.ts';
import { markNoticesRead, readNoticePage, findReadPosition, computeNextSince } from './queries.ts';

/** Operations on notices, for single calls and batches. */
export const noticeOperations: readonly Operation[] = [
  defineOperation(markNoticesAsRead, async (tx, { body, member, arrivedAt }) => ({
    body: { readUntil: await markNoticesRead(tx, member.id, new Date(body.until), arrivedAt) },
  })),
];

/** Routes for notices. */
export const noticeRoutes: RoutePlugin = async (app, services) => {
  const { database, clock } = services;

  serveWithEtag(app, noticeList, async ({ query, member, request, reply }) => {
    const { since, limit, before } = query;
    const noticePage = { limit, before, since: since ? new Date(since) : undefined, now: clock() };
    const notices = await readNoticePage(database, member.id, noticePage);
    linkNextPage({ request, reply, limit }, notices, ({ id }) => id);
    const next = computeNextSince(notices, since);
    const readUntil = await findReadPosition(database, member.id);
    return { notices, ...(next && { since: next }), ...(readUntil && { readUntil }) };
  });

  serveOperations(app, services, noticeOperations);
};
