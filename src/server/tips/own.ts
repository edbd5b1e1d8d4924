import type { FastifyRequest } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';
import type { Ticket } from '#contract/tickets.ts';
import { book, expiryOf, withdraw } from '#domain/ticket.ts';

import type { Transaction } from '../db/database.ts';
import { refuseOnBreak } from '../members/break-mode.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Answer, Receipt } from '../operations/once.ts';
import { expectVersion, save } from './change.ts';
import { etagOf, toTicket, type Viewer } from './presenter.ts';
import { ticketById, type TicketRow } from './rows.ts';

/** Whose ticket is to change, which one, and when the server first heard of it. */
type OwnChange = { id: string; owner: Viewer; receivedAt: Date; request: FastifyRequest };

/** Books a saved ticket. */
export async function bookOwn(
  tx: Transaction,
  change: OwnChange & Receipt,
): Promise<Answer<Ticket>> {
  const { owner, receivedAt, request } = change;
  const ticket = await ownTicket(tx, change);
  await refuseOnBreak(tx, owner.id, change);
  expectVersion(request, ticket, owner);

  const ruling = book({ ...ticket, expiresAt: expiryOf(ticket.legs) }, owner.id, receivedAt);
  if (!ruling.allowed) throw new ApiProblem(codeOf(ruling.refusal));
  const booked = await save(tx, ticket, { bookedAt: ruling.value.bookedAt });
  return { body: toTicket(booked, owner), etag: etagOf(booked) };
}

/** Takes a tip back. */
export async function withdrawOwn(
  tx: Transaction,
  change: OwnChange,
): Promise<Answer<{ id: string }>> {
  const { owner, receivedAt, request } = change;
  const ticket = await ownTicket(tx, change);
  expectVersion(request, ticket, owner);

  const ruling = withdraw({ ...ticket, receivedAt: ticket.createdAt }, owner.id, receivedAt);
  if (!ruling.allowed) throw new ApiProblem(codeOf(ruling.refusal));
  await save(tx, ticket, { withdrawnAt: ruling.value.withdrawnAt });
  return { body: { id: ticket.id } };
}

/** The ticket, with its owner's row locked before it is read. Another's is not there at all. */
async function ownTicket(tx: Transaction, { id, owner }: OwnChange): Promise<TicketRow> {
  await raiseCursor(tx, owner.id);
  const ticket = await ticketById(tx, id);
  if (ticket?.ownerId !== owner.id) throw new ApiProblem('not-found');
  return ticket;
}

function codeOf<Refusal extends string>(refusal: Refusal | 'not-your-ticket') {
  return refusal === 'not-your-ticket' ? 'not-found' : refusal;
}
