import type { OddsGroup, Option } from '../catalogue.ts';
import { hour } from '../durations.ts';
import type { Fact } from './fact.ts';
import {
  type Finding,
  findingsAtFullTime,
  findingsWhenAbandoned,
  hasCaughtUp,
} from './findings.ts';
import { type FixtureStatus, isScore, type Score } from '../fixture.ts';
import { allow, refuse, type RuleResult } from '../rule-result.ts';
import type { DecidedResult } from '../tip.ts';

/** The result of an option and the reason; `ask` leaves it to a person. */
export type Settlement = {
  readonly result: DecidedResult | 'ask';
  readonly fact: Fact;
};

/** The known state of a fixture, with its latest kick-off. */
export type MatchReport = {
  readonly status: FixtureStatus;
  readonly kickOff: Date;
  readonly score?: Score | undefined;
};

/**
 * Hours from kick-off for which a postponed fixture waits for a new date before its legs become
 * void. A new date within this time moves the kick-off and the legs with it. Beyond it a source of
 * odds creates another fixture; a season file moves a fixture by any time.
 */
export const postponementHours = 48;

/** Settles an option of a match that was played to its end. */
export function settle(option: Option, score: Score): Settlement {
  if (!isScore(score)) return impossible(score);
  return settled(option, findingsAtFullTime[option.oddsGroup](score));
}

/**
 * Settles an option of a match that stopped early at `score.fullTime`. Options already decided keep
 * their result, the rest is void; no half-time score means that half-time was not reached.
 */
export function settleAbandoned(option: Option, score: Score): Settlement {
  if (!isScore(score)) return impossible(score);
  return settled(option, findingsWhenAbandoned[option.oddsGroup](score));
}

/** Settles by a fixture's status alone; undefined if the status decides nothing yet. */
export function settleStatus(
  report: Pick<MatchReport, 'status' | 'kickOff'>,
  now: Date,
): Settlement | undefined {
  if (report.status === 'cancelled') return { result: 'void', fact: { code: 'cancelled' } };
  if (report.status === 'awarded') return { result: 'ask', fact: { code: 'awarded' } };
  if (report.status !== 'postponed') return undefined;

  const waited = now.getTime() - report.kickOff.getTime();
  if (waited <= postponementHours * hour) return undefined;
  return { result: 'void', fact: { code: 'postponed', hours: postponementHours } };
}

/** Proposes a settlement from everything known of the match; undefined means wait. */
export function proposal(option: Option, report: MatchReport, now: Date): Settlement | undefined {
  if (report.status === 'played' && report.score) return settle(option, report.score);
  if (report.status === 'abandoned' && report.score) return settleAbandoned(option, report.score);
  if (report.status === 'played' || report.status === 'abandoned') {
    return { result: 'ask', fact: { code: 'score-missing' } };
  }
  return settleStatus(report, now);
}

/**
 * The result of an option so far; `decided` is true if no further event of the game can change it.
 */
export type ResultSoFar = { readonly result: DecidedResult; readonly decided: boolean };

/**
 * The result of an option by the score so far: `won` without `decided` means winning. At full time
 * it equals the settlement. Undefined without a score, or if the score does not determine it.
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
  // During the first half, its score is the current score.
  return toResultSoFar(settle(option, { halfTime: score.fullTime, ...score }), false);
}

/**
 * The result that later events cannot change: any result other than void if the match stopped now.
 */
function certainSoFar(option: Option, score: Score): 'won' | 'lost' | undefined {
  const isFirstHalf = option.oddsGroup === 'Highest Scoring Half' && option.oddsName === '1st';
  if (isFirstHalf && hasCaughtUp(score)) return 'lost';
  const { result } = settleAbandoned(option, score);
  return result === 'won' || result === 'lost' ? result : undefined;
}

function toResultSoFar({ result }: Settlement, decided: boolean): ResultSoFar | undefined {
  return result === 'ask' ? undefined : { result, decided };
}

/** Minimum time from kick-off to half-time, in milliseconds. */
const halfLengthMs = 45 * 60 * 1000;

/** Groups decided by the first half; all others wait for full time. */
const halfTimeGroups: readonly OddsGroup[] = ['Half Time', 'Double Chance HT', 'GG/NG HT'];

/**
 * Earliest instant of the whistle that decides an option: 45 minutes after kick-off for half-time
 * groups, otherwise 90. Undefined unless the match is to be played.
 */
export function whistleOf(
  { oddsGroup }: Option,
  { status, kickOff }: Pick<MatchReport, 'status' | 'kickOff'>,
): Date | undefined {
  if (status === 'postponed' || status === 'cancelled') return undefined;
  const halves = halfTimeGroups.includes(oddsGroup) ? 1 : 2;
  return new Date(kickOff.getTime() + halves * halfLengthMs);
}

/** Reasons for refusing a person's decision. */
export type DecidingProblem = 'too-early-to-decide' | 'decision-needs-reason';

/**
 * Validates a person's decision about a leg. Won and lost must wait for the deciding whistle or for
 * the score; void need not. A void that the rules do not propose, and any result that contradicts
 * them, needs a reason.
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

function settled(
  { oddsName }: Option,
  { won, lost, undecided, others, fact }: Finding,
): Settlement {
  if (won.includes(oddsName)) return { result: 'won', fact };
  if (undecided?.options.includes(oddsName)) return { result: 'ask', fact: undecided.fact };
  return { result: lost.includes(oddsName) ? 'lost' : others, fact };
}

function impossible({ halfTime, fullTime }: Score): Settlement {
  return {
    result: 'ask',
    fact: { code: 'impossible-score', ...(halfTime && { halfTime }), fullTime },
  };
}
