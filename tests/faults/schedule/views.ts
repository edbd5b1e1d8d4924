import { type Ticket } from '#contract/tickets.ts';
import { foldAdminTickets, foldTickets, type TicketView } from '#sync/fold.ts';
import { readOperations } from '#sync/outbox.ts';

import { readBase } from '../checks/view.ts';
import type { Device } from '../world/device.ts';

/** The tickets a person looks at on a device: their own, or everybody's. */
export function ticketsShown(device: Device, whose: 'own' | 'everybody'): TicketView[] {
  const memberId = device.login?.person.id;
  if (memberId === undefined) return [];
  const stored = device.disk.rows(`touchline-outbox-${memberId}`, 'operations');
  const operations = readOperations(stored);
  if (whose === 'own') return foldTickets(readBase(device, memberId).tickets, operations);
  const rows = device.disk.rows(`touchline-${memberId}`, 'adminTickets');
  return foldAdminTickets(rows.filter(isTicket), operations);
}

function isTicket(row: Record<string, unknown>): row is Ticket & Record<string, unknown> {
  return 'options' in row;
}

/** The nth there is, counted round. */
export function nth<Value>(values: readonly Value[], which: number): Value | undefined {
  return values[which % Math.max(values.length, 1)];
}
