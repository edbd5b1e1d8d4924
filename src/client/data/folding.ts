import '../without-eval.ts';
import type { Profile } from '#contract/members.ts';
import type { Ticket } from '#contract/tickets.ts';
import {
  foldAdminTickets,
  foldFollows,
  foldProfile,
  foldTicket,
  foldTickets,
  type FollowView,
  type ProfileView,
  type TicketView,
} from '#sync/fold.ts';
import type { FollowRow } from '#sync/member-store.ts';
import { readOperations } from '#sync/outbox.ts';
import type { OperationRow } from '#sync/outbox-store.ts';

/** Tickets with what this device still owes folded in, newest first. */
export function ticketsShown(base: readonly Ticket[], rows: readonly unknown[]): TicketView[] {
  return foldTickets(base, operationsShown(rows));
}

/** Everybody's tickets with an administrator's own changes; their own posts do not join. */
export function adminTicketsShown(base: readonly Ticket[], rows: readonly unknown[]): TicketView[] {
  return foldAdminTickets(base, operationsShown(rows));
}

export function ticketShown(
  base: Ticket | undefined,
  rows: readonly unknown[],
  id: string,
): TicketView | undefined {
  return foldTicket(base, operationsShown(rows), id);
}

export function profileShown(
  base: Profile | undefined,
  rows: readonly unknown[],
): ProfileView | undefined {
  return foldProfile(base, operationsShown(rows));
}

export function followsShown(base: readonly FollowRow[], rows: readonly unknown[]): FollowView[] {
  return foldFollows(base, operationsShown(rows));
}

/** The outbox as the list of what is on this phone shows it. */
export function operationsShown(rows: readonly unknown[]): OperationRow[] {
  const known = operationsByRows.get(rows);
  if (known) return known;
  const operations = readOperations(rows);
  operationsByRows.set(rows, operations);
  return operations;
}

// Every hook folds the same rows, and to read them costs more than to fold them.
const operationsByRows = new WeakMap<readonly unknown[], OperationRow[]>();
