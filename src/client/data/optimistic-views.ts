import '#client/startup/zod-jitless.ts';
import type { DeskFixture } from '#contract/desk.ts';
import type { Tip } from '#contract/tips.ts';
import { mainIdOf, mainSubjectOf, tipSubject } from '#sync/outbox/subjects.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { operationOf } from '#sync/operations/registry.ts';
import {
  toOptimisticAdminTips,
  toOptimisticDesk,
  toOptimisticFollows,
  toOptimisticRow,
  toOptimisticTip,
  toOptimisticTips,
  type OptimisticTip,
} from '#sync/optimistic-rows.ts';
import { parseOperationRows } from '#sync/outbox/operation-parsing.ts';
import {
  findOutdatedFixtures,
  areAllTicketsStored,
  StoredDesk,
} from '#sync/refresh/stored-desk.ts';

// Exported here, so that this code and its schemas load with the first operation.
export { toOptimisticFollows, toOptimisticRow, parseOperationRows };

/**
 * The member's own tips with the pending operations applied, newest first. Reads only posts and
 * operations on these tips, because a queue may be long.
 */
export function applyPendingToOwnTips(
  tips: readonly Tip[],
  operations: readonly OperationRow[],
): OptimisticTip[] {
  const subjects = new Set(tips.map(({ id }) => tipSubject(id)));
  for (const row of operations) if (operationOf(row)?.id) subjects.add(mainSubjectOf(row));
  const operationsOfTips = operations.filter((row) => subjects.has(mainSubjectOf(row)));
  return toOptimisticTips(tips, parseOperationRows(operationsOfTips));
}

/** A tip of the member with the pending operations applied; undefined if it does not exist. */
export function applyPendingToOwnTip(
  tip: Tip | undefined,
  operations: readonly OperationRow[],
  id: string,
): OptimisticTip | undefined {
  return toOptimisticTip(tip, parseOperationRows(operations), id);
}

/** All members' tips with the administrator's pending changes applied, without pending posts. */
export function applyPendingToAdminTips(
  tips: readonly Tip[],
  operations: readonly OperationRow[],
): OptimisticTip[] {
  return toOptimisticAdminTips(tips, parseOperationRows(operations));
}

/** The desk with an administrator's pending changes; undefined for another build's document. */
export function applyPendingToDesk(document: unknown, operations: readonly OperationRow[]) {
  const stored = StoredDesk.safeParse(document).data;
  if (!stored) return undefined;
  const fixtures = toOptimisticDesk(stored.fixtures, parseOperationRows(operations));
  const notHere = findOutdatedFixtures(stored).length;
  return { counts: stored.counts, fixtures, isAllHere: areAllTicketsStored(stored), notHere };
}

/** A fixture with an administrator's pending changes applied, even if the desk does not list it. */
export function applyPendingToFixture(fixture: DeskFixture, operations: readonly OperationRow[]) {
  return toOptimisticDesk([fixture], parseOperationRows(operations))[0];
}

/** Removes public texts that this device's operations erased but stored lists may contain. */
export function removeErasedTexts(
  tips: readonly Tip[],
  operations: readonly OperationRow[],
): Tip[] {
  const erasures = parseOperationRows(operations.filter((row) => operationOf(row)?.removesText));
  return erasures.length === 0
    ? [...tips]
    : tips.map((tip) => toOptimisticTip(tip, erasures, tip.id) ?? tip);
}

/** Ids of tips with an acknowledged withdrawal; stored lists may still contain these tips. */
export function listWithdrawnTipIds(operations: readonly OperationRow[]): ReadonlySet<string> {
  const withdrawals = operations.filter(
    (row) => row.state === 'acked' && operationOf(row)?.removesTip,
  );
  return new Set(withdrawals.map(mainIdOf));
}
