import type { DeskFixture } from '#contract/desk.ts';
import type { Tip } from '#contract/tips.ts';
import type { FollowRow } from './storage/member-store.ts';
import type { ChangedRows, Operation, RowOperation } from './operations/operation.ts';
import { fixtureSubject, mainIdOf, mainSubjectOf, tipSubject } from './outbox/subjects.ts';
import type { OperationProblem, OperationRow } from './outbox/operation-row.ts';
import { parseOperation, type ParsedOperation } from './operations/registry.ts';
import { type DisplayState, displayStateOf } from './status.ts';

/** The pending operations of a row, and the most urgent of their states. */
type PendingChanges = {
  state: DisplayState;
  /** The problem and kind of a refused operation: both determine the message. */
  problem?: OperationProblem & { kind: string };
  operationIds: string[];
  /** Id of the tip's withdrawal until the server acknowledges it. */
  withdrawalId?: string;
  /** Set if the tip's post was sent and its outcome is unknown. */
  mayBePosted?: true;
};

/** A tip as displayed: the server's row with the device's pending operations applied. */
export type OptimisticTip = Tip & { device?: PendingChanges };

/** A profile or follow with pending operations applied. */
type OptimisticRow<About extends keyof ChangedRows> = ChangedRows[About] & {
  device?: PendingChanges;
};

/** The own profile with pending operations applied. */
export type OptimisticProfile = OptimisticRow<'profile'>;

/** A follow with pending operations applied. */
export type OptimisticFollow = OptimisticRow<'follow'>;

/** A fixture of the desk with pending operations applied. */
export type OptimisticFixture = DeskFixture & { device?: PendingChanges };

/** Own tips as displayed, newest first: server rows and pending posts. */
export function toOptimisticTips(
  serverRows: readonly Tip[],
  operations: readonly OperationRow[],
): OptimisticTip[] {
  return applyToTips(serverRows, operations, () => []);
}

function applyToTips(
  serverRows: readonly Tip[],
  operations: readonly OperationRow[],
  alsoOn: (tip: Tip) => readonly ParsedRow[],
): OptimisticTip[] {
  const known = new Set(serverRows.map(({ id }) => id));
  const rowsById = renameToBackendIds(groupByMainId(operations, 'tip'), known);
  const tips = serverRows.map((tip) =>
    applyOperations(tip, mergeInOrder(rowsById.get(tip.id) ?? [], alsoOn(tip))),
  );
  for (const [id, rows] of rowsById) {
    if (!known.has(id)) tips.push(applyOperations(undefined, rows));
  }
  return tips.filter((shown) => shown !== undefined).toSorted(compareNewestFirst);
}

/** An administrator's list of tips as displayed, newest first, without own pending posts. */
export function toOptimisticAdminTips(
  serverRows: readonly Tip[],
  operations: readonly OperationRow[],
): OptimisticTip[] {
  const known = new Set(serverRows.map(({ id }) => id));
  const ofDesk = groupDeskOperations(operations);
  const shown = applyToTips(serverRows, operations, (tip) => findDeskOperationsOf(ofDesk, tip));
  return shown.filter(({ id }) => known.has(id));
}

/** The desk as displayed, with the administrator's pending changes. */
export function toOptimisticDesk(
  fixtures: readonly DeskFixture[],
  operations: readonly OperationRow[],
): OptimisticFixture[] {
  const ofDesk = groupDeskOperations(operations);
  return fixtures.map((fixture) => {
    const subject = fixtureSubject(fixture.id);
    const rows = (ofDesk.get(subject) ?? []).filter(({ row }) => mainSubjectOf(row) === subject);
    let shown = fixture;
    for (const { row, operation, payload } of rows) {
      if (operation.about !== 'desk' || !hasLiveEffect(row)) continue;
      shown = operation.fixtureEffect?.(shown, payload, row) ?? shown;
    }
    return { ...shown, ...pendingChangesOf(rows) };
  });
}

