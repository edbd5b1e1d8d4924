import { findOptionByName } from '#domain/catalogue.ts';
import { pairsToScore } from '#domain/fixture.ts';
import { proposeSettlement, type Settlement } from '#domain/settlement/settlement.ts';

import type { Leg } from './tips.ts';

type DecidedLeg = Pick<
  Leg,
  'oddName' | 'startDateOfGame' | 'fixtureStatus' | 'score' | 'result' | 'fact' | 'reason'
>;

/** Settles a leg by the current result of its game; undefined if the rules cannot decide. */
export function findCurrentSettlement(leg: DecidedLeg): Settlement | undefined {
  const { oddName, startDateOfGame, fixtureStatus: status, score } = leg;
  const option = findOptionByName(oddName);
  if (!option || status === undefined) return undefined;
  const kickOff = new Date(startDateOfGame);
  const known = score && pairsToScore(score);
  const proposed = proposeSettlement(option, { status, kickOff, score: known }, kickOff);
  return proposed?.result === 'ask' ? undefined : proposed;
}

/**
 * Compares a leg's decision with the result that the rules give now. `overruled`: a person decided
 * differently; `outdated`: the rules decided for an earlier result of the game. Undefined if the
 * decision agrees or the rules cannot decide.
 */
export function decisionStatusOf(leg: DecidedLeg): 'overruled' | 'outdated' | undefined {
  const ruled = leg.result === 'pending' ? undefined : findCurrentSettlement(leg);
  if (!ruled || ruled.result === leg.result) return undefined;
  return isDecidedByPerson(leg) ? 'overruled' : 'outdated';
}

/** True if a person wrote the reason and the rules do not give this result now. */
export function hasPersonalReason(leg: DecidedLeg): boolean {
  return isDecidedByPerson(leg) && findCurrentSettlement(leg)?.result !== leg.result;
}

function isDecidedByPerson({ fact, reason }: DecidedLeg): boolean {
  return fact === undefined && (reason ?? '') !== '';
}
