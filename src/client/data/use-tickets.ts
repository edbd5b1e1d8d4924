import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import type { TicketView } from '#sync/fold.ts';
import type { Member } from './device.ts';
import { useDevice } from './device-context.ts';
import { useFolding, useRawOperations } from './use-operations.ts';

/** Own tickets, saved or booked, newest first, as many as asked for. */
export function useTickets({
  booked,
  limit = 20,
}: {
  booked: boolean;
  limit?: number;
}): TicketView[] | undefined {
  const { member } = useDevice();
  const folding = useFolding();
  const touched = useTouchedTickets();
  const base = useLiveQuery(
    async () => (member ? newest(member, booked, limit, touched) : []),
    [member, booked, limit, touched],
  );

  return useMemo(() => {
    if (base === undefined || folding === undefined) return undefined;
    const shown =
      folding === 'empty' ? base : folding.folding.ticketsShown(base, folding.operations);
    return shown.filter(({ IsBooked }) => (IsBooked ?? false) === booked).slice(0, limit);
  }, [base, folding, booked, limit]);
}

/** One own ticket; null when there is none. */
export function useTicket(id: string): TicketView | null | undefined {
  const { member } = useDevice();
  const folding = useFolding();
  const base = useLiveQuery(
    async () => (await member?.store.tickets.get(id)) ?? null,
    [member, id],
  );

  return useMemo(() => {
    if (base === undefined || folding === undefined) return undefined;
    if (folding === 'empty') return base;
    return folding.folding.ticketShown(base ?? undefined, folding.operations, id) ?? null;
  }, [base, folding, id]);
}

/** Reads a page by index, and the few rows that operations are about, wherever they lie. */
async function newest(
  { store }: Member,
  booked: boolean,
  limit: number,
  touched: string,
): Promise<Ticket[]> {
  const flag = booked ? 1 : 0;
  const page = await store.tickets
    .where('[booked+creationTime]')
    .between([flag, ''], [flag, '\uffff'])
    .reverse()
    .limit(limit)
    .toArray();
  if (touched === '') return page;

  const known = new Set(page.map(({ id }) => id));
  const missing = touched.split(' ').filter((id) => !known.has(id));
  const others = await store.tickets.bulkGet(missing);
  return [...page, ...others.filter((ticket) => ticket !== undefined)];
}

/** The tickets that operations are about; as text, so that an equal list asks for no new query. */
function useTouchedTickets(): string {
  const operations = useRawOperations();
  return useMemo(() => {
    const lanes = (operations ?? []).flatMap((row) =>
      typeof row === 'object' && row !== null && 'lane' in row && typeof row.lane === 'string'
        ? [row.lane]
        : [],
    );
    const ids = lanes.filter((lane) => lane.startsWith('tip:')).map((lane) => lane.slice(4));
    return [...new Set(ids)].toSorted().join(' ');
  }, [operations]);
}
