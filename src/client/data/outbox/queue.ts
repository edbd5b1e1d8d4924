import '#client/startup/zod-jitless.ts';
import type { RepeatProblem } from '#domain/repeat.ts';
import { checkSlip, type PostingProblem } from '#domain/slip.ts';
import { isInTimeOut, type TimeOutLength } from '#domain/time-out.ts';
import type { Tip } from '#contract/tips.ts';
import type { Backend } from '#sync/backend/backend.ts';
import { createId } from '#sync/ids.ts';
import { beginTimeOut, readTimeOutEnd } from '#sync/stored-time-out.ts';
import {
  cancelOperation as unqueue,
  discardOperation,
  queueOperation,
  restoreDiscarded,
  readOutbox,
  retryOperation,
} from '#sync/outbox/outbox.ts';
import {
  isKnownKind,
  type OperationKind,
  operationsByKind,
  payloadOfKind,
  type PayloadOf,
} from '#sync/operations/registry.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { freeStorageSpace } from '#sync/storage/storage-space.ts';
import { runDurably, type StorageRecovery } from '#sync/storage/trouble.ts';
import type { DiscardedChange } from '#client/ui/messages/toasts.ts';
import { tapUndoWindowMs } from './undo-window.ts';
import { requestBackgroundSend } from '../device/background-sync.ts';
import type { Device, Member } from '../device/device.tsx';
import { copyLeg, toPostedLeg } from '../tips/posted-legs.ts';
import { checkForRepeat } from '../tips/repeat-check.ts';
import { changeSlip, removePostedSelections, type Selection, type Slip } from '../tips/slip.ts';
import { InTimeOutError } from '../time-out.ts';
import { requestPersistenceWhenDue } from '../device/storage.ts';
import { checkTipInput, type TipInput } from '../tips/tip-input.ts';
import { readGamesOfSubject, messageSubjectOf } from './message-subject.ts';
import { profileDocument } from '#sync/refresh/document-names.ts';

/** The result of posting; `postedId` is the id of the tip, which is stored on this device. */
export type PostResult = { postedId: string } | { problem: PostProblem };

/** The reason why a tip cannot be posted; `errors` names the texts that are too long. */
type PostProblem =
  | { code: PostingProblem | 'invalid-input'; errors?: Record<string, string[]> }
  | RepeatProblem<Selection>;

/** Options of an operation besides its payload. */
export type EnqueueOptions = {
  /** The version of the tip that the person saw. */
  baseVersion?: number | undefined;
  /** How long the change waits before it is sent, in milliseconds; until then it can be undone. */
  holdMs?: number;
};

/** Queues a change; resolves to undefined if the change only cancelled an unsent operation. */
export async function enqueueOperation<Kind extends OperationKind>(
  device: Device,
  kind: Kind,
  payload: PayloadOf<Kind>,
  details?: EnqueueOptions,
): Promise<OperationRow | undefined> {
  const row = await storeOperation(device, kind, payload, details);
  startWorkAfterStoring(device);
  return row;
}

/** Functions for one IndexedDB transaction; awaiting anything but the database ends it. */
export type ChangeTransaction = {
  enqueue: <Kind extends OperationKind>(
    kind: Kind,
    payload: PayloadOf<Kind>,
    details?: EnqueueOptions,
  ) => Promise<string | undefined>;
  cancel: (operationId: string) => Promise<boolean>;
};

/** Makes several changes in one transaction; returns the ids of the queued operations. */
export async function runChangeTransaction(
  device: Device,
  now: Date,
  make: (changes: ChangeTransaction) => Promise<void>,
): Promise<string[]> {
  const { member } = device;
  const { store } = requireLoggedInMember(device);
  const makeAll = async () => {
    const ids: string[] = [];
    await make({
      enqueue: async (kind, payload, details) => {
        await refuseInTimeOut(member, kind, now);
        const row = await storeOperation(device, kind, payload, details);
        if (row) ids.push(row.id);
        return row?.id;
      },
      cancel: (id) => cancelChange(device, id),
    });
    return ids;
  };
  const stored = await runDurably(
    store,
    () => store.transaction('rw', store.tables, makeAll),
    createStorageRecovery(device),
  );
  startWorkAfterStoring(device);
  return stored;
}

