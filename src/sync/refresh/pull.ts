import * as z from 'zod/mini';
import { oneTipster } from '#contract/members.ts';
import { pull } from '#contract/sync.ts';
import { ownTips, type Tip } from '#contract/tips.ts';
import { type FollowRow, type MemberStore, toTipRow } from '../storage/member-store.ts';
import type { Operation } from '../operations/operation.ts';
import { payloadOfKind, parseOperation, type ParsedOperation } from '../operations/registry.ts';
import { removeAcknowledged } from '../outbox/outbox.ts';
import { parseOperationRows } from '../outbox/operation-parsing.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import { mainIdOf } from '../outbox/subjects.ts';
import { toRefreshOutcome } from './document.ts';
import {
  adminTipsDocument,
  cursorDocument,
  deskDocument,
  profileDocument,
} from './document-names.ts';
import type { RefreshOutcome, MemberRefreshDependencies } from './refresh-dependencies.ts';
import {
  unreadableRowKey,
  parseList,
  parsePullPage,
  parseRows,
  type ParsedRows,
  UnparsedPage,
} from './unreadable-rows.ts';

/** Pulls the member's own rows, and removes operations whose changes the rows contain. */
export async function pullOwnRows(parts: MemberRefreshDependencies): Promise<RefreshOutcome> {
  const { memberStore: store } = parts;
  const ackedIds = await readAckedOperationIds(store, 'own');
  if (parts.backend.kind === 'spec') return refreshWholeLists(parts, ackedIds);

  await reparseUnreadableRows(store);
  let freshness: RefreshOutcome = 'unchanged';
  for (;;) {
    const since = await readPullCursor(store);
    const answer = await parts.api.callWithSchema(pull, UnparsedPage, { query: { since } });
    if (answer.kind !== 'ok') return toRefreshOutcome(answer);

    const page = answer.reply;
    const isApplied = await applyPage(parts, page, since, ackedIds);
    if (isApplied && page.cursor !== since) freshness = 'fresh';
    if (!page.more) return freshness;
    // A page with `more` and an unchanged cursor would be fetched forever.
    if (isApplied && page.cursor === since) return 'failed';
  }
}

/**
 * Writes a page and its cursor and removes operations that the page contains, in one transaction.
 * Writes nothing if another tab has moved the cursor meanwhile, because that tab's rows may be
 * newer.
 */
async function applyPage(
  parts: MemberRefreshDependencies,
  page: UnparsedPage,
  since: number,
  ackedIds: ReadonlySet<string>,
): Promise<boolean> {
  const { memberStore: store, now, publicStore } = parts;
  const rows = parsePullPage(page);
  const statusById = new Map(rows.operations.map(({ id, status }) => [id, status]));
  const isContained = (row: OperationRow) =>
    isReportedDone(row, statusById.get(row.id)) ||
    // After the last page, everything acknowledged before the pull is contained.
    (!page.more && row.state === 'acked' && ackedIds.has(row.id));

  const removed = await store.transaction('rw', tablesOf(store), async () => {
    if ((await readPullCursor(store)) !== since) return undefined;
    // A lower cursor means that the server has lost its database and sends everything again.
    if (page.cursor < since) {
      await Promise.all([store.tips.clear(), store.follows.clear(), store.unreadable.clear()]);
    }
    await putRows(store, rows, now());
    await store.documents.put({ name: cursorDocument, value: page.cursor, fetchedAt: now() });
    return removeContainedOperations(store, isContained);
  });
  if (!removed) return false;
  // Also deletes a withdrawn tip from the feed, which may not be refreshed soon.
  await publicStore.tips.bulkDelete(rows.removed).catch(() => undefined);
  reportRepaired(parts, removed);
  return true;
}

function tablesOf({ operations, versions, ...rows }: MemberStore) {
  return [
    operations,
    versions,
    rows.tips,
    rows.adminTips,
    rows.follows,
    rows.documents,
    rows.unreadable,
  ];
}

async function putRows(store: MemberStore, rows: ParsedRows, fetchedAt: number): Promise<void> {
  const { profile, tips, removed, follows, unreadableRows } = rows;
  await store.unreadable.bulkDelete([
    ...[...tips.map(({ id }) => id), ...removed].map((id) => unreadableRowKey('tip', id)),
    ...follows.map(({ tipsterId }) => unreadableRowKey('follow', tipsterId)),
    ...(profile ? [unreadableRowKey('profile', profile.id)] : []),
  ]);
  await store.tips.bulkPut(tips.map(toTipRow));
  await store.tips.bulkDelete(removed);
  // failpoint: unfollow-not-pulled
  await store.follows.bulkPut(follows);
  await store.unreadable.bulkPut(unreadableRows);
  // failpoint: profile-pulled-once
  if (profile) await store.documents.put({ name: profileDocument, value: profile, fetchedAt });
  if (profile?.role === 'member') await removeAdministratorRows(store);
}

/** A member who is no administrator any more must not read other members' tickets. */
async function removeAdministratorRows({ adminTips, documents }: MemberStore): Promise<void> {
  await adminTips.clear();
  await documents.bulkDelete([deskDocument, adminTipsDocument]);
}

/** Parses unreadable rows again, because this build may be newer than the one that stored them. */
async function reparseUnreadableRows(store: MemberStore): Promise<void> {
  if ((await store.unreadable.count()) === 0) return;
  await store.transaction('rw', tablesOf(store), async () => {
    const stored = await store.unreadable.toArray();
    const rows = parseRows(stored);
    if (rows.unreadableRows.length === stored.length) return;
    await store.unreadable.clear();
    await putRows(store, rows, 0);
  });
}

