import * as z from 'zod/mini';
import { oneTipster } from '#contract/members.ts';
import { pull } from '#contract/sync.ts';
import { ownTickets, type Ticket } from '#contract/tickets.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { Api } from './api.ts';
import { type BackendKind, ForeignProfile, ForeignTicket, listOf } from './backend.ts';
import { type MemberStore, ticketRow } from './member-store.ts';
import { understand } from './operations/registry.ts';
import { readOutbox } from './outbox.ts';
import type { OperationRow, OutboxStore } from './outbox-store.ts';

/** What became of an attempt to bring rows up to date. */
export type Freshness = 'fresh' | 'unchanged' | 'failed' | 'unauthorised';

/** What pulling a member's own rows needs. */
export type PullParts = {
  memberId: string;
  api: Api;
  store: MemberStore;
  outbox: OutboxStore;
  backend: () => BackendKind;
  now: () => number;
  /** An operation whose answer was lost turned out to be done. */
  onRepaired?: (row: OperationRow) => void;
};

/** Brings the member's own rows up to date, and lets go of operations they contain. */
export async function pullOwn(parts: PullParts): Promise<Freshness> {
  // What an earlier start could not finish comes first: its pages will not come again.
  await settleAcknowledged(parts);
  if (parts.backend() === 'foreign') return refreshWhole(parts);

  let freshness: Freshness = 'unchanged';
  for (;;) {
    const since = await cursorOf(parts.store);
    const answer = await parts.api.call(pull, { query: { since } });
    if (answer.kind !== 'ok') return isUnauthorised(answer) ? 'unauthorised' : 'failed';

    const page = answer.reply;
    const applied = await applyPage(parts, page, since);
    await settleAcknowledged(parts);
    if (applied && page.cursor !== since) freshness = 'fresh';
    if (!page.more) return freshness;
    // A page that asks for another without moving on would be asked for ever.
    if (applied && page.cursor === since) return 'failed';
  }
}

type Page = ReplyOf<typeof pull>;

/**
 * Writes a page, its cursor and its acknowledgements in one transaction. Nothing is written when
 * another tab has moved the cursor meanwhile: its rows may be newer.
 */
async function applyPage(parts: PullParts, page: Page, since: number): Promise<boolean> {
  const { store, now } = parts;
  const owed = new Set((await readOutbox(parts.outbox)).map(({ id }) => id));
  const ours = page.operations.filter(({ id }) => owed.has(id));
  const tables = [store.tickets, store.follows, store.documents, store.acknowledged];

  return store.transaction('rw', tables, async () => {
    if ((await cursorOf(store)) !== since) return false;
    // A server that knows less than this device lost its database and tells everything anew.
    if (page.cursor < since) await Promise.all([store.tickets.clear(), store.follows.clear()]);
    await store.tickets.bulkPut(page.tickets.map(ticketRow));
    await store.tickets.bulkDelete(page.removed);
    await store.follows.bulkPut(page.follows);
    await store.acknowledged.bulkPut(ours);
    const fetchedAt = now();
    if (page.profile) {
      await store.documents.put({ name: 'profile', value: page.profile, fetchedAt });
    }
    await store.documents.put({ name: 'cursor', value: page.cursor, fetchedAt });
    return true;
  });
}

/**
 * Lets go of operations whose effect stands in the base rows. The two databases have no common
 * transaction, so acknowledgements stay until the outbox has let go: a crash in between repeats
 * this, and changes nothing a person sees.
 */
async function settleAcknowledged({ store, outbox, onRepaired }: PullParts): Promise<void> {
  const acknowledged = await store.acknowledged.toArray();
  if (acknowledged.length === 0) return;

  const statusById = new Map(acknowledged.map(({ id, status }) => [id, status]));
  const repaired: OperationRow[] = [];
  const underWay = await outbox.transaction('rw', outbox.operations, async () => {
    const rows = (await readOutbox(outbox)).filter(({ id }) => statusById.has(id));
    const done = rows.filter((row) => isDone(row, statusById.get(row.id) ?? 0));
    repaired.push(...done.filter(({ state }) => state !== 'acked'));
    await outbox.operations.bulkDelete(done.map(({ seq }) => seq));
    return rows.filter(({ state }) => state === 'sending').map(({ id }) => id);
  });
  // The answer of one under way is still to come; it is looked at again after that.
  const finished = acknowledged.map(({ id }) => id).filter((id) => !underWay.includes(id));
  await store.acknowledged.bulkDelete(finished);
  for (const row of repaired) onRepaired?.(row);
}

/** A change to other people's rows is not in the pull: it waits for the answer, which is kept. */
function isDone(row: OperationRow, status: number): boolean {
  const understood = understand(row);
  if (typeof understood !== 'object' || understood.operation.rows !== 'own') return false;
  if (row.state === 'acked') return true;
  const mayBeRepaired =
    row.state === 'unknown' || row.state === 'blocked' || row.state === 'pending';
  return mayBeRepaired && status >= 200 && status < 300;
}

/** A backend without a cursor gives its lists whole; they contain what was answered before. */
async function refreshWhole(parts: PullParts): Promise<Freshness> {
  const { api, store, memberId, now } = parts;
  const startedAt = now();
  const tickets = await api.callAs(ownTickets, listOf(ForeignTicket), { query: { limit: 20 } });
  if (tickets.kind !== 'ok') return isUnauthorised(tickets) ? 'unauthorised' : 'failed';

  const profile = await api.callAs(oneTipster, ForeignProfile, { params: { id: memberId } });
  await store.transaction('rw', store.tickets, store.documents, async () => {
    const rows = tickets.reply.map((ticket: Ticket) =>
      ticketRow({ ...ticket, tipsterId: memberId }),
    );
    await store.tickets.clear();
    await store.tickets.bulkPut(rows);
    if (profile.kind === 'ok') {
      await store.documents.put({ name: 'profile', value: profile.reply, fetchedAt: now() });
    }
  });
  await settleWhole(parts, startedAt);
  return 'fresh';
}

async function settleWhole({ store, outbox }: PullParts, startedAt: number): Promise<void> {
  const done = (await readOutbox(outbox)).filter((row) => isOwn(row) && isOlder(row, startedAt));
  for (const row of done) {
    const understood = understand(row);
    // Such a backend never tells whom one follows; its answer is the only base there will be.
    if (typeof understood === 'object' && understood.operation.about === 'follow') {
      const follow = understood.operation.fold(undefined, understood.payload, row);
      if (follow) await store.follows.put(follow);
    }
  }
  await outbox.operations.bulkDelete(done.map(({ seq }) => seq));
}

function isOwn(row: OperationRow): boolean {
  const understood = understand(row);
  return typeof understood === 'object' && understood.operation.rows === 'own';
}

/** Whether an operation was answered before something was asked for. */
export function isOlder(row: OperationRow, startedAt: number): boolean {
  return row.state === 'acked' && row.ack !== undefined && row.ack.at <= startedAt;
}

/** Whether an answer says that the login is over. */
export function isUnauthorised(answer: { kind: string; status?: number }): boolean {
  return answer.kind === 'refused' && answer.status === 401;
}

const Cursor = z.int().check(z.gte(0));

async function cursorOf(store: MemberStore): Promise<number> {
  const kept = await store.documents.get('cursor');
  const read = Cursor.safeParse(kept?.value);
  return read.success ? read.data : 0;
}