async function storeOperation<Kind extends OperationKind>(
  device: Device,
  kind: Kind,
  payload: PayloadOf<Kind>,
  { baseVersion = 0, holdMs = 0 }: EnqueueOptions = {},
): Promise<OperationRow | undefined> {
  const { id: memberId, store } = requireLoggedInMember(device);
  const operation = {
    memberId,
    kind,
    payload,
    holdMs,
    // An unsent tip has version 0, which is omitted.
    ...(baseVersion > 0 && { baseVersion }),
  };
  return queueOperation(store, operation, createStorageRecovery(device));
}

/** Requests persistent storage and background sync; neither may delay or fail the stored change. */
function startWorkAfterStoring({ publicStore }: Device): void {
  void requestPersistenceWhenDue(publicStore).catch(() => undefined);
  void requestBackgroundSend();
}

/** Queues the slip as a tip and clears the slip. Resolves once the tip is stored on this device. */
export async function postSlip(device: Device, now: Date): Promise<PostResult> {
  const member = requireLoggedInMember(device);
  const onSlip = async (changed: Parameters<typeof changeSlip>[1]) =>
    runDurably(
      member.store,
      () => changeSlip(member.store, changed),
      createStorageRecovery(device),
    );
  // The id is stored first, so that after a crash the slip cannot be posted twice.
  const draft = await onSlip((draft) => ({ ...draft, id: draft.id ?? createId() }));
  const checked = checkSlip(draft.slip);
  if (!checked.allowed) return { problem: { code: checked.problem } };
  const input = checkTipInput(draft);
  if (!input.allowed) return tooLongResult;

  const { id: draftId, slip, ifStarted } = draft;
  const repeat = await checkForRepeat(
    member.store,
    { id: draftId, selections: slip, ifStarted },
    now,
  );
  if (repeat.problem) return { problem: repeat.problem };

  const id = draftId ?? createId();
  const tip = {
    id,
    tipsterName: await readOwnName(member),
    options: await readSlipLegs(device, slip),
    ...input.value,
    ifStarted,
  };
  const after = [...(await resolveWithdrawnTipIds(member.store, draft.after)), ...repeat.withdrawn];
  await enqueueOperation(device, 'tip.post', { ...tip, ...toAfterField(after) });
  // If the slip cannot be cleared, it still has its id, so it cannot be posted twice.
  await onSlip((now) => removePostedSelections(now, draft)).catch(() => undefined);
  return { postedId: id };
}

/** One option of one game, posted without using the slip; `id` becomes the tip's id. */
export type SingleGameTip = TipInput & { id: string; selection: Selection };

/** Queues a tip on one game without changing the slip. */
export async function postGame(
  device: Device,
  { id, selection, ...typed }: SingleGameTip,
  now: Date,
): Promise<PostResult> {
  const input = checkTipInput(typed);
  if (!input.allowed) return tooLongResult;
  const member = requireLoggedInMember(device);
  // Without its only game the tip would be empty.
  const ifStarted = 'refuse';
  const repeat = await checkForRepeat(
    member.store,
    { id, selections: [selection], ifStarted },
    now,
  );
  if (repeat.problem) return { problem: repeat.problem };

  const tip = {
    id,
    tipsterName: await readOwnName(member),
    options: await readSlipLegs(device, [selection]),
    ...input.value,
    ifStarted,
    ...toAfterField(repeat.withdrawn),
  } as const;
  await enqueueOperation(device, 'tip.post', tip);
  return { postedId: id };
}

function toAfterField(ids: readonly string[]): { after?: string[] } {
  return ids.length === 0 ? {} : { after: [...new Set(ids)] };
}

/** Returns ids of tips whose withdrawals a draft awaits; earlier builds stored operation ids. */
async function resolveWithdrawnTipIds(
  store: MemberStore,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return ids;
  const rows = await readOutbox(store);
  return ids.map((id) => {
    const withdrawal = rows.find((row) => row.id === id || row.formerly?.includes(id));
    return (withdrawal && payloadOfKind(withdrawal, 'tip.withdraw')?.tipId) ?? id;
  });
}

const tooLongResult: PostResult = {
  problem: { code: 'invalid-input', errors: { analysis: ['too-long'] } },
};