/** One tip as displayed. */
export function toOptimisticTip(
  serverRow: Tip | undefined,
  operations: readonly OperationRow[],
  id: string,
): OptimisticTip | undefined {
  return applyOperations(serverRow, groupByMainId(operations, 'tip').get(id) ?? []);
}

/** Returns a profile or follow as displayed; `operations` must change no other row of that kind. */
export function toOptimisticRow<About extends keyof ChangedRows>(
  about: About,
  serverRow: ChangedRows[About] | undefined,
  operations: readonly OperationRow[],
): OptimisticRow<About> | undefined {
  const rows = [...groupByMainId(operations, about).values()].flat();
  const shown = applyToRow(about, serverRow, rows);
  return shown && { ...shown, ...pendingChangesOf(rows) };
}

/** The member's follows as displayed. */
export function toOptimisticFollows(
  serverRows: readonly FollowRow[],
  operations: readonly OperationRow[],
): OptimisticFollow[] {
  const rowsById = groupByMainId(operations, 'follow');
  const serverRowById = new Map(serverRows.map((follow) => [follow.tipsterId, follow]));
  const ids = new Set([...serverRowById.keys(), ...rowsById.keys()]);
  return [...ids].flatMap((id) => {
    const rows = rowsById.get(id) ?? [];
    const shown = applyToRow('follow', serverRowById.get(id), rows);
    return [{ tipsterId: id, following: false, ...shown, ...pendingChangesOf(rows) }];
  });
}

/** Applies the operations on one row; undefined if no row results. */
function applyToRow<About extends keyof ChangedRows>(
  about: About,
  serverRow: ChangedRows[About] | undefined,
  rows: readonly ParsedRow[],
): ChangedRows[About] | undefined {
  let shown = serverRow;
  for (const { row, operation, payload } of rows) {
    if (isChangeOf(about, operation) && hasLiveEffect(row)) {
      shown = operation.effect(shown, payload, row);
    }
  }
  return shown;
}

/** Type guard: the operation changes rows of this name. */
function isChangeOf<About extends keyof ChangedRows>(
  about: About,
  operation: Pick<Operation, 'about'>,
): operation is RowOperation<About> {
  return operation.about === about;
}

/** True unless an operation was refused or cannot be read, and so has no effect. */
function hasLiveEffect(row: OperationRow): boolean {
  // failpoint: refused-is-shown
  return row.state !== 'rejected' && row.state !== 'conflict' && row.state !== 'unreadable';
}

type ParsedRow = ParsedOperation & { row: OperationRow };

function applyOperations(
  serverRow: Tip | undefined,
  rows: readonly ParsedRow[],
): OptimisticTip | undefined {
  let shown = serverRow;
  const about: ParsedRow[] = [];
  for (const parsed of rows) {
    const { row, operation, payload } = parsed;
    if (operation.about === 'desk') {
      const changed =
        shown && hasLiveEffect(row) ? operation.effect(shown, payload, row) : undefined;
      // A refused desk operation is resolved on the desk, so its tickets do not display it.
      if (changed) about.push(parsed);
      shown = changed ?? shown;
      continue;
    }
    about.push(parsed);
    // Skips a change that the server row already contains.
    if (serverRow && row.ack?.version !== undefined && serverRow.version >= row.ack.version)
      continue;

    if (operation.about !== 'tip') continue;
    if (hasLiveEffect(row)) shown = operation.effect(shown, payload, row);
    else if (!serverRow && operation.id !== undefined) {
      // A refused post has no server row and is displayed until the member resolves it; later
      // operations on it have no effect.
      shown = operation.effect(undefined, payload, row);
      return shown && { ...shown, ...pendingChangesOf(rows) };
    }
    if (
      shown &&
      hasLiveEffect(row) &&
      row.ack?.version !== undefined &&
      row.ack.version > shown.version
    ) {
      shown = { ...shown, version: row.ack.version };
    }
  }
  return shown && { ...shown, ...pendingChangesOf(about) };
}

const displayStatesByUrgency: readonly DisplayState[] = [
  'needs-you',
  'blocked',
  'unknown',
  'sending',
  'saved',
];

