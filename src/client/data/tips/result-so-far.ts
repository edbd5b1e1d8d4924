import type { Leg } from '#contract/tips.ts';
import { optionNamed } from '#domain/catalogue.ts';
import { scoreFrom } from '#domain/fixture.ts';
import { resultSoFar, type ResultSoFar } from '#domain/settlement.ts';

/**
 * The result of a leg so far: as it was decided, else by the score of its game. Undefined before kick-off
 * and where the score does not say it; a game that was cancelled needs none.
 */
export function resultSoFarOf(leg: Leg): ResultSoFar | undefined {
  if (leg.result !== 'pending') return { result: leg.result, decided: true };
  const option = optionNamed(leg.oddName);
  const status = leg.fixtureStatus ?? 'scheduled';
  if (status === 'cancelled') return { result: 'void', decided: true };
  if (!option || !leg.score) return undefined;
  return resultSoFar(option, { status, score: scoreFrom(leg.score) });
}
