import type { Profile } from '#contract/members.ts';
import type { Tip } from '#contract/tips.ts';
import type { FollowRow } from './member-store.ts';
import { understand, type Understood } from './operations/registry.ts';
import type { OperationRow, OperationProblem } from './outbox-store.ts';
import { type DeviceState, standingOf } from './status.ts';

/** What this device still owes about a row, and how that stands. */
type Device = { state: DeviceState; problem?: OperationProblem; operationIds: string[] };

/** A tip as the person sees it: the server's, with their own live operations folded in. */
export type TipView = Tip & { device?: Device };

/** The own profile as the person sees it. */
export type ProfileView = Profile & { device?: Device };

/** Whether a tipster is followed, as the person sees it. */
export type FollowView = FollowRow & { device?: Device };

/** Tips as the person sees them, newest first: base rows plus what they have posted since. */
export function foldTips(base: readonly Tip[], operations: readonly OperationRow[]): TipView[] {
  const known = new Set(base.map(({ id }) => id));
  const rowsById = underGivenIds(groupedBySubject(operations, 'tip'), known);
  const views = base.map((tip) => foldOne(tip, rowsById.get(tip.id) ?? []));
  for (const [id, rows] of rowsById) {
    if (!known.has(id)) views.push(foldOne(undefined, rows));
  }
  return views.filter((view) => view !== undefined).toSorted(newestFirst);
}

/** Everybody's tips as an administrator sees them, newest first; their own posts do not join. */
export function foldAdminTips(
  base: readonly Tip[],
  operations: readonly OperationRow[],
): TipView[] {
  const known = new Set(base.map(({ id }) => id));
  return foldTips(base, operations).filter(({ id }) => known.has(id));
}

/** One tip as the person sees it. */
export function foldTip(
  base: Tip | undefined,
  operations: readonly OperationRow[],
  id: string,
): TipView | undefined {
  return foldOne(base, groupedBySubject(operations, 'tip').get(id) ?? []);
}

/** The own profile as the person sees it. */
export function foldProfile(
  base: Profile | undefined,
  operations: readonly OperationRow[],
): ProfileView | undefined {
  let view = base;
  const rows = [...groupedBySubject(operations, 'profile').values()].flat();
  for (const { row, operation, payload } of rows) {
    if (operation.about === 'profile' && isLive(row)) view = operation.fold(view, payload, row);
  }
  return view && { ...view, ...deviceOf(rows) };
}

/** Whom the member follows, as they see it. */
export function foldFollows(
  base: readonly FollowRow[],
  operations: readonly OperationRow[],
): FollowView[] {
  const rowsById = groupedBySubject(operations, 'follow');
  const baseById = new Map(base.map((follow) => [follow.tipsterId, follow]));
  const ids = new Set([...baseById.keys(), ...rowsById.keys()]);
  return [...ids].flatMap((id) => {
    let view = baseById.get(id);
    const rows = rowsById.get(id) ?? [];
    for (const { row, operation, payload } of rows) {
      if (operation.about === 'follow' && isLive(row)) view = operation.fold(view, payload, row);
    }
    return [{ tipsterId: id, following: false, ...view, ...deviceOf(rows) }];
  });
}

/** Whether an operation still counts: a refused one leaves the view by itself. */
function isLive(row: OperationRow): boolean {
  return row.state !== 'rejected' && row.state !== 'conflict' && row.state !== 'unreadable';
}

type Told = Understood & { row: OperationRow };

function foldOne(base: Tip | undefined, rows: readonly Told[]): TipView | undefined {
  let view = base;
  for (const { row, operation, payload } of rows) {
    // Base may already hold it, and something newer on top that it must not cover.
    if (base && row.ack?.version !== undefined && base.version >= row.ack.version) continue;

    if (operation.about !== 'tip') continue;
    if (isLive(row)) view = operation.fold(view, payload, row);
    else if (!base && operation.id !== undefined) {
      // A refused post stays a local tip until its person acts, as there is no base to fall
      // back on; what they did with it afterwards has not happened.
      view = operation.fold(undefined, payload, row);
      break;
    }
    if (view && isLive(row) && row.ack?.version !== undefined && row.ack.version > view.version) {
      view = { ...view, version: row.ack.version };
    }
  }
  return view && { ...view, ...deviceOf(rows) };
}

const states: readonly DeviceState[] = ['needs-you', 'blocked', 'unknown', 'sending', 'saved'];

function deviceOf(rows: readonly Told[]): { device?: Device } {
  const owed = rows.flatMap(({ row }) => {
    const state = standingOf(row);
    return state ? [{ row, state }] : [];
  });
  const worst = states.find((state) => owed.some((candidate) => candidate.state === state));
  if (!worst) return {};
  const problem = owed.find(({ state }) => state === worst)?.row.problem;
  return {
    device: {
      state: worst,
      ...(problem && { problem }),
      operationIds: owed.map(({ row }) => row.id),
    },
  };
}

function groupedBySubject(
  operations: readonly OperationRow[],
  about: Understood['operation']['about'],
): Map<string, Told[]> {
  const groups = new Map<string, Told[]>();
  for (const row of operations.toSorted((one, other) => one.seq - other.seq)) {
    const understood = understand(row);
    if (typeof understood !== 'object' || understood.operation.about !== about) continue;
    const subject = understood.operation.subject(understood.payload, row.memberId);
    const group = groups.get(subject);
    if (group) group.push({ row, ...understood });
    else groups.set(subject, [{ row, ...understood }]);
  }
  return groups;
}

/** What a backend has given an id of its own goes by that one as soon as its row is here. */
function underGivenIds(groups: Map<string, Told[]>, known: ReadonlySet<string>): typeof groups {
  const named = new Map<string, Told[]>();
  for (const [id, rows] of groups) {
    const given = rows.find(({ row }) => row.entityId !== undefined)?.row.entityId;
    const name = given !== undefined && known.has(given) ? given : id;
    named.set(name, [...(named.get(name) ?? []), ...rows]);
  }
  return named;
}

/** Moments are texts of one form, which the index of the rows goes by as well. */
function newestFirst(one: Tip, other: Tip): number {
  if (one.creationTime !== other.creationTime) {
    return one.creationTime < other.creationTime ? 1 : -1;
  }
  return one.id < other.id ? 1 : -1;
}
