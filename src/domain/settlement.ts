import type { OddsGroup, Option } from './catalogue.ts';
import type { Fact } from './fact.ts';
import {
  type Finding,
  findingsAtFullTime,
  findingsWhenAbandoned,
  hasCaughtUp,
} from './findings.ts';
import { type FixtureStatus, isScore, type Score } from './fixture.ts';
import { allow, refuse, type RuleResult } from './rule-result.ts';
import type { DecidedResult } from './tip.ts';

/** What a match says about an option, and why; `ask` leaves it to a person. */
export type Settlement = {
  readonly result: DecidedResult | 'ask';
  readonly fact: Fact;
};

/** What is known of a fixture; the kick-off is the one it was given last. */
export type MatchReport = {
  readonly status: FixtureStatus;
  readonly kickOff: Date;
  readonly score?: Score | undefined;
};

/**
 * How long after its kick-off a postponed fixture may wait for a new date before its legs become void. Who
 * gives it one in time moves the kick-off, and the legs go along. A source of odds does so within this time;
 * beyond it the new date is another fixture. A season file moves a fixture however far.
 */
export const postponementHours = 48;

/** Settles an option of a match that was played to its end. */
export function settle(option: Option, score: Score): Settlement {
  if (!isScore(score)) return impossible(score);
  return settled(option, findingsAtFullTime[option.oddsGroup](score));
}

/**
 * Settles an option of a match that stopped early, `score.fullTime` being where it stood. What was
 * decided stands both ways, the rest is void; no half-time score means half-time was not reached.
 */
export function settleAbandoned(option: Option, score: Score): Settlement {
  if (!isScore(score)) return impossible(score);
  return settled(option, findingsWhenAbandoned[option.oddsGroup](score));
}

/** Settles what a fixture's status alone decides; undefined where it decides nothing yet. */
export function settleStatus(
  report: Pick<MatchReport, 'status' | 'kickOff'>,
  now: Date,
): Settlement | undefined {
  if (report.status === 'cancelled') return { result: 'void', fact: { code: 'cancelled' } };
  if (report.status === 'awarded') return { result: 'ask', fact: { code: 'awarded' } };
  if (report.status !== 'postponed') return undefined;

  const waited = now.getTime() - report.kickOff.getTime();
  if (waited <= postponementHours * 60 * 60 * 1000) return undefined;
  return { result: 'void', fact: { code: 'postponed', hours: postponementHours } };
}

/** What to propose for an option from everything known of its match; undefined means wait. */
export function proposal(option: Option, report: MatchReport, now: Date): Settlement | undefined {
  if (report.status === 'played' && report.score) return settle(option, report.score);
  if (report.status === 'abandoned' && report.score) return settleAbandoned(option, report.score);
  if (report.status === 'played' || report.status === 'abandoned') {
    return { result: 'ask', fact: { code: 'score-missing' } };
  }
  return settleStatus(report, now);
}

/** The result of an option so far: `decided` says that nothing of the game can change it any more. */
export type ResultSoFar = { readonly result: DecidedResult; readonly decided: boolean };

/**
 * The result of an option by the score so far, in words of its settlement: `won` and not decided is
 * winning. At full time it is the settlement. Undefined while there is no score, and where a score does
 * not say it.
 */
export function resultSoFar(
  option: Option,
  { status, score }: Pick<MatchReport, 'status' | 'score'>,
): ResultSoFar | undefined {
  if (!score) return undefined;
  if (status === 'played') return toResultSoFar(settle(option, score), true);
  if (status === 'abandoned') return toResultSoFar(settleAbandoned(option, score), true);
  if (status !== 'in-play') return undefined;
  if (!isScore(score)) return undefined;
  const result = certainSoFar(option, score);
  if (result) return { result, decided: true };
  // Until half-time the first half's score is the score.
  return toResultSoFar(settle(option, { halfTime: score.fullTime, ...score }), false);
}

/** What nothing that follows can change: what would not be void either if the match stopped here. */
function certainSoFar(option: Option, score: Score): 'won' | 'lost' | undefined {
  const isFirstHalf = option.oddsGroup === 'Highest Scoring Half' && option.oddsName === '1st';
  if (isFirstHalf && hasCaughtUp(score)) return 'lost';
  const { result } = settleAbandoned(option, score);
  return result === 'won' || result === 'lost' ? result : undefined;
}

function toResultSoFar({ result }: Settlement, decided: boolean): ResultSoFar | undefined {
  return result === 'ask' ? undefined : { result, decided };
}

/** The earliest a half can be over after kick-off, in milliseconds. */
const halfLength = 45 * 60 * 1000;

/** The groups that the first half decides; every other waits for the end. */
const halfTimeGroups: readonly OddsGroup[] = ['Half Time', 'Double Chance HT', 'GG/NG HT'];

/**
 * The earliest moment of the whistle that decides an option: 45 minutes after kick-off where
 * half-time decides, else 90. Undefined while the match is not played.
 */
export function whistleOf(
  { oddsGroup }: Option,
  { status, kickOff }: Pick<MatchReport, 'status' | 'kickOff'>,
): Date | undefined {
  if (status === 'postponed' || status === 'cancelled') return undefined;
  const halves = halfTimeGroups.includes(oddsGroup) ? 1 : 2;
  return new Date(kickOff.getTime() + halves * halfLength);
}

/** Why a person may not decide a leg like this. */
export type DecidingProblem = 'too-early-to-decide' | 'decision-needs-reason';

/**
 * A person's decision about a leg. Won and lost wait for the whistle that decides it, or for the
 * score; void does not. A void that the rules do not propose, and whatever goes against what they
 * propose, needs a reason.
 */
export function decide<Result extends DecidedResult>(
  option: Option,
  match: MatchReport,
  result: Result,
  now: Date,
  reason = '',
): RuleResult<Result, DecidingProblem> {
  const isOver = match.status === 'played' || match.status === 'abandoned';
  const whistle = whistleOf(option, match);
  if (result !== 'void' && !isOver && !(whistle && whistle <= now)) {
    return refuse('too-early-to-decide');
  }
  const proposed = proposal(option, match, now)?.result ?? 'ask';
  const isFree = proposed === 'ask' ? result !== 'void' : proposed === result;
  if (!isFree && reason.trim() === '') return refuse('decision-needs-reason');
  return allow(result);
}

function settled({ oddsName }: Option, { won, lost, asked, others, fact }: Finding): Settlement {
  if (won.includes(oddsName)) return { result: 'won', fact };
  if (asked?.options.includes(oddsName)) return { result: 'ask', fact: asked.fact };
  return { result: lost.includes(oddsName) ? 'lost' : others, fact };
}

function impossible({ halfTime, fullTime }: Score): Settlement {
  return {
    result: 'ask',
    fact: { code: 'impossible-score', ...(halfTime && { halfTime }), fullTime },
  };
}
