import multipart from '@fastify/multipart';

import { ApiProblem } from '#contract/problem.ts';
import {
  adminTips,
  bookTip,
  confirmTip,
  editTip,
  eraseAnalysis,
  followedTips,
  oneTip,
  ownTips,
  postTip,
  recentTips,
  withdrawTip,
} from '#contract/tips.ts';

import { bodyLimit } from '../platform/body.ts';
import { readFromStandby } from '../db/standby.ts';
import { type Operation, defineOperation, serveOperations } from '../operations/operation.ts';
import { linkNextPage } from '../platform/list-page.ts';
import { type RoutePlugin, serveRoute, serveWithEtag } from '../serve.ts';
import { readEditBody } from './leg-changes.ts';
import { addDeciderNames } from './deciders.ts';
import { eraseText } from './erasure.ts';
import { bookOwnTip, confirmSettledTip, editTipLegs, withdrawOwnTip } from './changes.ts';
import { readMemberWithOwnTips, buildOwnPage } from './own-page.ts';
import { saveSlipAsTip } from './post.ts';
import { etagOf, isReadable, toListedTip, toPublicTip } from './presenter.ts';
import {
  readFeedTipRows,
  readFollowedTipRows,
  readOwnTipRows,
  findTipById,
  readAdminTipRows,
} from './queries.ts';

/** Operations on tips, for single calls and batches. */
export const tipOperations: readonly Operation[] = [
  defineOperation(
    postTip,
    (tx, { member, body, ...arrival }) => saveSlipAsTip(tx, member, body, arrival),
    {
      pipelined: true,
    },
  ),

  defineOperation(
    bookTip,
    (tx, { params, member, ...asked }) => bookOwnTip(tx, { ...params, ...asked, owner: member }),
    { pipelined: true },
  ),

  defineOperation(withdrawTip, (tx, { params, member, ...asked }) =>
    withdrawOwnTip(tx, { ...params, ...asked, owner: member }),
  ),

  defineOperation(eraseAnalysis, (tx, { params, body, member, arrivedAt }) =>
    eraseText(tx, { ...params, ...body, by: member, arrivedAt }),
  ),

  defineOperation(
    editTip,
    (tx, { params, body, member, ...asked }) =>
      editTipLegs(tx, { ...params, ...asked, by: member }, body),
    { readBody: readEditBody },
  ),

  defineOperation(confirmTip, (tx, { params, member, ...asked }) =>
    confirmSettledTip(tx, { ...params, ...asked, by: member }),
  ),
];

/** Routes for tips: for everybody, for owners and for administrators. */
export const tipRoutes: RoutePlugin = async (app, services) => {
  const { database } = services;
  await app.register(multipart, {
    limits: { files: 0, fields: 8, parts: 8, fieldSize: bodyLimit },
  });

  serveOperations(app, services, tipOperations);

  // Every phone calls this route at every start, so cached JSON is sent without validation.
  serveRoute(
    app,
    ownTips,
    async ({ query: { limit, before }, member, request, reply }) => {
      reply.type('application/json; charset=utf-8');
      const first = await buildOwnPage(services, member, request);
      if (first) {
        linkNextPage({ request, reply, limit }, first.ids, (id) => id);
        return reply.send(first.json);
      }
      const rows = await readOwnTipRows(database, member.id, { limit, before });
      linkNextPage({ request, reply, limit }, rows, ({ id }) => id);
      return reply.send(JSON.stringify(rows.map((row) => toListedTip(row, member))));
    },
    { readMember: readMemberWithOwnTips },
  );

  serveRoute(app, oneTip, async ({ params, member, reply }) => {
    const row = await findTipById(database, params.id);
    if (!row || !isReadable(row, member)) throw new ApiProblem('not-found');
    const tip = toPublicTip(row, member);
    reply.header('etag', etagOf(tip));
    if (member?.role !== 'administrator') return tip;
    const [named = tip] = await addDeciderNames(database, [row], [tip]);
    return named;
  });

  // All readers get the same response, so a cached copy contains nothing private.
  serveWithEtag(app, recentTips, async ({ query, member, request, reply }) => {
    const { before, fixtureId } = query;
    const startsAfter = query.open === 'true' ? services.clock() : undefined;
    const choice = { ...query, before, fixtureId, startsAfter };
    const rows = await readFromStandby(services, member, async (nearby) =>
      readFeedTipRows(nearby, choice),
    );
    linkNextPage({ request, reply, limit: query.limit }, rows, ({ id }) => id);
    return rows.map((row) => toPublicTip(row));
  });

  serveWithEtag(app, followedTips, async ({ query: { limit, before }, member, request, reply }) => {
    const rows = await readFollowedTipRows(database, member.id, { limit, before });
    linkNextPage({ request, reply, limit }, rows, ({ id }) => id);
    return rows.map((row) => toPublicTip(row));
  });

  serveWithEtag(
    app,
    adminTips,
    async ({ query: { limit, before, ...wanted }, member, request, reply }) => {
      const { state, search, fixtureId } = wanted;
      const rows = await readAdminTipRows(database, { limit, before, state, search, fixtureId });
      linkNextPage({ request, reply, limit }, rows, ({ id }) => id);
      const listed = rows.map((row) => toListedTip(row, member));
      return addDeciderNames(database, rows, listed);
    },
  );
};
