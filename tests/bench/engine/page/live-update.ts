import type { Ticket } from '#contract/tickets.ts';
import { MemberStore, ticketRow } from '#sync/member-store.ts';
import { ticketBook } from '#sync/operations/ticket-book.ts';
import { enqueue } from '#sync/outbox.ts';
import { OutboxStore } from '#sync/outbox-store.ts';
import type { TicketView } from '#sync/fold.ts';
import { aTicket } from './first-rows.ts';
import { watchOwnTickets } from './own-screen.ts';
import { memberWith } from './people.ts';
import { allRaw, deleteDatabase, deleteRaw, newestRaw, openRaw, writeRaw } from './raw.ts';

/**
 * Milliseconds from a write to what a screen shows of it: a row that the pull brings, and an
 * operation that the person queues. Beside each the same write with nothing in between, and the
 * rows that the screen is made of read again.
 */
export type LiveUpdates = {
  pulled: number[];
  rawPulled: number[];
  queued: number[];
  rawQueued: number[];
};

const newest = {
  table: 'tickets',
  index: '[booked+creationTime]',
  range: IDBKeyRange.bound([0, ''], [0, '\uffff']),
  count: 20,
};

export async function liveUpdates(count: number, times: number): Promise<LiveUpdates> {
  const memberId = memberWith(count);
  const store = new MemberStore(memberId);
  const outbox = new OutboxStore(memberId);
  const watched = watch(store, outbox);
  await watched.until((shown) => shown.length > 0);
  const tickets = await openRaw(store.name);
  const rawOutbox = await copyOf(outbox);

  const found: LiveUpdates = { pulled: [], rawPulled: [], queued: [], rawQueued: [] };
  for (let time = 0; time < times; time += 1) {
    const ticket = newTicket(memberId, time);
    found.pulled.push(
      await timed(async () => {
        void store.transaction('rw', store.tickets, async () =>
          store.tickets.put(ticketRow(ticket)),
        );
        await watched.until(([first]) => first?.id === ticket.id);
      }),
    );
    found.queued.push(
      await timed(async () => {
        const payload = { ticketId: ticket.id };
        void enqueue(outbox, { memberId, operation: ticketBook, payload });
        // A booked ticket leaves the page of the saved ones.
        await watched.until(([first]) => first?.id !== ticket.id);
      }),
    );
    const operation = { ...(await outbox.operations.where({ lane: `tip:${ticket.id}` }).first()) };
    await store.tickets.delete(ticket.id);
    await outbox.operations.where({ lane: `tip:${ticket.id}` }).delete();
    await aMoment();

    found.rawPulled.push(
      await timed(async () => {
        await writeRaw(tickets, 'tickets', ticketRow(ticket), 'relaxed');
        await newestRaw(tickets, newest);
      }),
    );
    found.rawQueued.push(
      await timed(async () => {
        await writeRaw(rawOutbox, 'operations', operation, 'strict');
        await allRaw(rawOutbox, 'operations');
      }),
    );
    await deleteRaw(tickets, 'tickets', ticket.id);
    await deleteRaw(rawOutbox, 'operations', operation.seq ?? 0);
    await aMoment();
  }
  watched.end();
  for (const opened of [store, outbox, tickets, rawOutbox]) opened.close();
  await deleteDatabase(rawOutbox.name);
  return found;
}

/** The same operations in a database of the same shape that nothing watches. */
async function copyOf(outbox: OutboxStore): Promise<IDBDatabase> {
  const copy = await openRaw('raw-outbox', (made) => {
    const table = made.createObjectStore('operations', { keyPath: 'seq', autoIncrement: true });
    table.createIndex('id', 'id', { unique: true });
    table.createIndex('lane', 'lane');
    table.createIndex('deps', 'deps', { multiEntry: true });
  });
  for (const row of await outbox.operations.toArray()) {
    await writeRaw(copy, 'operations', row, 'relaxed');
  }
  return copy;
}

/** Newer than all that is there, operations included, so that it comes on top. */
function newTicket(memberId: string, time: number): Ticket {
  const creationTime = new Date(Date.UTC(2999, 0, 1) + time).toISOString();
  return { ...aTicket(memberId, 0), creationTime, IsBooked: false };
}

async function timed(act: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/** Lets answers to what was put back arrive, so that none of them counts. */
async function aMoment(): Promise<void> {
  await new Promise((done) => {
    setTimeout(done, 20);
  });
}

type Shown = TicketView[];

function watch(store: MemberStore, outbox: OutboxStore) {
  let awaited: { isSo: (shown: Shown) => boolean; done: () => void } | undefined;
  let latest: Shown | undefined;
  const end = watchOwnTickets(store, outbox, (shown) => {
    latest = shown;
    if (awaited?.isSo(shown)) awaited.done();
  });
  return {
    end,
    async until(isSo: (shown: Shown) => boolean): Promise<void> {
      await new Promise<void>((done) => {
        awaited = { isSo, done };
        if (latest && isSo(latest)) done();
      });
      awaited = undefined;
    },
  };
}
