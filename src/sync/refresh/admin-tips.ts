import type * as z from 'zod/mini';
import { adminTips, oneTip, ownTips, type Tip, type AdminTipFilter } from '#contract/tips.ts';
import { tipListLimit } from '#contract/limits.ts';
import type { ApiAnswer } from '../backend/api.ts';
import { adminTipsDocument } from './document-names.ts';
import { deleteUnlistedTips, resolveAuthorPicture } from './listed-tips.ts';
import type { MemberStore } from '../storage/member-store.ts';
import { operationOf } from '../operations/registry.ts';
import { mainIdOf } from '../outbox/subjects.ts';
import { removeAcknowledged } from '../outbox/outbox.ts';
import { parseOperationRows } from '../outbox/operation-parsing.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import { toDocumentRow, isNotFound, toRefreshOutcome } from './document.ts';
import type { RefreshOutcome, MemberRefreshDependencies } from './refresh-dependencies.ts';
import {
  mayHaveSucceeded,
  readAckedOperations,
  readAckedOperationIds,
  reportRepaired,
} from './pull.ts';
import { changeStoredDesk } from './stored-desk.ts';
import { parseList, UnparsedList } from './unreadable-rows.ts';

/** The filters of the administrator's list. */
export type AdminTipQuery = {
  state?: z.infer<typeof AdminTipFilter>;
  search?: string;
  /** The id of the last displayed tip, for the next page. */
  before?: string;
};

/** Refreshes the administrator's list, and removes operations that its rows contain. */
export async function refreshAdminTips(
  parts: MemberRefreshDependencies,
  query: AdminTipQuery,
): Promise<RefreshOutcome> {
  const { memberStore: store, now } = parts;
  // An unfiltered list is complete; a tip missing from a filtered list may still exist.
  const whole = !query.search && (query.state ?? 'all') === 'all';
  const newest = whole && !query.before;
  const stored = newest ? await store.documents.get(adminTipsDocument) : undefined;
  const ackedIds = await readAckedOperationIds(store, 'others');
  const answer = await requestAdminList(parts, query, stored?.etag);
  if (answer.kind === 'unchanged') {
    const removed = await store.transaction('rw', tablesOf(store), async () =>
      removeContainedAdminOps(parts, ackedIds),
    );
    reportRepaired(parts, removed);
    return 'unchanged';
  }
  if (answer.kind !== 'ok') return toRefreshOutcome(answer);
  const list = parseList(answer.reply, parts.backend.rowSchemas().tip);
  if (!list) return 'failed';

  const removed = await store.transaction('rw', [...tablesOf(store), store.documents], async () => {
    const page = { list, limit: tipListLimit, before: query.before };
    if (whole) await deleteUnlistedTips(store.adminTips, page);
    await putNewerTips(
      store,
      list.rows.map((tip) => resolveAuthorPicture(parts.api, tip)),
    );
    await changeStoredDesk(store);
    if (newest) {
      const etag = list.isComplete ? answer.etag : undefined;
      await store.documents.put(toDocumentRow(adminTipsDocument, null, etag, now()));
    }
    return removeContainedAdminOps(parts, ackedIds);
  });
  reportRepaired(parts, removed);
  return 'fresh';
}

/** Fetches one tip again, after a change by this or another administrator. */
export async function refreshAdminTip(
  parts: MemberRefreshDependencies,
  { id }: { id: string },
): Promise<RefreshOutcome> {
  const { api, memberStore: store, backend } = parts;
  const ackedIds = await readAckedOperationIds(store, 'others');
  const answer = await api.callWithSchema(oneTip, backend.rowSchemas().tip, { params: { id } });
  if (answer.kind !== 'ok' && !isNotFound(answer)) return toRefreshOutcome(answer);

  const removed = await store.transaction('rw', [...tablesOf(store), store.documents], async () => {
    if (answer.kind === 'ok') await putNewerTips(store, [resolveAuthorPicture(api, answer.reply)]);
    else await store.adminTips.delete(id);
    await changeStoredDesk(store);
    return removeContainedAdminOps(parts, ackedIds, id);
  });
  reportRepaired(parts, removed);
  return 'fresh';
}

/** Ids of tips whose stored rows do not contain all acknowledged operations yet. */
export async function readOutdatedTipIds(store: MemberStore): Promise<ReadonlySet<string>> {
  const acked = await readAckedOperations(store, 'others');
  return new Set(acked.flatMap((row) => adminTipIdOf(row) ?? []));
}

/** The id of the tip that an administrator's operation changes. */
function adminTipIdOf(row: OperationRow): string | undefined {
  return operationOf(row)?.rows === 'others' ? mainIdOf(row) : undefined;
}

function tablesOf({ operations, versions, adminTips }: MemberStore) {
  return [operations, versions, adminTips];
}

async function requestAdminList(
  { api, backend }: MemberRefreshDependencies,
  { state = 'all', search = '', before }: AdminTipQuery,
  etag: string | undefined,
): Promise<ApiAnswer<unknown[]>> {
  if (backend.kind === 'spec') {
    return api.callWithSchema(ownTips, backend.rowSchemas().list, {
      query: { limit: tipListLimit },
    });
  }
  const query = { state, search, limit: tipListLimit, ...(before && { before }) };
  return api.callWithSchema(adminTips, UnparsedList, { query, etag });
}

/** Stores only newer versions of tips, because responses may arrive out of order. */
export async function putNewerTips(store: MemberStore, tips: readonly Tip[]): Promise<void> {
  const stored = await store.adminTips.bulkGet(tips.map(({ id }) => id));
  const newer = tips.filter((tip, index) => (stored[index]?.version ?? 0) <= tip.version);
  await store.adminTips.bulkPut(newer);
}

/**
 * True for a confirmation whose response was lost; rows of a spec-only backend show whether it was
 * executed.
 */
function isUncertainConfirmation(row: OperationRow): boolean {
  return row.kind === 'tip.confirm' && mayHaveSucceeded(row);
}

/**
 * Removes and returns operations that the stored rows contain: compares versions, or, without a
 * version or row, requires that the operation was acknowledged before the request. Runs in the
 * caller's transaction.
 */
async function removeContainedAdminOps(
  { memberStore: store, backend }: MemberRefreshDependencies,
  ackedIds: ReadonlySet<string>,
  fetched?: string,
): Promise<OperationRow[]> {
  const done: OperationRow[] = [];
  const sent = (await store.operations.toArray()).filter(
    (row) => row.state === 'acked' || (isUncertainConfirmation(row) && backend.kind === 'spec'),
  );
  for (const row of parseOperationRows(sent)) {
    const id = adminTipIdOf(row);
    if (id === undefined) continue;

    const stored = await store.adminTips.get(id);
    if (row.state !== 'acked') {
      if (stored?.IsGameSuccessful) done.push(row);
      continue;
    }
    const version = row.ack?.version;
    const contained =
      version === undefined ? ackedIds.has(row.id) : (stored?.version ?? -1) >= version;
    const missing = !stored && fetched === id && ackedIds.has(row.id);
    if (contained || missing) done.push(row);
  }
  await removeAcknowledged(store, done);
  return done;
}
