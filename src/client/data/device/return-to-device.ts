import '#client/startup/zod-jitless.ts';
import { slipLimit } from '#domain/slip.ts';
import {
  notificationPreferenceDocument,
  pushWordsDocument,
  timeOutDocument,
} from '#sync/refresh/document-names.ts';
import {
  carryOverMemberData,
  carryOverRevocations,
  type MergeDocument,
} from '#sync/storage/carry-over.ts';
import { LoginStore } from '#sync/storage/login-store.ts';
import { MemberStore } from '#sync/storage/member-store.ts';
import { undoableActionsDocument } from '../desk/undoable-actions.ts';
import { editDraftPrefix, resultDraftPrefix } from '../tips/drafts.ts';
import { parseSlip, type SlipDraft } from '../tips/slip.ts';
import { parseTimeOutEnd } from './time-out-document.ts';
import { reconcileLogin } from '#client/session/login-mirror.ts';
import { closeMemberDatabaseIn, type Databases, getOrOpenMemberDatabase } from './device.tsx';

/**
 * Copies changes of all members, including logged-out ones, from one set of databases to another.
 * Closes the source first, so that a later change in it fails and is reported as not saved.
 */
export async function copyAllChanges(
  ids: readonly string[],
  from: Databases,
  to: Databases,
): Promise<void> {
  await Promise.all(ids.map(async (id) => getOrOpenMemberDatabase(to, id).store.open()));
  for (const { store } of from.members.values()) store.close();
  for (const id of ids) await copyMemberChanges(id, from, to);
  const [source, target] = [new LoginStore(from.options), new LoginStore(to.options)];
  try {
    await carryOverRevocations(source, target);
  } finally {
    source.close();
    target.close();
  }
  await reconcileLogin();
}

async function copyMemberChanges(id: string, from: Databases, to: Databases): Promise<void> {
  const source = new MemberStore(id, from.options);
  try {
    await carryOverMemberData(source, getOrOpenMemberDatabase(to, id).store, {
      isOwn: isOwnInput,
      merge: mergeDocuments,
    });
  } finally {
    source.close();
  }
  // The member is logged out, so the database is not used any more.
  if (!from.members.has(id)) closeMemberDatabaseIn(to, id);
}

const ownDocuments = new Set([
  'slip',
  undoableActionsDocument,
  notificationPreferenceDocument,
  pushWordsDocument,
  timeOutDocument,
]);

/** True if a document contains a person's input, which no refresh can restore. */
function isOwnInput(name: string): boolean {
  return (
    ownDocuments.has(name) || name.startsWith(editDraftPrefix) || name.startsWith(resultDraftPrefix)
  );
}

/**
 * Merges two versions of a document: the later version gets the earlier version's games of the
 * slip, edits and undoable actions; of two time-outs, the longer one is the result.
 */
const mergeDocuments: MergeDocument = (later, earlier) => {
  if (earlier === undefined) return later;
  const { name } = later;
  if (name === 'slip') {
    return { ...later, value: mergeSlips(parseSlip(later.value), parseSlip(earlier.value)) };
  }
  if (name === timeOutDocument)
    return storedTimeOutEndOf(earlier) >= storedTimeOutEndOf(later) ? earlier : later;
  if (
    name === undoableActionsDocument &&
    Array.isArray(later.value) &&
    Array.isArray(earlier.value)
  ) {
    return { ...later, value: [...later.value, ...earlier.value] };
  }
  if (!name.startsWith(editDraftPrefix)) return later;
  return { ...later, value: Object.assign({}, earlier.value, later.value) };
};

function mergeSlips(later: SlipDraft, earlier: SlipDraft): SlipDraft {
  if (later.slip.length === 0) return earlier;
  const picked = new Set(later.slip.map(({ fixtureId }) => fixtureId));
  const others = earlier.slip.filter(({ fixtureId }) => !picked.has(fixtureId));
  // A slip that mixes games of two slips is another tip, so it needs a new id.
  if (others.length === 0) return later;
  return { ...later, id: undefined, slip: [...others, ...later.slip].slice(-slipLimit) };
}

function storedTimeOutEndOf({ value }: { value: unknown }): number {
  return parseTimeOutEnd(value)?.getTime() ?? 0;
}
