import type { OperationRow } from './outbox-store.ts';

/** Whether the server could be reached when it was last tried. */
export type Reachability = 'unknown' | 'online' | 'offline';

/** Whether there is a login, and whether the server still takes it. */
export type SessionStanding = 'none' | 'signed-in' | 'refused';

/** How an operation stands, as people are told. */
export type DeviceState = 'saved' | 'sending' | 'unknown' | 'needs-you' | 'blocked';

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

/** With nothing owed; before the server was heard, nobody knows how old the rows on this device are. */
const idle = { unknown: 'all-sent', online: 'up-to-date', offline: 'offline' } as const;

/** What the chip says: what needs the person first, then what waits, then that all is well. */
export function chipOf(
  operations: readonly OperationRow[],
  reachability: Reachability,
  session: SessionStanding,
): Chip {
  const owed = operations.filter(({ state }) => state !== 'acked');
  const standing = (state: DeviceState) => owed.filter((row) => standingOf(row) === state).length;
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
