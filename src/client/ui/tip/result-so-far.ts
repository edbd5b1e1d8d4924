import type { Leg } from '#contract/tips.ts';
import { optionNamed } from '#domain/catalogue.ts';
import { scoreFrom } from '#domain/fixture.ts';
import { resultSoFar, type ResultSoFar } from '#domain/settlement/settlement.ts';

/**
 * The current result of a leg: as decided, otherwise by the score of its game. Undefined before the
 * kick-off and if the score does not decide it; a cancelled game needs no score.
 */
export function resultSoFarOf(leg: Leg): ResultSoFar | undefined {
  if (leg.result !== 'pending') return { result: leg.result, decided: true };
  const option = optionNamed(leg.oddName);
  const status = leg.fixtureStatus ?? 'scheduled';
  if (status === 'cancelled') return { result: 'void', decided: true };
  if (!option || !leg.score) return undefined;
  return resultSoFar(option, { status, score: scoreFrom(leg.score) });
}

/** The current result in the row of a leg; undefined for a settled leg of a tip that is not in play. */
export function rowResultSoFar(leg: Leg, inPlay: boolean): ResultSoFar | undefined {
  return inPlay || leg.result === 'pending' ? resultSoFarOf(leg) : undefined;
}
