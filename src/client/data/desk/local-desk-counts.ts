import { minOf } from '#domain/extremes.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import type { DeskFixture } from '#contract/desk.ts';
import { operationOf } from '#sync/operations/registry.ts';
import type { DisplayState } from '#sync/status.ts';
import { useDevice } from '../device/device.tsx';
import { pendingStateOf } from '../outbox/change-state.ts';

/** Counts of the administrator's work that only this device can compute. */
type LocalDeskCounts = {
  /** Tickets that are neither confirmed nor withdrawn, including own tickets. */
  openTickets: number;
  /** Own changes that conflict with another administrator's change. */
  conflicts: number;
  /** The state of the own changes at the desk; absent if the server has acknowledged all. */
  state?: DisplayState | undefined;
};

/** Counts that only this device can compute; undefined until the rows were read. */
export function useLocalDeskCounts(): LocalDeskCounts | undefined {
  const { member } = useDevice();
  return useLiveQuery(async () => {
    if (!member) return { openTickets: 0, conflicts: 0 };
    const { adminTips, operations } = member.store;
    const [openTickets, all] = await Promise.all([
      adminTips.filter((tip) => !tip.IsGameSuccessful).count(),
      operations.orderBy('seq').toArray(),
    ]);
    const conflicts = all.filter(({ state }) => state === 'conflict').length;
    const ofDesk = all.filter((row) => operationOf(row)?.rows !== 'own');
    return { openTickets, conflicts, state: pendingStateOf(ofDesk, all) };
  }, [member]);
}

/** Counts games with legs that can be decided now, or that an outdated score decided. */
export function countGamesToSettle(fixtures: readonly DeskFixture[]): number {
  const isReady = ({ pending, differing, proposal }: DeskFixture['selections'][number]) =>
    pending + differing > 0 && proposal !== undefined && proposal.result !== 'ask';
  return fixtures.filter(({ selections }) => selections.some(isReady)).length;
}

/** Counts games with an option that has no price in at least one ticket. */
export function countGamesToPrice(fixtures: readonly DeskFixture[]): number {
  return fixtures.filter(hasUnpricedSelection).length;
}

function hasUnpricedSelection({ selections }: DeskFixture): boolean {
  return selections.some(({ unpriced }) => unpriced > 0);
}

/**
 * Milliseconds to the next kick-off of a game with an option that has no price in a ticket;
 * undefined if there is none.
 */
export function findMsToUnpricedKickOff(
  fixtures: readonly DeskFixture[],
  now: Date,
): number | undefined {
  const delays = fixtures
    .filter(hasUnpricedSelection)
    .map(({ kickOff }) => Date.parse(kickOff) - now.getTime())
    .filter((time) => time > 0);
  return delays.length === 0 ? undefined : minOf(delays);
}