function pendingChangesOf(rows: readonly ParsedRow[]): { device?: PendingChanges } {
  const pending = rows.flatMap(({ row, operation }) => {
    const state = displayStateOf(row);
    return state ? [{ row, operation, state }] : [];
  });
  const worst = displayStatesByUrgency.find((state) =>
    pending.some((candidate) => candidate.state === state),
  );
  if (!worst) return {};
  const first = pending.find(({ state }) => state === worst);
  const problem = first?.row.problem;
  // The member decides about a refused operation first, not about a later withdrawal.
  const deciding = worst === 'needs-you' ? first : pending.at(-1);
  const withdrawal = deciding?.operation.removesTip ? deciding.row : undefined;
  const mayBePosted = pending.some(({ row, operation }) => isSentPost(row, operation));
  return {
    device: {
      state: worst,
      ...(first && problem && { problem: { ...problem, kind: first.row.kind } }),
      operationIds: pending.map(({ row }) => row.id),
      ...(withdrawal && { withdrawalId: withdrawal.id }),
      ...(mayBePosted && { mayBePosted }),
    },
  };
}

function isSentPost(row: OperationRow, operation: ParsedOperation['operation']): boolean {
  return operation.id !== undefined && row.sentEver && hasLiveEffect(row);
}

/** Groups parseable operations by key, in queue order. */
function groupOperations(
  operations: readonly OperationRow[],
  keysOf: (parsed: ParsedRow) => readonly string[],
): Map<string, ParsedRow[]> {
  const groups = new Map<string, ParsedRow[]>();
  for (const row of operations.toSorted((one, other) => one.seq - other.seq)) {
    const parsed = parseOperation(row);
    if (typeof parsed !== 'object') continue;
    for (const key of keysOf({ row, ...parsed })) {
      const group = groups.get(key) ?? [];
      group.push({ row, ...parsed });
      groups.set(key, group);
    }
  }
  return groups;
}

function groupByMainId(
  operations: readonly OperationRow[],
  about: ParsedOperation['operation']['about'],
): Map<string, ParsedRow[]> {
  return groupOperations(operations, ({ row, operation }) =>
    operation.about === about ? [mainIdOf(row)] : [],
  );
}

function groupDeskOperations(operations: readonly OperationRow[]): Map<string, ParsedRow[]> {
  return groupOperations(operations, ({ row, operation }) =>
    operation.about === 'desk' ? row.subjects : [],
  );
}

function findDeskOperationsOf(
  ofDesk: ReadonlyMap<string, ParsedRow[]>,
  { id, options }: Tip,
): ParsedRow[] {
  if (ofDesk.size === 0) return [];
  const subjects = [tipSubject(id), ...options.map(({ fixtureId }) => fixtureSubject(fixtureId))];
  const rows = subjects.flatMap((subject) => ofDesk.get(subject) ?? []);
  return [...new Map(rows.map((parsed) => [parsed.row.seq, parsed])).values()];
}

function mergeInOrder(own: ParsedRow[], also: readonly ParsedRow[]): readonly ParsedRow[] {
  if (also.length === 0) return own;
  return [...own, ...also].toSorted((one, other) => one.row.seq - other.row.seq);
}

/** Uses the backend's id of a tip as the group's key once a server row with that id exists. */
function renameToBackendIds(
  groups: Map<string, ParsedRow[]>,
  known: ReadonlySet<string>,
): typeof groups {
  const named = new Map<string, ParsedRow[]>();
  for (const [id, rows] of groups) {
    const backendId = rows.find(({ row }) => row.entityId !== undefined)?.row.entityId;
    const name = backendId !== undefined && known.has(backendId) ? backendId : id;
    named.set(name, [...(named.get(name) ?? []), ...rows]);
  }
  return named;
}

function compareNewestFirst(one: Tip, other: Tip): number {
  if (one.creationTime !== other.creationTime) {
    return one.creationTime < other.creationTime ? 1 : -1;
  }
  return one.id < other.id ? 1 : -1;
}