/**
 * Copies another member's open tip to the own saved tips. The copy is sent after the undo window.
 * Returns the copy's id.
 */
export async function copyTip(device: Device, tip: Tip): Promise<string> {
  const id = createId();
  const copy: PayloadOf<'tip.post'> = {
    id,
    tipsterName: await readOwnName(requireLoggedInMember(device)),
    options: tip.options.map(copyLeg),
    stake: 0,
    ifStarted: 'drop',
    copiedFrom: tip.id,
    copiedFromName: tip.tipsterName.trim(),
  };
  await enqueueOperation(device, 'tip.post', copy, { holdMs: tapUndoWindowMs });
  return id;
}

/** Copies another member's open tip and books the copy; returns the copy's id. */
export async function bookCopy(device: Device, tip: Tip): Promise<string> {
  const id = await copyTip(device, tip);
  await enqueueOperation(device, 'tip.book', { tipId: id });
  return id;
}

/** Starts a time-out on this phone, and queues it for a backend that supports time-outs. */
export async function startTimeOut(
  device: Device,
  { length, now, backend }: { length: TimeOutLength; now: Date; backend: Backend | undefined },
): Promise<void> {
  const timeOut = { length, since: now.toISOString() };
  await beginTimeOut(requireLoggedInMember(device), timeOut, {
    ...createStorageRecovery(device),
    backend,
  });
  void requestBackgroundSend();
}

/** Throws if a time-out locks operations of this kind. */
export async function refuseInTimeOut(
  member: Member | undefined,
  kind: OperationKind,
  now: Date,
): Promise<void> {
  if (!member || !operationsByKind[kind].lockedInTimeOut) return;
  const until = await readTimeOutEnd(member.store);
  if (until !== undefined && isInTimeOut(until, now)) throw new InTimeOutError(until);
}

/** Retries an operation at once; a refused post is sent as a new post, which a time-out locks. */
export async function retryChange(device: Device, id: string, now: Date): Promise<void> {
  const member = requireLoggedInMember(device);
  const row = (await readOutbox(member.store)).find((row) => row.id === id);
  const goesOutAnew = row?.state === 'rejected' || row?.state === 'conflict';
  if (goesOutAnew && isKnownKind(row.kind)) await refuseInTimeOut(member, row.kind, now);
  await retryOperation(member.store, id);
}

/**
 * Discards an operation; with `unsent`, only if it was never sent. Returns undefined if nothing was
 * discarded.
 */
export async function discardChange(
  device: Device,
  id: string,
  which: 'any' | 'unsent' = 'any',
): Promise<DiscardedChange | undefined> {
  const { store } = requireLoggedInMember(device);
  const row = await store.operations.get({ id });
  if (!row) return undefined;
  const subject = messageSubjectOf(row);
  const games = await readGamesOfSubject(store, subject);
  const rows = await discardOperation(store, id, which);
  if (rows.length === 0) return undefined;
  return { games, subject, undo: async () => restoreDiscarded(store, rows) };
}

/** Removes an unsent operation; returns false if it was sent meanwhile. */
export async function cancelChange(device: Device, id: string): Promise<boolean> {
  return unqueue(requireLoggedInMember(device).store, id);
}

function createStorageRecovery({ publicStore }: Device): StorageRecovery {
  return {
    freeStorageSpace: async () => freeStorageSpace({ publicStore, caches: globalThis.caches }),
  };
}

function requireLoggedInMember({ member }: Device): Member {
  if (member === undefined) throw new Error('Nobody is logged in to do this.');
  return member;
}

async function readOwnName({ store }: Member): Promise<string> {
  const profile: unknown = (await store.documents.get(profileDocument))?.value;
  if (typeof profile !== 'object' || profile === null) return '';
  const text = (name: string) => {
    const value: unknown = new Map<string, unknown>(Object.entries(profile)).get(name);
    return typeof value === 'string' ? value : '';
  };
  return `${text('firstName')} ${text('lastName')}`.trim();
}

async function readSlipLegs({ publicStore }: Device, slip: Slip) {
  const fixtures = await publicStore.fixtures.bulkGet(slip.map(({ fixtureId }) => fixtureId));
  return slip.map((selection, index) => toPostedLeg(selection, fixtures[index]));
}
