import type { Leg } from '#contract/tips.ts';
import { findOptionByName } from '#domain/catalogue.ts';
import { pairsToScore } from '#domain/fixture.ts';
import { findCurrentResult, type CurrentResult } from '#domain/settlement/settlement.ts';

/**
 * The current result of a leg: its decision, else the result by the game's score. Undefined before
 * the kick-off, and if the score determines no result; a cancelled game needs no score.
 */
export function resultSoFarOf(leg: Leg): CurrentResult | undefined {
  if (leg.result !== 'pending') return { result: leg.result, decided: true };
  const option = findOptionByName(leg.oddName);
  const status = leg.fixtureStatus ?? 'scheduled';
  if (status === 'cancelled') return { result: 'void', decided: true };
  if (!option || !leg.score) return undefined;
  return findCurrentResult(option, { status, score: pairsToScore(leg.score) });
}

/** The current result in a leg's row; undefined for a settled leg unless the tip is in play. */
export function findRowResultSoFar(leg: Leg, inPlay: boolean): CurrentResult | undefined {
  return inPlay || leg.result === 'pending' ? resultSoFarOf(leg) : undefined;
}
