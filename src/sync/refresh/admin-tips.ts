import type * as z from 'zod/mini';
import { adminTips, oneTip, ownTips, type Tip, type TipState } from '#contract/tips.ts';
import { tipListLimit } from '#contract/limits.ts';
import type { Answer } from '../backend/api.ts';
import { adminTipsDocument } from './document-names.ts';
import { dropUnlisted, withAuthorPicture } from './listed-tips.ts';
import type { MemberStore } from '../storage/member-store.ts';
import { operationOf } from '../operations/registry.ts';
import { mainIdOf } from '../outbox/subjects.ts';
import { removeDone } from '../outbox/outbox.ts';
import { readOperations } from '../outbox/read-operations.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import { documentOf, isMissing, shortOf } from './document.ts';
import type { Freshness, MemberParts } from './parts.ts';
import { readAcked, readAckedIds } from './pull.ts';
import { changeStoredDesk } from './stored-desk.ts';
import { readList, UnreadList } from './unreadable-rows.ts';

/** The filters of the administrator's list. */
export type AdminQuery = {
  state?: z.infer<typeof TipState>;
  search?: string;
  /** The id of the last displayed tip, for the next page. */
  before?: string;
};

/** Refreshes the administrator's list, and removes the operations it contains. */
export async function refreshAdminTips(parts: MemberParts, query: AdminQuery): Promise<Freshness> {
  const { memberStore: store, now } = parts;
  // A tip missing from a filtered list may still exist.
  const whole = !query.search && (query.state ?? 'all') === 'all';
  const newest = whole && !query.before;
  const stored = newest ? await store.documents.get(adminTipsDocument) : undefined;
  const ackedIds = await readAckedIds(store, 'others');
  const answer = await listed(parts, query, stored?.etag);
  if (answer.kind === 'unchanged') {
    await store.transaction('rw', tablesOf(store), async () => removeConfirmed(parts, ackedIds));
    return 'unchanged';
  }
  if (answer.kind !== 'ok') return shortOf(answer);
  const list = readList(answer.reply, parts.backend.shapes().tip);
  if (!list) return 'failed';

  await store.transaction('rw', [...tablesOf(store), store.documents], async () => {
    const page = { list, limit: tipListLimit, before: query.before };
    if (whole) await dropUnlisted(store.adminTips, page);
    await putNewer(
      store,
      list.rows.map((tip) => withAuthorPicture(parts.api, tip)),
    );
    await changeStoredDesk(store);
    await removeConfirmed(parts, ackedIds);
    if (!newest) return;
    const etag = list.whole ? answer.etag : undefined;
    await store.documents.put(documentOf(adminTipsDocument, null, etag, now()));
  });
  return 'fresh';
}

/** Fetches one tip again: after a response about it, or after another administrator's change. */
export async function refreshAdminTip(
  parts: MemberParts,
  { id }: { id: string },
): Promise<Freshness> {
  const { api, memberStore: store, backend } = parts;
  const ackedIds = await readAckedIds(store, 'others');
  const answer = await api.callAs(oneTip, backend.shapes().tip, { params: { id } });
  if (answer.kind !== 'ok' && !isMissing(answer)) return shortOf(answer);

  await store.transaction('rw', [...tablesOf(store), store.documents], async () => {
    if (answer.kind === 'ok') await putNewer(store, [withAuthorPicture(api, answer.reply)]);
    else await store.adminTips.delete(id);
    await changeStoredDesk(store);
    await removeConfirmed(parts, ackedIds, id);
  });
  return 'fresh';
}

/** Ids of tips whose rows do not contain their acknowledged operations yet. */
export async function readUnconfirmedTipIds(store: MemberStore): Promise<ReadonlySet<string>> {
  const acked = await readAcked(store, 'others');
  return new Set(acked.flatMap((row) => othersTipOf(row) ?? []));
}

/** The tip that an administrator's operation changes. */
function othersTipOf(row: OperationRow): string | undefined {
  return operationOf(row)?.rows === 'others' ? mainIdOf(row) : undefined;
}

function tablesOf({ operations, versions, adminTips }: MemberStore) {
  return [operations, versions, adminTips];
}

async function listed(
  { api, backend }: MemberParts,
  { state = 'all', search = '', before }: AdminQuery,
  etag: string | undefined,
): Promise<Answer<unknown[]>> {
  if (backend.kind === 'spec') {
    return api.callAs(ownTips, backend.shapes().list, { query: { limit: tipListLimit } });
  }
  const query = { state, search, limit: tipListLimit, ...(before && { before }) };
  return api.callAs(adminTips, UnreadList, { query, etag });
}

/** Stores the higher version of each tip: an earlier request may be answered later. */
export async function putNewer(store: MemberStore, tips: readonly Tip[]): Promise<void> {
  const stored = await store.adminTips.bulkGet(tips.map(({ id }) => id));
  const newer = tips.filter((tip, index) => (stored[index]?.version ?? 0) <= tip.version);
  await store.adminTips.bulkPut(newer);
}

/**
 * True for a confirmation whose response was lost; on a spec-only backend the rows show its
 * outcome.
 */
function isConfirmation({ state, kind }: OperationRow): boolean {
  return state === 'unknown' && kind === 'tip.confirm';
}

/**
 * Removes acknowledged operations that the rows contain, within the caller's transaction: by
 * version, or, if a response has none or the tip no longer exists, by having been acknowledged
 * before the request.
 */
async function removeConfirmed(
  { memberStore: store, backend }: MemberParts,
  ackedIds: ReadonlySet<string>,
  fetched?: string,
): Promise<void> {
  const done: OperationRow[] = [];
  const sent = (await store.operations.toArray()).filter(
    (row) => row.state === 'acked' || (isConfirmation(row) && backend.kind === 'spec'),
  );
  for (const row of readOperations(sent)) {
    const id = othersTipOf(row);
    if (id === undefined) continue;

    const stored = await store.adminTips.get(id);
    if (row.state === 'unknown') {
      if (stored?.IsGameSuccessful) done.push(row);
      continue;
    }
    const version = row.ack?.version;
    const contained =
      version === undefined ? ackedIds.has(row.id) : (stored?.version ?? -1) >= version;
    const missing = !stored && fetched === id && ackedIds.has(row.id);
    if (contained || missing) done.push(row);
  }
  await removeDone(store, done);
}
