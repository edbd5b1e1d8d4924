import '../without-eval.ts';
import { birthDocument, type MemberStore } from '#sync/member-store.ts';
import { keptTimeOutDocument } from '#sync/document-names.ts';
import { isInTimeOut } from '#domain/time-out.ts';
import { keptTimeOutEnd } from './time-out-in.ts';
import { serverNow } from './server-clock.ts';
import { editDraftNames, readEditDraft } from './use-edit-draft.ts';
import { readSlip } from './use-slip.ts';

/** What a member has begun on this device and nobody has been told of yet. */
export type Drafts = {
  /** Games on the slip. */
  games: number;
  /** Games whose odds were entered, or which were withdrawn, and not saved. */
  edits: number;
};

/** Counts what would be lost with the member's rows. */
export async function draftsOf(store: MemberStore): Promise<Drafts> {
  const counted = await countedDrafts(store);
  const sum = (isMeant: (name: string) => boolean) =>
    counted.reduce((total, { name, count }) => (isMeant(name) ? total + count : total), 0);
  return { games: sum((name) => name === 'slip'), edits: sum((name) => name !== 'slip') };
}

/**
 * Removes a member's private rows from this device. With `keep`, what they have begun and what was not
 * sent stays, sealed for them; answers whether operations stay. A time-out stays for as long as it
 * lasts: it would be none if a logout ended it.
 */
export async function wipeRows(
  store: MemberStore,
  unsent: 'keep' | 'delete',
): Promise<'sealed' | 'emptied'> {
  const sealed = unsent === 'keep' && (await store.operations.count()) > 0;
  const drafts = unsent === 'keep' ? await countedDrafts(store).catch(() => []) : [];
  const names = [...drafts.map(({ name }) => name), ...(await runningTimeOut(store))];
  const tables = store.tables.filter(({ name }) => name !== 'documents' && name !== 'operations');
  const wiped = await Promise.allSettled([
    ...tables.map(async (table) => table.clear()),
    store.documents
      .where('name')
      .noneOf([...names, birthDocument])
      .delete(),
    ...(sealed ? [] : [store.operations.clear()]),
  ]);
  const failed = wiped.find((one) => one.status === 'rejected');
  // An empty database goes as a whole, and what cannot be emptied goes with its database: whenever
  // another tab lets go of it, for which nobody waits.
  if (!sealed && (names.length === 0 || failed)) void store.delete().catch(() => undefined);
  if (failed) throw failed.reason;
  return sealed ? 'sealed' : 'emptied';
}

async function countedDrafts({
  documents,
}: MemberStore): Promise<{ name: string; count: number }[]> {
  const slip = readSlip((await documents.get('slip'))?.value).slip.length;
  const edits = await documents.where('name').startsWith(editDraftNames).toArray();
  return [
    { name: 'slip', count: slip },
    ...edits.map(({ name, value }) => ({ name, count: Object.keys(readEditDraft(value)).length })),
  ].filter(({ count }) => count > 0);
}

async function runningTimeOut({ documents }: MemberStore): Promise<string[]> {
  const kept = await documents.get(keptTimeOutDocument).catch(() => undefined);
  return isInTimeOut(keptTimeOutEnd(kept?.value), serverNow(undefined))
    ? [keptTimeOutDocument]
    : [];
}
