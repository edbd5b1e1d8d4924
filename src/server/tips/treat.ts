import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';
import type { Ticket, TicketEdit } from '#contract/tickets.ts';
import {
  confirm,
  countsOf,
  mayTreat,
  outcomeOf,
  recordOddsOf,
  totalOddsOf,
} from '#domain/ticket.ts';

import type { Transaction } from '../db/database.ts';
import { audit, legs, tips } from '../db/schema.ts';
import { raiseCursors } from '../operations/cursor.ts';
import type { Answer } from '../operations/once.ts';
import { expectVersion, save } from './change.ts';
import { changedLegs, type LegChange } from './leg-changes.ts';
import { etagOf, toTicket, type Viewer } from './presenter.ts';
import { ticketById, type TicketRow } from './rows.ts';

/** Which ticket an administrator works on, and when the server first heard of it. */
type Treatment = { id: string; by: Viewer; receivedAt: Date; request: FastifyRequest };

/** Sets prices and results of a ticket's legs, and works out anew what follows from them. */
export async function edit(
  tx: Transaction,
  treatment: Treatment,
  { options }: TicketEdit,
): Promise<Answer<Ticket>> {
  const { by, receivedAt } = treatment;
  const ticket = await ticketToTreat(tx, treatment);
  const ruling = mayTreat(ticket, by.id);
  if (!ruling.allowed) throw new ApiProblem(ruling.refusal);

  const changes = changedLegs(ticket.legs, options, receivedAt);
  if (changes.length === 0) return answer(ticket, by);
  for (const change of changes) await saveLeg(tx, ticket, by, change);
  await note(tx, treatment, ticket, changes);

  const changed = ticket.legs.map(
    (leg) => changes.find(({ after }) => after.position === leg.position)?.after ?? leg,
  );
  const saved = await save(tx, ticket, {
    totalOdds: String(totalOddsOf(changed)),
    recordOdds: String(recordOddsOf(changed)),
    outcome: outcomeOf(changed),
    legsWon: countsOf(changed).won,
    legsLost: countsOf(changed).lost,
  });
  return answer({ ...saved, legs: changed }, by);
}

/** Closes a ticket whose legs are all decided. */
export async function close(tx: Transaction, treatment: Treatment): Promise<Answer<Ticket>> {
  const { by, receivedAt } = treatment;
  const ticket = await ticketToTreat(tx, treatment);
  const ruling = confirm(ticket, by.id, receivedAt);
  if (!ruling.allowed) throw new ApiProblem(ruling.refusal);

  const { confirmedAt } = ruling.value;
  await tx.insert(audit).values({
    at: receivedAt,
    actorId: by.id,
    action: 'ticket.confirm',
    subject: `tip:${ticket.id}`,
    before: { confirmedAt: null },
    after: { confirmedAt: confirmedAt.toISOString(), outcome: ticket.outcome },
  });
  return answer(await save(tx, ticket, { confirmedAt, confirmedBy: by.id }), by);
}

/**
 * The ticket, with its owner's row locked before it is read, and the administrator's with it: theirs
 * is raised too, by the answer to their operation.
 */
async function ticketToTreat(tx: Transaction, { id, by, request }: Treatment): Promise<TicketRow> {
  const [tip] = await tx.select({ ownerId: tips.ownerId }).from(tips).where(eq(tips.id, id));
  if (!tip) throw new ApiProblem('not-found');
  if (tip.ownerId === by.id) throw new ApiProblem('own-ticket');

  await raiseCursors(tx, [tip.ownerId, by.id]);
  const ticket = await ticketById(tx, id);
  if (!ticket) throw new ApiProblem('not-found');
  expectVersion(request, ticket, by);
  return ticket;
}

async function saveLeg(
  tx: Transaction,
  ticket: TicketRow,
  by: Viewer,
  { before, after }: LegChange,
): Promise<void> {
  const { position, odd, kickOffOdd, result, decidedAt, reason, fact } = after;
  const decision = { result, decidedAt, decidedBy: decidedAt && by.id, reason, fact };
  await tx
    .update(legs)
    .set({
      odd: String(odd),
      kickOffOdd: String(kickOffOdd),
      ...(before.result !== result && decision),
    })
    .where(and(eq(legs.tipId, ticket.id), eq(legs.position, position)));
}

/** Writes down who changed what: one entry per price and per result. */
async function note(
  tx: Transaction,
  { by, receivedAt }: Treatment,
  ticket: TicketRow,
  changes: readonly LegChange[],
): Promise<void> {
  const entry = { at: receivedAt, actorId: by.id, subject: `tip:${ticket.id}` };
  const entries = changes.flatMap(({ before, after, reason }) => {
    const { fixtureId, fact } = after;
    const noted = [];
    if (before.odd !== after.odd) {
      noted.push({
        ...entry,
        action: 'leg.price',
        before: { fixtureId, odd: before.odd },
        after: { fixtureId, odd: after.odd, kickOffOdd: after.kickOffOdd },
        reason,
      });
    }
    if (before.result !== after.result) {
      noted.push({
        ...entry,
        action: 'leg.settle',
        before: { fixtureId, result: before.result },
        after: { fixtureId, result: after.result, ...(fact && { fact }) },
        reason,
      });
    }
    return noted;
  });
  await tx.insert(audit).values(entries);
}

function answer(ticket: TicketRow, by: Viewer): Answer<Ticket> {
  return { body: toTicket(ticket, by), etag: etagOf(ticket) };
}
