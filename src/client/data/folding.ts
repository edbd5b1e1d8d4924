import '../without-eval.ts';
import type { Profile } from '#contract/members.ts';
import type { Tip } from '#contract/tips.ts';
import {
  isLive,
  optimisticAdminTips,
  optimisticFollows,
  optimisticProfile,
  optimisticTip,
  optimisticTips,
  type OptimisticFollow,
  type OptimisticProfile,
  type OptimisticTip,
} from '#sync/optimistic-rows.ts';
import { tipLane } from '#sync/lane.ts';
import type { FollowRow } from '#sync/member-store.ts';
import type { Operation } from '#sync/operations/operation.ts';
import { isKnownKind, operations, understand } from '#sync/operations/registry.ts';
import { readOperations } from '#sync/outbox.ts';
import type { OperationRow } from '#sync/outbox-store.ts';

/** Tips with what this device still owes folded in, newest first. */
export function tipsShown(base: readonly Tip[], rows: readonly unknown[]): OptimisticTip[] {
  return optimisticTips(base, operationsAbout(base, rows));
}

/** Everybody's tips with an administrator's own changes; their own posts do not join. */
export function adminTipsShown(base: readonly Tip[], rows: readonly unknown[]): OptimisticTip[] {
  return optimisticAdminTips(base, operationsShown(rows));
}

export function tipShown(
  base: Tip | undefined,
  rows: readonly unknown[],
  id: string,
): OptimisticTip | undefined {
  const lane = tipLane(id);
  const about = rows.filter((row) => textIn(row, 'lane') === lane);
  return optimisticTip(base, about.flatMap(rowIn), id);
}

export function profileShown(
  base: Profile | undefined,
  rows: readonly unknown[],
): OptimisticProfile | undefined {
  return optimisticProfile(base, operationsShown(rows));
}

export function followsShown(
  base: readonly FollowRow[],
  rows: readonly unknown[],
): OptimisticFollow[] {
  return optimisticFollows(base, operationsShown(rows));
}

/** The tips that their own tipster takes back right now. */
export function withdrawnTips(rows: readonly unknown[]): ReadonlySet<string> {
  const withdrawals = rows.filter((row) => operationIn(row)?.removes).flatMap(rowIn);
  return new Set(
    withdrawals.filter(isLive).flatMap((row) => {
      const meant = understand(row);
      return typeof meant === 'object' ? meant.operation.subject(meant.payload, row.memberId) : [];
    }),
  );
}

/** The outbox as the list of what is on this phone shows it. */
export function operationsShown(rows: readonly unknown[]): OperationRow[] {
  const known = operationsByRows.get(rows);
  if (known) return known;
  const operations = rows.flatMap(rowIn);
  operationsByRows.set(rows, operations);
  return operations;
}

/**
 * What is owed about these tips, and about those that were made on this phone: a long queue is
 * not read whole for a short page.
 */
function operationsAbout(base: readonly Tip[], rows: readonly unknown[]): OperationRow[] {
  const lanes = new Set<unknown>(base.map(({ id }) => tipLane(id)));
  for (const row of rows) if (operationIn(row)?.id) lanes.add(textIn(row, 'lane'));
  return rows.filter((row) => lanes.has(textIn(row, 'lane'))).flatMap(rowIn);
}

function operationIn(row: unknown): Operation | undefined {
  const kind = textIn(row, 'kind');
  return isKnownKind(kind) ? operations[kind] : undefined;
}

function textIn(row: unknown, name: 'kind' | 'lane'): unknown {
  return typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
}

function rowIn(row: unknown): OperationRow[] {
  if (typeof row !== 'object' || row === null) return readOperations([row]);
  const known = operationByRow.get(row);
  if (known) return known;
  const operation = readOperations([row]);
  operationByRow.set(row, operation);
  return operation;
}

// Every hook folds the same rows, and to read them costs more than to fold them.
const operationsByRows = new WeakMap<readonly unknown[], OperationRow[]>();
const operationByRow = new WeakMap<object, OperationRow[]>();
