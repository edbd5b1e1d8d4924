import { optionNamed } from '#domain/catalogue.ts';
import { scoreFrom } from '#domain/fixture.ts';
import { proposal, type Settlement } from '#domain/settlement.ts';

import type { Leg } from './tips.ts';

type DecidedLeg = Pick<
  Leg,
  'oddName' | 'startDateOfGame' | 'fixtureStatus' | 'score' | 'result' | 'fact' | 'reason'
>;

/** Settles a leg by its game's current result; undefined where the rules cannot. */
export function currentSettlement(leg: DecidedLeg): Settlement | undefined {
  const { oddName, startDateOfGame, fixtureStatus: status, score } = leg;
  const option = optionNamed(oddName);
  if (!option || status === undefined) return undefined;
  const kickOff = new Date(startDateOfGame);
  const known = score && scoreFrom(score);
  const said = proposal(option, { status, kickOff, score: known }, kickOff);
  return said?.result === 'ask' ? undefined : said;
}

/**
 * Compares a decision with the current rules and result: `overruled` is a person's against them, `outdated` one that
 * an earlier result of the game made. Undefined where they agree, or where the rules cannot settle the leg.
 */
export function decisionStatusOf(leg: DecidedLeg): 'overruled' | 'outdated' | undefined {
  const ruled = leg.result === 'pending' ? undefined : currentSettlement(leg);
  if (!ruled || ruled.result === leg.result) return undefined;
  return isDecidedByPerson(leg) ? 'overruled' : 'outdated';
}

/** Whether the reason of a decision is a person's own, which the rules do not give by now. */
export function hasOwnReason(leg: DecidedLeg): boolean {
  return isDecidedByPerson(leg) && currentSettlement(leg)?.result !== leg.result;
}

function isDecidedByPerson({ fact, reason }: DecidedLeg): boolean {
  return fact === undefined && (reason ?? '') !== '';
}
