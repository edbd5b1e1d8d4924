import '#client/startup/zod-jitless.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { Price } from '#contract/values.ts';
import { isInTimeOut } from '#domain/time-out.ts';
import { timeOutDocument } from '#sync/refresh/document-names.ts';
import { databaseIdDocument, type MemberStore } from '#sync/storage/member-store.ts';
import type { RemovalExtent } from '#client/session/pending-removals.ts';
import { useDevice } from '../device/device.tsx';
import { createMemberCollection, useStoredDocument } from '../collections.ts';
import { serverNow } from '../device/server-time.ts';
import { parseSlip } from './slip.ts';
import { parseTimeOutEnd } from '../device/time-out-document.ts';

/** The number of drafts that a member has on this device. */
export type DraftCounts = {
  /** Games on the slip. */
  games: number;
  /** Games with unsaved odds or withdrawals. */
  edits: number;
  /** Games with an unsaved typed result. */
  results: number;
};

/** Counts the drafts that a complete removal of the member's rows would delete. */
async function countDrafts(store: MemberStore): Promise<DraftCounts> {
  const counted = await readDraftSizes(store);
  const sum = (isMeant: (name: string) => boolean) =>
    counted.reduce((total, { name, count }) => (isMeant(name) ? total + count : total), 0);
  return {
    games: sum((name) => name === 'slip'),
    edits: sum((name) => name.startsWith(editDraftPrefix)),
    results: sum((name) => name.startsWith(resultDraftPrefix)),
  };
}

/** `sealed`: operations or drafts stay on this device after a removal; `emptied`: none stay. */
export type WipeResult = 'sealed' | 'emptied';

/**
 * Removes a member's private rows from this device, and deletes the database if no row remains.
 * With `keep`, drafts and pending operations stay.
 */
export async function wipeRows(store: MemberStore, extent: RemovalExtent): Promise<WipeResult> {
  const { sealed, names, failure } = await clearTables(store, extent);
  // A database that is empty or cannot be emptied is deleted once no other tab has it open.
  if (!sealed && (names.length === 0 || failure)) void store.delete().catch(() => undefined);
  if (failure) throw failure.reason;
  return sealed ? 'sealed' : 'emptied';
}

/** Removes the rows, but never deletes the database, which stays in use. */
export async function clearRows(store: MemberStore, extent: RemovalExtent): Promise<WipeResult> {
  const { sealed, failure } = await clearTables(store, extent);
  if (failure) throw failure.reason;
  return sealed ? 'sealed' : 'emptied';
}

/** Preserves a running time-out unless `extent` is `everything`: a logout must not end it. */
async function clearTables(store: MemberStore, extent: RemovalExtent) {
  const keeps = extent === 'keep';
  const sealed = keeps && (await store.operations.count()) > 0;
  const drafts = keeps ? await readDraftSizes(store).catch(() => []) : [];
  const timeOut = extent === 'everything' ? [] : await findRunningTimeOut(store);
  const names = [...drafts.map(({ name }) => name), ...timeOut];
  const tables = store.tables.filter(({ name }) => name !== 'documents' && name !== 'operations');
  const wiped = await Promise.allSettled([
    ...tables.map(async (table) => table.clear()),
    store.documents
      .where('name')
      .noneOf([...names, databaseIdDocument])
      .delete(),
    ...(sealed ? [] : [store.operations.clear()]),
  ]);
  const failure = wiped.find((one) => one.status === 'rejected');
  return { sealed, names, failure };
}

async function readDraftSizes({
  documents,
}: MemberStore): Promise<{ name: string; count: number }[]> {
  const slip = parseSlip((await documents.get('slip'))?.value).slip.length;
  const edits = await documents.where('name').startsWith(editDraftPrefix).toArray();
  const results = await documents.where('name').startsWith(resultDraftPrefix).toArray();
  return [
    { name: 'slip', count: slip },
    ...results.map(({ name }) => ({ name, count: 1 })),
    ...edits.map(({ name, value }) => ({ name, count: Object.keys(parseEditDraft(value)).length })),
  ].filter(({ count }) => count > 0);
}

async function findRunningTimeOut({ documents }: MemberStore): Promise<string[]> {
  const stored = await documents.get(timeOutDocument).catch(() => undefined);
  return isInTimeOut(parseTimeOutEnd(stored?.value), serverNow(undefined)) ? [timeOutDocument] : [];
}

const noDrafts: DraftCounts = { games: 0, edits: 0, results: 0 };

/** The member's draft counts; undefined until they were counted. */
export function useDraftCounts(): DraftCounts | undefined {
  const { member } = useDevice();
  return useLiveQuery(async () => (member ? countDrafts(member.store) : noDrafts), [member]);
}

/** An administrator's unsaved change of a leg: its odds or its withdrawal. */
export const LegDraft = z.object({
  odd: z.optional(Price),
  reason: z.optional(z.string()),
  withdrawn: z.optional(z.boolean()),
});
export type LegDraft = z.infer<typeof LegDraft>;

/** Name prefix of documents that store unsaved odds and withdrawals. */
export const editDraftPrefix = 'edit-';

/** Name prefix of documents that store unsaved results. */
export const resultDraftPrefix = 'result-';

const EditDraft = z.record(z.string(), LegDraft);

/** The unsaved changes of a tip's legs, by fixture id. */
export type EditDraft = Readonly<Record<string, LegDraft>>;

const editDraftNameOf = (tipId: string) => `${editDraftPrefix}${tipId}`;
const editDrafts = createMemberCollection(editDraftNameOf, parseEditDraft);

/**
 * A tip's unsaved changes, which are stored and survive a reload; undefined if there are none or
 * they were not read yet.
 */
export function useEditDraft(tipId: string): {
  draft: EditDraft | undefined;
  enter: (fixtureId: string, change: LegDraft | undefined) => Promise<void>;
  clear: () => Promise<void>;
} {
  const { member } = useDevice();
  const name = editDraftNameOf(tipId);
  const draft = useStoredDocument(editDrafts, tipId)?.value;
  return useMemo(
    () => ({
      draft,
      enter: async (fixtureId, change) => {
        const store = member?.store;
        await store?.transaction('rw', store.documents, async () => {
          const { [fixtureId]: _, ...rest } = parseEditDraft(
            (await store.documents.get(name))?.value,
          );
          const changed = change ? { ...rest, [fixtureId]: change } : rest;
          await store.documents.put({ name, value: changed, fetchedAt: Date.now() });
        });
      },
      clear: async () => {
        await member?.store.documents.delete(name);
      },
    }),
    [member, name, draft],
  );
}

function parseEditDraft(value: unknown): EditDraft {
  const read = EditDraft.safeParse(value);
  return read.success ? read.data : {};
}
