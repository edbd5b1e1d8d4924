import type { OperationRow } from './operation-row.ts';

/** Whether the server could be reached when it was last tried. */
export type Reachability = 'unknown' | 'online' | 'offline';

/** Whether there is a login, and whether the server still takes it. */
export type SessionStanding = 'none' | 'signed-in' | 'refused';

/** How an operation stands, as people are told. */
export type DeviceState = 'saved' | 'sending' | 'unknown' | 'needs-you' | 'blocked' | 'waits';

/** The one thing the chip says, and about how many operations. */
export type Chip = {
  kind:
    | 'up-to-date'
    | 'all-sent'
    | 'offline'
    | 'saved'
    | 'sending'
    | 'needs-you'
    | 'sign-in'
    | 'verify-email';
  count: number;
};

/** After this many tries an operation also asks for its person's attention, and goes on trying. */
const patience = 8;

/** Whether trying again has been in vain; without a line there is nothing for a person to do. */
function isStuck({ attempts, problem }: OperationRow): boolean {
  return attempts >= patience && problem?.code !== 'unreachable';
}

/** How an operation stands; `undefined` once the server has taken it. */
export function standingOf(row: OperationRow): DeviceState | undefined {
  switch (row.state) {
    case 'acked':
      return undefined;
    case 'conflict':
    case 'rejected':
    case 'unreadable':
      return 'needs-you';
    case 'blocked':
      return row.blockedBy === 'person' ? 'needs-you' : 'blocked';
    case 'sending':
      return 'sending';
    case 'pending':
    case 'unknown':
      if (isStuck(row)) return 'needs-you';
      return row.state === 'unknown' ? 'unknown' : 'saved';
  }
}

/**
 * The operation that stands in the way of another: one that comes before it and needs its person
 * or something else first. One that only takes its turn stands in nobody's way.
 */
export function waitsFor(
  row: OperationRow,
  operations: readonly OperationRow[],
): OperationRow | undefined {
  return obstacles(operations).get(row.id);
}

/** How every operation stands that is not done, those that wait for another one included. */
export function standingsOf(operations: readonly OperationRow[]): Map<string, DeviceState> {
  const held = obstacles(operations);
  const standings = new Map<string, DeviceState>();
  for (const row of operations) {
    const standing = standingOf(row);
    if (!standing) continue;
    const mayGo = row.state === 'pending' || row.state === 'unknown';
    standings.set(row.id, mayGo && held.has(row.id) ? 'waits' : standing);
  }
  return standings;
}

/** What holds back whom, in one pass: the first obstacle is what a person can do something about. */
function obstacles(operations: readonly OperationRow[]): Map<string, OperationRow> {
  const held = new Map<string, OperationRow>();
  const inLane = new Map<string, OperationRow>();
  const byId = new Map<string, OperationRow>();
  for (const row of operations.toSorted((one, other) => one.seq - other.seq)) {
    if (row.state === 'acked') continue;
    const before = [inLane.get(row.lane), ...row.deps.map((dep) => byId.get(dep))];
    const obstacle = before.find((other) => other !== undefined);
    if (obstacle) held.set(row.id, obstacle);
    const itself = isHeldUp(row) ? row : undefined;
    const inTheWay = obstacle ?? itself;
    if (!inTheWay) continue;
    inLane.set(row.lane, inTheWay);
    for (const id of [row.id, ...(row.formerly ?? [])]) byId.set(id, inTheWay);
  }
  return held;
}

/** Whether an operation goes no further by itself. */
function isHeldUp({ state }: OperationRow): boolean {
  return state !== 'pending' && state !== 'unknown' && state !== 'sending';
}

/** With nothing owed; before the server was heard, nobody knows how old the rows on this device are. */
const idle = { unknown: 'all-sent', online: 'up-to-date', offline: 'offline' } as const;

/** What the chip says: what needs the person first, then what waits, then that all is well. */
export function chipOf(
  operations: readonly OperationRow[],
  reachability: Reachability,
  session: SessionStanding,
): Chip {
  const owed = operations.filter(({ state }) => state !== 'acked');
  const standings = [...standingsOf(owed).values()];
  const standing = (state: DeviceState) => standings.filter((one) => one === state).length;
  const blockedBy = (blocker: OperationRow['blockedBy']) =>
    owed.filter((row) => row.state === 'blocked' && row.blockedBy === blocker).length;

  const needing = standing('needs-you') + blockedBy('update');
  if (needing > 0) return { kind: 'needs-you', count: needing };
  if (session === 'refused' || blockedBy('auth') > 0)
    return { kind: 'sign-in', count: owed.length };
  if (blockedBy('unverified') > 0) {
    return { kind: 'verify-email', count: blockedBy('unverified') };
  }
  if (owed.length > 0) {
    const kind = standing('sending') > 0 && reachability !== 'offline' ? 'sending' : 'saved';
    return { kind, count: owed.length };
  }
  return { kind: idle[reachability], count: 0 };
}
