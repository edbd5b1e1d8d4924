import type { Fixture } from '#contract/fixtures.ts';
import { hasStarted } from '#domain/fixture.ts';

/** Whether a fixture can still be picked: it is going ahead and has not kicked off. */
export function isOpen({ status, kickOff }: Pick<Fixture, 'status' | 'kickOff'>, now: Date) {
  return status === 'scheduled' && !hasStarted(new Date(kickOff), now);
}

const longestMatch = 2.5 * 60 * 60_000;

/** Whether a fixture belongs on the list: it lies ahead, or it is being played right now. */
export function isListed({ kickOff }: Pick<Fixture, 'kickOff'>, now: Date): boolean {
  return now.getTime() - Date.parse(kickOff) < longestMatch;
}
