import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import type { TicketState } from '#contract/tickets.ts';
import type { TicketView } from '#sync/fold.ts';
import { useDevice } from './device-context.ts';
import { useFolding } from './use-operations.ts';

/** Which of everybody's tickets an administrator looks for. */
export type AdminTicketsWanted = { state: TicketState; search: string };

/** Tickets that match, newest first, and whether this device holds more of them. */
export type AdminTickets = { tickets: TicketView[]; more: boolean };

/**
 * Everybody's tickets as far as this device was shown them, with the administrator's own changes
 * folded in. State and search narrow what is here; the server is asked for the rest.
 */
export function useAdminTickets(
  { state, search }: AdminTicketsWanted,
  limit: number,
): AdminTickets | undefined {
  const shown = useAllAdminTickets();
  return useMemo(() => {
    const found = shown?.filter((ticket) => isInState(ticket, state) && holds(ticket, search));
    return found && { tickets: found.slice(0, limit), more: found.length > limit };
  }, [shown, state, search, limit]);
}

/** One of them; null when this device was not shown it, or none was asked for. */
export function useAdminTicket(id: string | undefined): TicketView | null | undefined {
  const shown = useAllAdminTickets();
  return useMemo(() => shown && (shown.find((ticket) => ticket.id === id) ?? null), [shown, id]);
}

/** How much waits for an administrator, as far as this device was shown it. */
export function useAdminCounts(): { unpriced: number; unconfirmed: number } | undefined {
  const shown = useAllAdminTickets();
  return useMemo(() => {
    const count = (state: TicketState) =>
      shown?.filter((ticket) => isInState(ticket, state)).length ?? 0;
    return shown && { unpriced: count('unpriced'), unconfirmed: count('decided') };
  }, [shown]);
}

/** When the list was last fetched, by this device's clock; null when it never was. */
export function useAdminListAge(): number | null | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () => (await member?.store.documents.get('admin-tickets'))?.fetchedAt ?? null,
    [member],
  );
}

function useAllAdminTickets(): TicketView[] | undefined {
  const { member } = useDevice();
  const folding = useFolding();
  const base = useLiveQuery(
    async () =>
      member ? member.store.adminTickets.orderBy('creationTime').reverse().toArray() : [],
    [member],
  );

  return useMemo(() => {
    if (base === undefined || folding === undefined) return undefined;
    if (folding === 'empty') return base;
    return folding.folding.adminTicketsShown(base, folding.operations);
  }, [base, folding]);
}

function isInState({ options, IsGameSuccessful }: TicketView, state: TicketState): boolean {
  switch (state) {
    case 'all':
      return true;
    case 'treated':
      return IsGameSuccessful;
    case 'unpriced':
      return !IsGameSuccessful && options.some(({ odd, result }) => odd === 0 && result !== 'void');
    case 'undecided':
      return !IsGameSuccessful && options.some(({ result }) => result === 'pending');
    case 'decided':
      return !IsGameSuccessful && options.every(({ result }) => result !== 'pending');
  }
}

/** Whether every word of a search stands in the id, the tipster's name or a game. */
function holds({ id, tipsterName, options }: TicketView, search: string): boolean {
  const text = [id, tipsterName, ...options.map(({ game }) => game)].join(' ').toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
