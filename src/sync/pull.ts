import * as z from 'zod/mini';
import { oneTipster } from '#contract/members.ts';
import { pull } from '#contract/sync.ts';
import { ownTips, type Tip } from '#contract/tips.ts';
import type { Api } from './api.ts';
import { type BackendKind, ForeignProfile, ForeignTip, listOf } from './backend.ts';
import { type MemberStore, tipRow } from './member-store.ts';
import { understand, type Understood } from './operations/registry.ts';
import { readOperations } from './outbox.ts';
import type { OperationRow, OutboxStore } from './outbox-store.ts';
import type { PublicStore } from './public-store.ts';
import { asideKey, readPage, readRows, type ReadRows, UnreadPage } from './unreadable.ts';

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
  /** Where everybody's tips lie, which lose those that were taken back. */
  publicStore?: PublicStore | undefined;
  /** An operation whose answer was lost turned out to be done. */
  onRepaired?: (row: OperationRow) => void;
};

/** Brings the member's own rows up to date, and lets go of operations they contain. */
export async function pullOwn(parts: PullParts): Promise<Freshness> {
  // What an earlier start could not finish comes first: its pages will not come again.
  await settleAcknowledged(parts);
  const answered = await answeredNow(parts.outbox, 'own');
  if (parts.backend() === 'foreign') return refreshWhole(parts, answered);

  await readAgain(parts.store);
  let freshness: Freshness = 'unchanged';
  for (;;) {
    const since = await cursorOf(parts.store);
    const answer = await parts.api.callAs(pull, UnreadPage, { query: { since } });
    if (answer.kind !== 'ok') return isUnauthorised(answer) ? 'unauthorised' : 'failed';

    const page = answer.reply;
    const applied = await applyPage(parts, page, since);
    await settleAcknowledged(parts);
    if (applied && page.cursor !== since) freshness = 'fresh';
    if (!page.more) {
      // All that was answered before the question is in the rows by now, told of or not.
      if (applied) await settle(parts, answered, isAcked);
      return freshness;
    }
    // A page that asks for another without moving on would be asked for ever.
    if (applied && page.cursor === since) return 'failed';
  }
}

/**
 * Writes a page, its cursor and its acknowledgements in one transaction. Nothing is written when
 * another tab has moved the cursor meanwhile: its rows may be newer.
 */
async function applyPage(parts: PullParts, page: UnreadPage, since: number): Promise<boolean> {
  const { store, now } = parts;
  const rows = readPage(page);
  const told = new Set(rows.operations.map(({ id }) => id));
  const owed = new Set((await readThese(parts.outbox, told)).map(({ id }) => id));
  const operations = rows.operations.filter(({ id }) => owed.has(id));

  const written = await store.transaction('rw', tablesOf(store), async () => {
    if ((await cursorOf(store)) !== since) return false;
    // A server that knows less than this device lost its database and tells everything anew.
    if (page.cursor < since) {
      await Promise.all([store.tips.clear(), store.follows.clear(), store.unreadable.clear()]);
    }
    await putRows(store, { ...rows, operations }, now());
    await store.documents.put({ name: 'cursor', value: page.cursor, fetchedAt: now() });
    return true;
  });
  // A tip that was taken back leaves the feed as well; another page of it may never be asked for.
  if (written) await parts.publicStore?.tips.bulkDelete(rows.removed).catch(() => undefined);
  return written;
}

function tablesOf(store: MemberStore) {
  const { tips, follows, documents, acknowledged, unreadable } = store;
  return [tips, follows, documents, acknowledged, unreadable];
}

async function putRows(store: MemberStore, rows: ReadRows, fetchedAt: number): Promise<void> {
  const { profile, tips, removed, follows, operations, aside } = rows;
  await store.unreadable.bulkDelete([
    ...[...tips.map(({ id }) => id), ...removed].map((id) => asideKey('tip', id)),
    ...follows.map(({ tipsterId }) => asideKey('follow', tipsterId)),
    ...(profile ? [asideKey('profile', profile.id)] : []),
  ]);
  await store.tips.bulkPut(tips.map(tipRow));
  await store.tips.bulkDelete(removed);
  await store.follows.bulkPut(follows);
  await store.acknowledged.bulkPut(operations);
  await store.unreadable.bulkPut(aside);
  if (profile) await store.documents.put({ name: 'profile', value: profile, fetchedAt });
}

/** Reads what was put aside once more: this build may know what the one before did not. */
async function readAgain(store: MemberStore): Promise<void> {
  if ((await store.unreadable.count()) === 0) return;
  await store.transaction('rw', tablesOf(store), async () => {
    const kept = await store.unreadable.toArray();
    const rows = readRows(kept);
    if (rows.aside.length === kept.length) return;
    await store.unreadable.clear();
    await putRows(store, rows, 0);
  });
}

/**
 * Lets go of operations the server has acknowledged. The two databases have no common transaction,
 * so acknowledgements stay until the outbox has let go: a crash in between repeats this, and
 * changes nothing a person sees.
 */
