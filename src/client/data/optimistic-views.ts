import '#client/startup/zod-jitless.ts';
import type { DeskFixture } from '#contract/desk.ts';
import type { Tip } from '#contract/tips.ts';
import { mainIdOf, mainSubjectOf, tipSubject } from '#sync/outbox/subjects.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { operationOf } from '#sync/operations/registry.ts';
import {
  optimisticAdminTips,
  optimisticDesk,
  optimisticFollows,
  optimisticProfile,
  optimisticTip,
  optimisticTips,
  type OptimisticTip,
} from '#sync/optimistic-rows.ts';
import { readOperations } from '#sync/outbox/read-operations.ts';
import { fixturesNotHere, isAllHere, StoredDesk } from '#sync/refresh/stored-desk.ts';

// The effects of operations, with their shapes, load with the first operation.
export { optimisticFollows, optimisticProfile, readOperations };

/**
 * Own tips with the pending operations applied, newest first. Reads only operations of these tips
 * and posts, because a queue may be long.
 */
export function ownTipsShown(
  tips: readonly Tip[],
  operations: readonly OperationRow[],
): OptimisticTip[] {
  const subjects = new Set(tips.map(({ id }) => tipSubject(id)));
  for (const row of operations) if (operationOf(row)?.id) subjects.add(mainSubjectOf(row));
  const operationsOfTips = operations.filter((row) => subjects.has(mainSubjectOf(row)));
  return optimisticTips(tips, readOperations(operationsOfTips));
}

/** One own tip with the pending operations applied; undefined if there is none. */
export function ownTipShown(
  tip: Tip | undefined,
  operations: readonly OperationRow[],
  id: string,
): OptimisticTip | undefined {
  return optimisticTip(tip, readOperations(operations), id);
}

/** All members' tips with an administrator's own changes, without their own posts. */
export function adminTipsShown(
  tips: readonly Tip[],
  operations: readonly OperationRow[],
): OptimisticTip[] {
  return optimisticAdminTips(tips, readOperations(operations));
}

/** The desk with an administrator's own changes; undefined for a document of another build. */
export function deskShown(document: unknown, operations: readonly OperationRow[]) {
  const stored = StoredDesk.safeParse(document).data;
  if (!stored) return undefined;
  const fixtures = optimisticDesk(stored.fixtures, readOperations(operations));
  const notHere = fixturesNotHere(stored).length;
  return { counts: stored.counts, fixtures, isAllHere: isAllHere(stored), notHere };
}

/** A fixture, on the desk or not, with an administrator's own changes. */
export function fixtureShown(fixture: DeskFixture, operations: readonly OperationRow[]) {
  return optimisticDesk([fixture], readOperations(operations))[0];
}

/** Public tips without the texts that this device has removed, while lists may still contain them. */
export function withoutErasedTexts(
  tips: readonly Tip[],
  operations: readonly OperationRow[],
): Tip[] {
  const erasures = readOperations(operations.filter((row) => operationOf(row)?.removesText));
  return erasures.length === 0
    ? [...tips]
    : tips.map((tip) => optimisticTip(tip, erasures, tip.id) ?? tip);
}

/**
 * Ids of tips whose withdrawal is acknowledged, while lists on this device may still contain them.
 */
export function withdrawnTipIds(operations: readonly OperationRow[]): ReadonlySet<string> {
  const withdrawals = operations.filter(
    (row) => row.state === 'acked' && operationOf(row)?.removes,
  );
  return new Set(withdrawals.map(mainIdOf));
}
