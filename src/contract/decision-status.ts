import { findOptionByName } from '#domain/catalogue.ts';
import { pairsToScore } from '#domain/fixture.ts';
import { proposeSettlement, type Settlement } from '#domain/settlement/settlement.ts';

import type { Leg } from './tips.ts';

type DecidedLeg = Pick<
  Leg,
  'oddName' | 'startDateOfGame' | 'fixtureStatus' | 'score' | 'result' | 'fact' | 'reason'
>;

/** Settles a leg by the current result of its game; undefined if the rules cannot. */
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
 * Compares a decision with the current rules and result: `overruled` is a person's decision against
 * them, `outdated` follows from an earlier result of the game. Undefined if they agree or the rules
 * cannot settle the leg.
 */
export function decisionStatusOf(leg: DecidedLeg): 'overruled' | 'outdated' | undefined {
  const ruled = leg.result === 'pending' ? undefined : findCurrentSettlement(leg);
  if (!ruled || ruled.result === leg.result) return undefined;
  return isDecidedByPerson(leg) ? 'overruled' : 'outdated';
}

/** True if the reason was written by a person and the rules do not give the same result now. */
export function hasPersonalReason(leg: DecidedLeg): boolean {
  return isDecidedByPerson(leg) && findCurrentSettlement(leg)?.result !== leg.result;
}

function isDecidedByPerson({ fact, reason }: DecidedLeg): boolean {
  return fact === undefined && (reason ?? '') !== '';
}
