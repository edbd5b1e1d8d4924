import type { Leg } from '#contract/tips.ts';
import { optionNamed } from '#domain/catalogue.ts';
import { type Standing, standsSo } from '#domain/settlement.ts';

/**
 * How a leg stands: as it was decided, else by the score of its game so far. Undefined before kick-off and
 * where the score does not say it.
 */
export function standingOf(leg: Leg): Standing | undefined {
  if (leg.result !== 'pending') return { result: leg.result, decided: true };
  const option = optionNamed(leg.oddName);
  if (!option || !leg.score) return undefined;
  const { fullTime, halfTime } = leg.score;
  return standsSo(option, {
    status: leg.fixtureStatus ?? 'scheduled',
    score: { fullTime: goalsIn(fullTime), ...(halfTime && { halfTime: goalsIn(halfTime) }) },
  });
}

function goalsIn([home, away]: readonly [number, number]) {
  return { home, away };
}
