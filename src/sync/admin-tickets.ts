import type * as z from 'zod/mini';
import { adminTickets, oneTip, ownTickets, Ticket, type TicketState } from '#contract/tickets.ts';
import { ticketListLimit } from '#contract/limits.ts';
import type { Answer, Api } from './api.ts';
import { type BackendKind, ForeignTicket, listOf } from './backend.ts';
import type { MemberStore } from './member-store.ts';
import { understand } from './operations/registry.ts';
import { readOutbox } from './outbox.ts';
import type { OperationRow, OutboxStore } from './outbox-store.ts';
import { type Freshness, isOlder, isUnauthorised } from './pull.ts';

/** Which part of everybody's tickets an administrator looks at. */
export type AdminQuery = {
  state?: z.infer<typeof TicketState>;
  search?: string;
  /** The id of the last ticket shown, for the next page. */
  before?: string;
};

/** What the administrator's list needs. */
export type AdminParts = {
  api: Api;
  store: MemberStore;
  outbox: OutboxStore;
  backend: () => BackendKind;
  now: () => number;
};

/** Brings the administrator's list up to date, and lets go of operations it contains. */
export async function refreshAdminTickets(
  parts: AdminParts,
  query: AdminQuery = {},
): Promise<Freshness> {
  const { store, now } = parts;
  const whole = !query.search && !query.before && (query.state ?? 'all') === 'all';
  const kept = whole ? await store.documents.get('admin-tickets') : undefined;
  const startedAt = now();
  const answer = await listed(parts, query, kept?.etag);
  if (answer.kind === 'unchanged') {
    await settleOthers(parts, startedAt);
    return 'unchanged';
  }
  if (answer.kind !== 'ok') return isUnauthorised(answer) ? 'unauthorised' : 'failed';

  await store.transaction('rw', store.adminTickets, store.documents, async () => {
    if (whole) await dropUnlisted(store, answer.reply);
    for (const ticket of answer.reply) await putNewer(store, ticket);
    if (!whole) return;
    const document = { name: 'admin-tickets', value: null, fetchedAt: now() };
    await store.documents.put(answer.etag ? { ...document, etag: answer.etag } : document);
  });
  await settleOthers(parts, startedAt);
  return 'fresh';
}

/** Fetches one ticket anew: after an answer about it, or when somebody else has changed it. */
export async function refreshAdminTicket(parts: AdminParts, id: string): Promise<Freshness> {
  const { api, store, backend, now } = parts;
  const startedAt = now();
  const shape = backend() === 'foreign' ? ForeignTicket : Ticket;
  const answer = await api.callAs(oneTip, shape, { params: { id } });
  const gone = answer.kind === 'refused' && answer.status === 404;
  if (answer.kind !== 'ok' && !gone) return isUnauthorised(answer) ? 'unauthorised' : 'failed';

  await store.transaction('rw', store.adminTickets, async () => {
    if (answer.kind === 'ok') await putNewer(store, answer.reply);
    else await store.adminTickets.delete(id);
  });
  await settleOthers(parts, startedAt, id);
  return 'fresh';
}

async function listed(
  { api, backend }: AdminParts,
  { state = 'all', search = '', before }: AdminQuery,
  etag: string | undefined,
): Promise<Answer<Ticket[]>> {
  if (backend() === 'foreign') {
    return api.callAs(ownTickets, listOf(ForeignTicket), { query: { limit: ticketListLimit } });
  }
  const query = { state, search, limit: ticketListLimit, ...(before && { before }) };
  return api.call(adminTickets, { query, etag });
}

/** A list that was asked for earlier may be answered later: the higher version stays. */
async function putNewer(store: MemberStore, ticket: Ticket): Promise<void> {
  const kept = await store.adminTickets.get(ticket.id);
  if (!kept || kept.version <= ticket.version) await store.adminTickets.put(ticket);
}

/** What the newest page should hold and does not is gone; older pages are left as they are. */
async function dropUnlisted(store: MemberStore, list: readonly Ticket[]): Promise<void> {
  const listed = new Set(list.map(({ id }) => id));
  const oldest = list.length < ticketListLimit ? '' : (list.at(-1)?.creationTime ?? '');
  const rows = await store.adminTickets.where('creationTime').aboveOrEqual(oldest).toArray();
  await store.adminTickets.bulkDelete(rows.map(({ id }) => id).filter((id) => !listed.has(id)));
}

/**
 * Lets go of answered operations whose version the base has reached. Where answers carry no
 * version, or the ticket is in no list, having been asked for afterwards is enough.
 */
async function settleOthers(
  { store, outbox }: AdminParts,
  startedAt: number,
  fetched?: string,
): Promise<void> {
  const done: OperationRow[] = [];
  for (const row of await readOutbox(outbox)) {
    const understood = understand(row);
    if (row.state !== 'acked' || typeof understood !== 'object') continue;
    if (understood.operation.rows !== 'others') continue;

    const id = understood.operation.subject(understood.payload, row.memberId);
    const version = row.ack?.version;
    const kept = await store.adminTickets.get(id);
    const contained =
      version === undefined ? isOlder(row, startedAt) : (kept?.version ?? -1) >= version;
    const missing = !kept && fetched === id && isOlder(row, startedAt);
    if (contained || missing) done.push(row);
  }
  await outbox.operations.bulkDelete(done.map(({ seq }) => seq));
}
