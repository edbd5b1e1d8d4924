import '../without-eval.ts';
import type { MemberStore } from '#sync/member-store.ts';
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
 * Removes a member's private rows from this device, with what they have begun or without it. A time-out
 * stays for as long as it lasts: it would be none if a logout ended it.
 */
export async function wipeRows(store: MemberStore, drafts: 'keep' | 'delete'): Promise<void> {
  const kept = drafts === 'keep' ? await countedDrafts(store).catch(() => []) : [];
  const names = [...kept.map(({ name }) => name), ...(await runningTimeOut(store))];
  const wiped = await Promise.allSettled(
    store.tables.map((table) =>
      table.name === 'documents'
        ? store.documents.where('name').noneOf(names).delete()
        : table.clear(),
    ),
  );
  // An empty database goes as a whole, and what cannot be emptied goes with its database: whenever
  // another tab lets go of it, for which nobody waits.
  const whole = names.length === 0 || wiped.some(({ status }) => status === 'rejected');
  if (whole) void store.delete().catch(() => undefined);
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