/**
 * True if the pull reports an operation as executed, even if its response is missing. Refused
 * operations stay, because only their response contains the problem.
 */
function isReportedDone({ state }: OperationRow, status: number | undefined): boolean {
  if (status === undefined) return false;
  // failpoint: problem-taken-for-done
  return state === 'acked' || (openStates.has(state) && status >= 200 && status < 300);
}

const openStates: ReadonlySet<OperationRow['state']> = new Set([
  'pending',
  'sending',
  'unknown',
  'blocked',
]);

/**
 * Removes own operations that the server rows contain and returns them; runs in the caller's
 * transaction. An operation whose row is unreadable stays, so that its effect stays visible.
 */
async function removeContainedOperations(
  store: MemberStore,
  isContained: (row: OperationRow) => boolean,
): Promise<OperationRow[]> {
  // Filters before parsing, because parsing a row is far more expensive than reading it.
  const contained = parseOperationRows((await store.operations.toArray()).filter(isContained));
  const aside = new Set(await store.unreadable.toCollection().primaryKeys());
  const removed = contained.filter((row) => {
    const own = parseOwnOperation(row);
    if (!own) return false;
    return !aside.has(unreadableRowKey(own.operation.about, mainIdOf(row)));
  });
  await removeAcknowledged(store, removed);
  return removed;
}

function parseOwnOperation(row: OperationRow): ParsedOperation | undefined {
  const parsed = parseOperation(row);
  if (typeof parsed !== 'object' || parsed.operation.rows !== 'own') return undefined;
  return parsed;
}

/** Parseable acknowledged operations whose changed rows have this source. */
export async function readAckedOperations(
  { operations }: MemberStore,
  rows: Operation['rows'],
): Promise<OperationRow[]> {
  const acked = (await operations.toArray()).filter(({ state }) => state === 'acked');
  return parseOperationRows(acked).filter((row) => {
    const parsed = parseOperation(row);
    return typeof parsed === 'object' && parsed.operation.rows === rows;
  });
}

/**
 * Ids of operations acknowledged by now, which responses to later requests contain. Comparing times
 * would fail after a clock change.
 */
export async function readAckedOperationIds(
  store: MemberStore,
  rows: Operation['rows'],
): Promise<ReadonlySet<string>> {
  return new Set((await readAckedOperations(store, rows)).map(({ id }) => id));
}

/**
 * Fetches whole lists from a backend without a pull; these contain all earlier acknowledged
 * changes.
 */
async function refreshWholeLists(
  parts: MemberRefreshDependencies,
  ackedIds: ReadonlySet<string>,
): Promise<RefreshOutcome> {
  const { api, memberStore: store, memberId, now } = parts;
  const shapes = parts.backend.rowSchemas();
  const tips = await api.callWithSchema(ownTips, shapes.list, { query: { limit: 20 } });
  if (tips.kind !== 'ok') return toRefreshOutcome(tips);
  const list = parseList(tips.reply, shapes.tip);
  if (!list?.isComplete) return 'failed';

  const profile = await api.callWithSchema(oneTipster, shapes.profile, {
    params: { id: memberId },
  });
  const removedRows = await store.transaction('rw', tablesOf(store), async () => {
    const rows = list.rows.map((tip) => toTipRow({ ...tip, tipsterId: memberId }));
    await store.tips.clear();
    await store.tips.bulkPut(rows);
    if (profile.kind === 'ok') {
      await store.documents.put({ name: profileDocument, value: profile.reply, fetchedAt: now() });
    }
    const isAnswered = ({ id, state }: OperationRow) => state === 'acked' && ackedIds.has(id);
    const removed = await removeContainedOperations(
      store,
      (row) => isAnswered(row) || isBookedIn(list.rows, row),
    );
    // A spec-only backend does not list follows, so acknowledged operations become the rows.
    await store.follows.bulkPut(removed.flatMap((row) => toFollowRow(row) ?? []));
    return removed;
  });
  reportRepaired(parts, removedRows);
  return 'fresh';
}

/** Reports removed operations whose response was lost as acknowledged. */
export function reportRepaired(
  { onRepaired }: Pick<MemberRefreshDependencies, 'onRepaired'>,
  removed: readonly OperationRow[],
): void {
  for (const row of removed) {
    if (row.state !== 'acked') onRepaired?.({ ...row, state: 'acked' });
  }
}

/** True if the list contains a booking whose response was lost. */
function isBookedIn(tips: readonly Tip[], row: OperationRow): boolean {
  const booking = mayHaveSucceeded(row) ? payloadOfKind(row, 'tip.book') : undefined;
  const id = booking && (row.entityId ?? booking.tipId);
  return tips.some((tip) => tip.id === id && tip.IsBooked);
}

/** True if a response of the operation may have been lost, so that rows may show its effect. */
export function mayHaveSucceeded({ state, attempts }: OperationRow): boolean {
  return state === 'unknown' || (attempts > 1 && (state === 'sending' || state === 'conflict'));
}

function toFollowRow(row: OperationRow): FollowRow | undefined {
  const own = parseOwnOperation(row);
  return own?.operation.about === 'follow'
    ? own.operation.effect(undefined, own.payload, row)
    : undefined;
}

const Cursor = z.int().check(z.gte(0));

async function readPullCursor(store: MemberStore): Promise<number> {
  return Cursor.safeParse((await store.documents.get(cursorDocument))?.value).data ?? 0;
}
