import { optionNamed } from '#domain/catalogue.ts';
import { scoreFrom } from '#domain/fixture.ts';
import { proposal, type Settlement } from '#domain/settlement.ts';

import type { Leg } from './tips.ts';

type DecidedLeg = Pick<
  Leg,
  'oddName' | 'startDateOfGame' | 'fixtureStatus' | 'score' | 'result' | 'fact' | 'reason'
>;

/** What the rules say of a leg by the result that its game has now; undefined where they do not say it. */
export function ruledNow(leg: DecidedLeg): Settlement | undefined {
  const { oddName, startDateOfGame, fixtureStatus: status, score } = leg;
  const option = optionNamed(oddName);
  if (!option || status === undefined) return undefined;
  const kickOff = new Date(startDateOfGame);
  const known = score && scoreFrom(score);
  const said = proposal(option, { status, kickOff, score: known }, kickOff);
  return said?.result === 'ask' ? undefined : said;
}

/**
 * How a decision stands to what the rules say now: `overruled` is a person's against them, `outdated` one that
 * an earlier result of the game made. Undefined where they agree, or where the rules do not say it.
 */
export function standingOf(leg: DecidedLeg): 'overruled' | 'outdated' | undefined {
  const ruled = leg.result === 'pending' ? undefined : ruledNow(leg);
  if (!ruled || ruled.result === leg.result) return undefined;
  return isDecidedByPerson(leg) ? 'overruled' : 'outdated';
}

/** Whether the reason of a decision is a person's own, which the rules do not give by now. */
export function hasOwnReason(leg: DecidedLeg): boolean {
  return isDecidedByPerson(leg) && ruledNow(leg)?.result !== leg.result;
}

function isDecidedByPerson({ fact, reason }: DecidedLeg): boolean {
  return fact === undefined && (reason ?? '') !== '';
}
