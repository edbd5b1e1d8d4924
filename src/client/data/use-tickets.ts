import { useObservable } from 'dexie-react-hooks';
import type { TicketView } from '#sync/fold.ts';
import type { Member } from './device.ts';
import { useDevice } from './device-context.ts';
import { nothingFolded } from '#sync/folded-query.ts';
import { ownTicket, ownTickets, type OwnRows } from './own-tickets.ts';
import { queueIn, rules } from './use-operations.ts';

/** Own tickets, saved or booked, newest first, as many as asked for. */
export function useTickets({
  booked,
  limit = 20,
}: {
  booked: boolean;
  limit?: number;
}): TicketView[] | undefined {
  const { member } = useDevice();
  return useObservable<TicketView[]>(
    () => (member ? ownTickets(rowsOf(member), { booked, limit }) : nothingFolded([])),
    [member, booked, limit],
  );
}

/** One own ticket; null when there is none. */
export function useTicket(id: string): TicketView | null | undefined {
  const { member } = useDevice();
  return useObservable<TicketView | null>(
    () => (member ? ownTicket(rowsOf(member), id) : nothingFolded(null)),
    [member, id],
  );
}

function rowsOf({ store, outbox }: Member): OwnRows {
  return { store, owed: queueIn(outbox), rules };
}
