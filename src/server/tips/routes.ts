import multipart from '@fastify/multipart';

import { ApiProblem } from '#contract/problem.ts';
import {
  adminTickets,
  bookTicket,
  confirmTicket,
  editTicket,
  oneTip,
  ownTickets,
  postTip,
  recentTips,
  withdrawTip,
} from '#contract/tickets.ts';

import { bodyLimit } from '../body.ts';
import { once } from '../operations/once.ts';
import { page } from '../page.ts';
import type { Routes } from '../routes.ts';
import { serve } from '../serve.ts';
import { readEdit } from './edit-body.ts';
import { bookOwn, withdrawOwn } from './own.ts';
import { post } from './post.ts';
import { etagOf, toTicket } from './presenter.ts';
import { feedRows, ownTicketRows, ticketRowsToTreat } from './queries.ts';
import { ticketById } from './rows.ts';
import { close, edit } from './treat.ts';

/** Tips and tickets: the same rows, as everybody, their owner and administrators deal with them. */
export const tipRoutes: Routes = async (app, services) => {
  const { database } = services;
  await app.register(multipart, {
    limits: { files: 0, fields: 8, parts: 8, fieldSize: bodyLimit },
  });

  serve(app, postTip, async ({ body, member, ...call }) =>
    once({ ...services, ...call, member, route: postTip }, (tx, receipt) =>
      post(tx, member, body, receipt),
    ),
  );

  serve(app, ownTickets, async ({ query: { limit, before }, member, request, reply }) => {
    const rows = await ownTicketRows(database, member.id, { limit, before });
    page({ request, reply, limit }, rows, ({ id }) => id);
    const tickets = rows.map((row) => toTicket(row, member));
    // Every phone asks this at every start: it goes out as it is, without being checked again.
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(tickets));
  });

  serve(app, oneTip, async ({ params, member, reply }) => {
    const row = await ticketById(database, params.id);
    if (!row) throw new ApiProblem('not-found');
    const ticket = toTicket(row, member);
    reply.header('etag', etagOf(ticket));
    return ticket;
  });

  // The same for everybody, so that what a phone keeps of it holds nothing private.
  serve(
    app,
    recentTips,
    async ({ query, request, reply }) => {
      const { before, fixtureId } = query;
      const startsAfter = query.open === 'true' ? services.clock() : undefined;
      const rows = await feedRows(database, { ...query, before, fixtureId, startsAfter });
      page({ request, reply, limit: query.limit }, rows, ({ id }) => id);
      return rows.map((row) => toTicket(row));
    },
    { etag: true },
  );

  serve(
    app,
    adminTickets,
    async ({ query: { limit, before, state, search }, member, request, reply }) => {
      const rows = await ticketRowsToTreat(database, { limit, before, state, search });
      page({ request, reply, limit }, rows, ({ id }) => id);
      return rows.map((row) => toTicket(row, member));
    },
    { etag: true },
  );

  serve(app, bookTicket, async ({ params, member, ...call }) =>
    once({ ...services, ...call, member, route: bookTicket }, (tx, receipt) =>
      bookOwn(tx, { ...params, ...call, owner: member, ...receipt }),
    ),
  );

  serve(app, withdrawTip, async ({ params, member, ...call }) =>
    // Not by its first receipt: a try that was sure to fail would keep the two minutes open.
    once({ ...services, ...call, member, route: withdrawTip }, (tx) =>
      withdrawOwn(tx, { ...params, ...call, owner: member, receivedAt: services.clock() }),
    ),
  );

  serve(
    app,
    editTicket,
    async ({ params, body, member, ...call }) =>
      once({ ...services, ...call, member, route: editTicket, sent: body }, (tx, { receivedAt }) =>
        edit(tx, { ...params, ...call, by: member, receivedAt }, body),
      ),
    { readBody: readEdit },
  );

  serve(app, confirmTicket, async ({ params, member, ...call }) =>
    once({ ...services, ...call, member, route: confirmTicket }, (tx, { receivedAt }) =>
      close(tx, { ...params, ...call, by: member, receivedAt }),
    ),
  );
};
