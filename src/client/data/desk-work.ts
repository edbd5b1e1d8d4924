import { minOf } from '#domain/extremes.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import type { DeskFixture } from '#contract/desk.ts';
import { operationOf } from '#sync/operations/registry.ts';
import type { DeviceState } from '#sync/status.ts';
import { useDevice } from './device/device.tsx';
import { pendingStateOf } from './outbox/change-state.ts';

/** What of an administrator's work is on this device alone. */
type OwnWork = {
  /** Tickets that are neither confirmed nor withdrawn, one's own among them. */
  openTickets: number;
  /** Changes that met somebody else's. */
  conflicts: number;
  /** How far one's own changes at the desk have come; absent once the server has all of them. */
  state?: DeviceState | undefined;
};

/** What this device knows of the work; undefined until it was counted. */
export function useOwnWork(): OwnWork | undefined {
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

/** Games whose results decide something that nobody has decided yet, or that earlier results decided. */
export function gamesToSettle(fixtures: readonly DeskFixture[]): number {
  const isReady = ({ pending, differing, proposal }: DeskFixture['selections'][number]) =>
    pending + differing > 0 && proposal !== undefined && proposal.result !== 'ask';
  return fixtures.filter(({ selections }) => selections.some(isReady)).length;
}

/** Games with an option in a ticket that has no price. */
export function gamesToPrice(fixtures: readonly DeskFixture[]): number {
  return fixtures.filter(hasUnpriced).length;
}

function hasUnpriced({ selections }: DeskFixture): boolean {
  return selections.some(({ unpriced }) => unpriced > 0);
}

/** How long it is to the next game of a ticket without a price, in milliseconds; undefined without one. */
export function nextUnpriced(fixtures: readonly DeskFixture[], now: Date): number | undefined {
  const left = fixtures
    .filter(hasUnpriced)
    .map(({ kickOff }) => Date.parse(kickOff) - now.getTime())
    .filter((time) => time > 0);
  return left.length === 0 ? undefined : minOf(left);
}
