import type { LoginStore } from './login-store.ts';
import type { MemberStore, VersionRow } from './member-store.ts';
import type { DocumentRow } from './public-store.ts';

/** Merges a document of the source with the target's one, if any. */
export type MergeDocument = (theirs: DocumentRow, ours: DocumentRow | undefined) => DocumentRow;

export type CarryOverRules = {
  isOwn: (name: string) => boolean;
  /** Returns the document to store in the target. */
  merge: MergeDocument;
};

/**
 * Copies a member's operations, drafts and messages to another database of the member, in one
 * transaction. Operations keep ids, frozen requests and order and come after the target's; existing
 * ids are skipped. Nothing may write to the source any more.
 */
export async function carryOverMemberData(
  source: MemberStore,
  target: MemberStore,
  { isOwn, merge }: CarryOverRules,
): Promise<void> {
  const [rows, versions, messages, documents] = await Promise.all([
    source.operations.orderBy('seq').toArray(),
    source.versions.toArray(),
    source.messages.toArray(),
    source.documents.filter(({ name }) => isOwn(name)).toArray(),
  ]);
  const tables = [target.operations, target.versions, target.messages, target.documents];
  await target.transaction('rw', tables, async () => {
    const ids = rows.map(({ id }) => id);
    const known = new Set((await target.operations.where('id').anyOf(ids).toArray()).map(idOf));
    const unknown = rows.filter(({ id }) => !known.has(id));
    await target.operations.bulkAdd(unknown.map(({ seq: _, ...row }) => row));
    await target.messages.bulkAdd(messages.map(({ id: _, ...row }) => row));
    await copyNewerVersions(target, versions);
    for (const document of documents) {
      const ours = await target.documents.get(document.name);
      await target.documents.put(merge(document, ours));
    }
  });
}

/** Copies the queue of sessions that still have to be ended on the server. */
export async function carryOverRevocations(source: LoginStore, target: LoginStore): Promise<void> {
  await target.revocations.bulkPut(await source.revocations.toArray());
}

/** Copies versions of subjects (tips, fixtures) that are newer than those in the target. */
async function copyNewerVersions(
  target: MemberStore,
  versions: readonly VersionRow[],
): Promise<void> {
  const current = await target.versions.bulkGet(versions.map(({ subject }) => subject));
  const raised = versions.filter(({ version }, at) => version > (current[at]?.version ?? 0));
  await target.versions.bulkPut(raised);
}

function idOf({ id }: { id: string }): string {
  return id;
}