async function settleAcknowledged(parts: PullParts): Promise<void> {
  const { store, onRepaired } = parts;
  const acknowledged = await store.acknowledged.toArray();
  if (acknowledged.length === 0) return;

  const statusById = new Map(acknowledged.map(({ id, status }) => [id, status]));
  const isContained = (row: OperationRow) => isDone(row, statusById.get(row.id) ?? 0);
  const { done, left } = await settle(parts, statusById, isContained);
  // The answer of one under way is still to come, and the row of another cannot be read yet.
  const mustWait = (row: OperationRow) =>
    row.state === 'sending' || (row.state === 'acked' && ownMeaning(row) !== undefined);
  const waiting = new Set(left.filter(mustWait).map(({ id }) => id));
  const finished = acknowledged.map(({ id }) => id).filter((id) => !waiting.has(id));
  await store.acknowledged.bulkDelete(finished);
  for (const row of done) if (row.state !== 'acked') onRepaired?.(row);
}

function isAcked({ state }: OperationRow): boolean {
  return state === 'acked';
}

function isDone(row: OperationRow, status: number): boolean {
  if (isAcked(row)) return true;
  const mayBeRepaired =
    row.state === 'unknown' || row.state === 'blocked' || row.state === 'pending';
  return mayBeRepaired && status >= 200 && status < 300;
}

/**
 * Deletes own operations of these ids that the base rows contain. A change to other people's rows
 * is in no pull, and one whose row was put aside would leave the view with it.
 */
async function settle(
  { store, outbox }: Pick<PullParts, 'store' | 'outbox'>,
  ids: Ids,
  isContained: (row: OperationRow) => boolean,
): Promise<{ done: OperationRow[]; left: OperationRow[] }> {
  const aside = new Set(await store.unreadable.toCollection().primaryKeys());
  const isSettled = (row: OperationRow) => {
    const meant = ownMeaning(row);
    if (!meant || !isContained(row)) return false;
    const { operation, payload } = meant;
    return !aside.has(asideKey(operation.about, operation.subject(payload, row.memberId)));
  };
  return outbox.transaction('rw', outbox.operations, async () => {
    const done: OperationRow[] = [];
    const left: OperationRow[] = [];
    for (const row of await readThese(outbox, ids)) {
      (isSettled(row) ? done : left).push(row);
    }
    await outbox.operations.bulkDelete(done.map(({ seq }) => seq));
    return { done, left };
  });
}

type Ids = { size: number; has: (id: string) => boolean };

/** The operations of these ids; a long queue is not read for none. */
async function readThese(outbox: OutboxStore, ids: Ids): Promise<OperationRow[]> {
  return ids.size === 0 ? [] : readOf(outbox, ({ id }) => ids.has(id));
}

/** The rows that are meant; checking a row costs far more than reading it, and queues are long. */
async function readOf(
  outbox: OutboxStore,
  isMeant: (row: OperationRow) => boolean,
): Promise<OperationRow[]> {
  return readOperations((await outbox.operations.toArray()).filter(isMeant));
}

function ownMeaning(row: OperationRow): Understood | undefined {
  const understood = understand(row);
  if (typeof understood !== 'object' || understood.operation.rows !== 'own') return undefined;
  return understood;
}

/**
 * The operations that are answered at this moment: what is asked for from now on contains them. No
 * clock tells as much, since a device's may be put back in between.
 */
export async function answeredNow(
  outbox: OutboxStore,
  rows: 'own' | 'others',
): Promise<ReadonlySet<string>> {
  const answered = (await readOf(outbox, isAcked)).filter((row) => {
    const understood = understand(row);
    return typeof understood === 'object' && understood.operation.rows === rows;
  });
  return new Set(answered.map(({ id }) => id));
}

/** A backend without a cursor gives its lists whole; they contain what was answered before. */
async function refreshWhole(parts: PullParts, answered: ReadonlySet<string>): Promise<Freshness> {
  const { api, store, memberId, now } = parts;
  const tips = await api.callAs(ownTips, listOf(ForeignTip), { query: { limit: 20 } });
  if (tips.kind !== 'ok') return isUnauthorised(tips) ? 'unauthorised' : 'failed';

  const profile = await api.callAs(oneTipster, ForeignProfile, { params: { id: memberId } });
  await store.transaction('rw', store.tips, store.documents, async () => {
    const rows = tips.reply.map((tip: Tip) => tipRow({ ...tip, tipsterId: memberId }));
    await store.tips.clear();
    await store.tips.bulkPut(rows);
    if (profile.kind === 'ok') {
      await store.documents.put({ name: 'profile', value: profile.reply, fetchedAt: now() });
    }
  });
  await keepFollows(parts, answered);
  await settle(parts, answered, isAcked);
  return 'fresh';
}

/** Such a backend never tells whom one follows; its answer is the only base there will be. */
async function keepFollows(
  { store, outbox }: PullParts,
  answered: ReadonlySet<string>,
): Promise<void> {
  for (const row of await readThese(outbox, answered)) {
    const meant = ownMeaning(row);
    if (meant?.operation.about !== 'follow') continue;
    const follow = meant.operation.effect(undefined, meant.payload, row);
    if (follow) await store.follows.put(follow);
  }
}

/** Whether an answer says that there is no such thing, or not any more. */
export function isGone(answer: { kind: string; status?: number }): boolean {
  return answer.kind === 'refused' && answer.status === 404;
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
