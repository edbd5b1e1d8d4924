import '#client/startup/zod-jitless.ts';
import { slipLimit } from '#domain/slip.ts';
import {
  preferenceDocument,
  pushWordsDocument,
  timeOutDocument,
} from '#sync/refresh/document-names.ts';
import { carryOver, carryOverRevocations, type MergeDocument } from '#sync/storage/carry-over.ts';
import { LoginStore } from '#sync/storage/login-store.ts';
import { MemberStore } from '#sync/storage/member-store.ts';
import { actionsDocument } from '../desk/undoable-actions.ts';
import { editDraftNames, resultDraftNames } from '../tips/drafts.ts';
import { readSlip, type SlipDraft } from '../tips/slip.ts';
import { storedTimeOutEnd } from './time-out-document.ts';
import { settleLogin } from '#client/session/mirror.ts';
import { closeMemberIn, type Databases, memberIn } from './device.tsx';

/**
 * Copies members' changes from one set of databases to another, also of members who have logged out.
 * The source's connections are closed first, so that a later change there fails as not saved.
 */
export async function carryAllOver(
  ids: readonly string[],
  from: Databases,
  to: Databases,
): Promise<void> {
  await Promise.all(ids.map(async (id) => memberIn(to, id).store.open()));
  for (const { store } of from.members.values()) store.close();
  for (const id of ids) await carryMemberOver(id, from, to);
  const [source, target] = [new LoginStore(from.options), new LoginStore(to.options)];
  try {
    await carryOverRevocations(source, target);
  } finally {
    source.close();
    target.close();
  }
  await settleLogin();
}

async function carryMemberOver(id: string, from: Databases, to: Databases): Promise<void> {
  const source = new MemberStore(id, from.options);
  try {
    await carryOver(source, memberIn(to, id).store, { isOwn, merge });
  } finally {
    source.close();
  }
  // A member who has logged out.
  if (!from.members.has(id)) closeMemberIn(to, id);
}

const ownDocuments = new Set([
  'slip',
  actionsDocument,
  preferenceDocument,
  pushWordsDocument,
  timeOutDocument,
]);

/** True if a document contains a person's own input, which no refresh restores. */
function isOwn(name: string): boolean {
  return (
    ownDocuments.has(name) || name.startsWith(editDraftNames) || name.startsWith(resultDraftNames)
  );
}

/**
 * Merges two documents: the later one with the slip's games, edits and actions that it would lose;
 * the longer time-out wins.
 */
const merge: MergeDocument = (later, earlier) => {
  if (earlier === undefined) return later;
  const { name } = later;
  if (name === 'slip') {
    return { ...later, value: mergeSlips(readSlip(later.value), readSlip(earlier.value)) };
  }
  if (name === timeOutDocument) return endOf(earlier) >= endOf(later) ? earlier : later;
  if (name === actionsDocument && Array.isArray(later.value) && Array.isArray(earlier.value)) {
    return { ...later, value: [...later.value, ...earlier.value] };
  }
  if (!name.startsWith(editDraftNames)) return later;
  return { ...later, value: Object.assign({}, earlier.value, later.value) };
};

function mergeSlips(later: SlipDraft, earlier: SlipDraft): SlipDraft {
  if (later.slip.length === 0) return earlier;
  const picked = new Set(later.slip.map(({ fixtureId }) => fixtureId));
  const others = earlier.slip.filter(({ fixtureId }) => !picked.has(fixtureId));
  // A slip with games of both is another tip, so it needs another id.
  if (others.length === 0) return later;
  return { ...later, id: undefined, slip: [...others, ...later.slip].slice(-slipLimit) };
}

function endOf({ value }: { value: unknown }): number {
  return storedTimeOutEnd(value)?.getTime() ?? 0;
}
