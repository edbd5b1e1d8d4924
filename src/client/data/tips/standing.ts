import type { Leg } from '#contract/tips.ts';
import { optionNamed } from '#domain/catalogue.ts';
import { scoreFrom } from '#domain/fixture.ts';
import { type Standing, standsSo } from '#domain/settlement.ts';

/**
 * How a leg stands: as it was decided, else by the score of its game so far. Undefined before kick-off and
 * where the score does not say it.
 */
export function standingOf(leg: Leg): Standing | undefined {
  if (leg.result !== 'pending') return { result: leg.result, decided: true };
  const option = optionNamed(leg.oddName);
  if (!option || !leg.score) return undefined;
  const status = leg.fixtureStatus ?? 'scheduled';
  return standsSo(option, { status, score: scoreFrom(leg.score) });
}
