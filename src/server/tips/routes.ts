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
import { readNearby } from '../db/standby.ts';
import { type Operation, operation, serveOperations } from '../operations/operation.ts';
import { page } from '../platform/list-page.ts';
import { type Routes, serve, serveWithEtag } from '../serve.ts';
import { readEdit } from './leg-changes.ts';
import { withDeciders } from './deciders.ts';
import { eraseText } from './erasure.ts';
import { bookOwn, close, edit, withdrawOwn } from './changes.ts';
import { memberForOwnTips, ownPage } from './own-page.ts';
import { post } from './post.ts';
import { etagOf, isReadable, toListedTip, toPublicTip } from './presenter.ts';
import { feedRows, followedTipRows, ownTipRows, tipById, tipRowsToTreat } from './queries.ts';

/** The operations on tips, for single calls and batches. */
export const tipOperations: readonly Operation[] = [
  operation(postTip, (tx, { member, body, ...arrival }) => post(tx, member, body, arrival), {
    pipelined: true,
  }),

  operation(
    bookTip,
    (tx, { params, member, ...asked }) => bookOwn(tx, { ...params, ...asked, owner: member }),
    { pipelined: true },
  ),

  operation(withdrawTip, (tx, { params, member, ...asked }) =>
    withdrawOwn(tx, { ...params, ...asked, owner: member }),
  ),

  operation(eraseAnalysis, (tx, { params, body, member, arrivedAt }) =>
    eraseText(tx, { ...params, ...body, by: member, arrivedAt }),
  ),

  operation(
    editTip,
    (tx, { params, body, member, ...asked }) => edit(tx, { ...params, ...asked, by: member }, body),
    { readBody: readEdit },
  ),

  operation(confirmTip, (tx, { params, member, ...asked }) =>
    close(tx, { ...params, ...asked, by: member }),
  ),
];

/** Routes for tips: for everybody, for their owners and for administrators. */
export const tipRoutes: Routes = async (app, services) => {
  const { database } = services;
  await app.register(multipart, {
    limits: { files: 0, fields: 8, parts: 8, fieldSize: bodyLimit },
  });

  serveOperations(app, services, tipOperations);

  // Every phone calls this at every start, so the stored JSON is sent without another check.
  serve(
    app,
    ownTips,
    async ({ query: { limit, before }, member, request, reply }) => {
      reply.type('application/json; charset=utf-8');
      const first = await ownPage(services, member, request);
      if (first) {
        page({ request, reply, limit }, first.ids, (id) => id);
        return reply.send(first.json);
      }
      const rows = await ownTipRows(database, member.id, { limit, before });
      page({ request, reply, limit }, rows, ({ id }) => id);
      return reply.send(JSON.stringify(rows.map((row) => toListedTip(row, member))));
    },
    { readMember: memberForOwnTips },
  );

  serve(app, oneTip, async ({ params, member, reply }) => {
    const row = await tipById(database, params.id);
    if (!row || !isReadable(row, member)) throw new ApiProblem('not-found');
    const tip = toPublicTip(row, member);
    reply.header('etag', etagOf(tip));
    if (member?.role !== 'administrator') return tip;
    const [named = tip] = await withDeciders(database, [row], [tip]);
    return named;
  });

  // The response is equal for all readers, so cached copies of it hold nothing private.
  serveWithEtag(app, recentTips, async ({ query, member, request, reply }) => {
    const { before, fixtureId } = query;
    const startsAfter = query.open === 'true' ? services.clock() : undefined;
    const choice = { ...query, before, fixtureId, startsAfter };
    const rows = await readNearby(services, member, async (nearby) => feedRows(nearby, choice));
    page({ request, reply, limit: query.limit }, rows, ({ id }) => id);
    return rows.map((row) => toPublicTip(row));
  });

  serveWithEtag(app, followedTips, async ({ query: { limit, before }, member, request, reply }) => {
    const rows = await followedTipRows(database, member.id, { limit, before });
    page({ request, reply, limit }, rows, ({ id }) => id);
    return rows.map((row) => toPublicTip(row));
  });

  serveWithEtag(
    app,
    adminTips,
    async ({ query: { limit, before, ...wanted }, member, request, reply }) => {
      const { state, search, fixtureId } = wanted;
      const rows = await tipRowsToTreat(database, { limit, before, state, search, fixtureId });
      page({ request, reply, limit }, rows, ({ id }) => id);
      const listed = rows.map((row) => toListedTip(row, member));
      return withDeciders(database, rows, listed);
    },
  );
};
