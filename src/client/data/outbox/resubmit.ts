import { hasStarted } from '#domain/fixture.ts';
import type { StartedLegPolicy } from '#domain/slip.ts';
import type { Tip } from '#contract/tips.ts';
import { createId } from '#sync/ids.ts';
import {
  discardOperation,
  queueOperation,
  findDependents,
  readOutbox,
} from '#sync/outbox/outbox.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { runDurably } from '#sync/storage/trouble.ts';
import { requestBackgroundSend } from '../device/background-sync.ts';
import type { Member } from '../device/device.tsx';
import { isUnsent } from './change-state.ts';
import { toSlip } from '../tips/posted-legs.ts';
import { changeSlip, emptySlip, type SlipDraft } from '../tips/slip.ts';
import { toTipInput } from '../tips/tip-input.ts';
import { payloadOfKind, type PayloadOf } from '#sync/operations/registry.ts';

/** The result of posting a tip's other games; `gone` if its operation no longer exists. */
export type ResubmitResult = 'posted' | 'nothing-left' | 'gone';

/**
 * In one transaction, posts the unstarted games of a refused tip as a new tip that replaces the
 * refused tip and is booked if the refused tip was booked.
 */
export async function postOtherGames(
  member: Member,
  operationId: string,
  now: Date,
): Promise<ResubmitResult> {
  return runInOutboxTransaction(member.store, async (rows) => {
    const refused = rows.find(({ id }) => id === operationId);
    const tip = refused && payloadOfKind(refused, 'tip.post');
    if (!tip) return 'gone';

    const started = new Set(refused.problem?.started?.map(({ fixtureId }) => fixtureId));
    const options = tip.options.filter(
      (leg) => !started.has(leg.fixtureId) && !hasStarted(new Date(leg.startDateOfGame), now),
    );
    if (options.length === 0) return 'nothing-left';
    await replaceOperation(member, rows, refused, { ...tip, options });
    return 'posted';
  });
}

/** Changes the policy for started games of an unsent tip. Returns true if the tip was unsent. */
export async function chooseIfStarted(
  member: Member,
  operationId: string,
  ifStarted: StartedLegPolicy,
): Promise<boolean> {
  return runInOutboxTransaction(member.store, async (rows) => {
    const queued = rows.find(({ id }) => id === operationId);
    const tip = queued && payloadOfKind(queued, 'tip.post');
    if (!tip || !isUnsent(queued)) return false;
    await replaceOperation(member, rows, queued, { ...tip, ifStarted });
    return true;
  });
}

/** The result of moving a tip's games back to the slip. */
export type EditResult = 'on-the-slip' | 'slip-in-use' | 'gone';

/**
 * Moves the games of a refused tip back to the slip and discards the tip. Replaces other games on
 * the slip only with `replace`.
 */
export async function editAgain(
  { store }: Member,
  operationId: string,
  replace: boolean,
): Promise<EditResult> {
  const rows = await readOutbox(store);
  const refused = rows.find(({ id }) => id === operationId);
  const tip = refused && payloadOfKind(refused, 'tip.post');
  if (!tip) return 'gone';

  // The slip is written first, so that a crash between the two writes loses nothing.
  const draft = {
    ...emptySlip,
    slip: toSlip(tip.options),
    ...toTipInput(tip),
    ifStarted: tip.ifStarted,
  };
  if (!(await loadIntoSlip({ store }, draft, replace))) return 'slip-in-use';
  await discardOperation(store, operationId);
  return 'on-the-slip';
}

/**
 * Withdraws a posted tip and copies its games to the slip. The tip posted from this slip waits
 * until the withdrawal is acknowledged.
 */
export async function withdrawAndCorrect(
  { id: memberId, store }: Member,
  tip: Tip,
  replace: boolean,
): Promise<EditResult> {
  const draft = { ...emptySlip, slip: toSlip(tip.options), ...toTipInput(tip), after: [tip.id] };
  if (!(await loadIntoSlip({ store }, draft, replace))) return 'slip-in-use';

  const payload = { tipId: tip.id };
  // If the post is still in flight, the withdrawal gets the version from its response.
  const seen = tip.version > 0 ? { baseVersion: tip.version } : {};
  await queueOperation(store, { memberId, kind: 'tip.withdraw', payload, ...seen });
  void requestBackgroundSend();
  return 'on-the-slip';
}

async function runInOutboxTransaction<Value>(
  store: MemberStore,
  change: (rows: OperationRow[]) => Promise<Value>,
): Promise<Value> {
  const value = await runDurably(store, async () =>
    store.transaction('rw', store.tables, async () => change(await readOutbox(store))),
  );
  void requestBackgroundSend();
  return value;
}

/** Replaces a pending post by a new post, and books the new tip if the old tip was booked. */
async function replaceOperation(
  { id: memberId, store }: Member,
  rows: readonly OperationRow[],
  old: OperationRow,
  tip: PayloadOf<'tip.post'>,
): Promise<void> {
  const id = createId();
  await queueOperation(store, { memberId, kind: 'tip.post', payload: { ...tip, id } });
  const booked = findDependents(old, rows).some((row) => payloadOfKind(row, 'tip.book'));
  if (booked) {
    await queueOperation(store, { memberId, kind: 'tip.book', payload: { tipId: id } });
  }
  await discardOperation(store, old.id);
}

/** Copies games to the slip; false if the slip has other games and `replace` is false. */
async function loadIntoSlip(
  { store }: Pick<Member, 'store'>,
  draft: SlipDraft,
  replace: boolean,
): Promise<boolean> {
  const after = await changeSlip(store, (before) =>
    before.slip.length > 0 && !replace ? before : draft,
  );
  return after === draft;
}
