import { hasStarted } from '#domain/fixture.ts';
import { withdrawalWindow } from '#domain/tip.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';

/**
 * Whether a saved tip can be taken back: while it has not left this phone, and after that for two
 * minutes of the server's own time and before any kick-off. Not every backend takes tips back.
 */
export function mayWithdraw(tip: OptimisticTip, now: Date, backendCan = true): boolean {
  if (!backendCan) return false;
  const { device, version, options } = tip;
  if (version === 0) return device?.state === 'saved' || device?.state === 'waits';
  if (device !== undefined || tip.IsBooked || tip.IsGameSuccessful) return false;
  if (options.some(({ startDateOfGame }) => hasStarted(new Date(startDateOfGame), now))) {
    return false;
  }
  return now.getTime() - Date.parse(tip.creationTime) <= withdrawalWindow;
}
