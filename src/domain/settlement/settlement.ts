import type { OddsGroup, BettingOption } from '../catalogue.ts';
import { hourMs } from '../durations.ts';
import type { SettlementFact } from './settlement-fact.ts';
import {
  type GroupVerdict,
  fullTimeRules,
  abandonedRules,
  hasSecondHalfCaughtUp,
} from './group-rules.ts';
import { type FixtureStatus, isPossibleScore, type Score } from '../fixture.ts';
import { allow, refuse, type RuleResult } from '../rule-result.ts';
import type { DecidedResult } from '../tip.ts';

/** The result of an option and the reason; with `ask`, a person decides. */
export type Settlement = {
  readonly result: DecidedResult | 'ask';
  readonly fact: SettlementFact;
};

/** The known state of a fixture, with its current kick-off. */
export type MatchReport = {
  readonly status: FixtureStatus;
  readonly kickOff: Date;
  readonly score?: Score | undefined;
};

/**
 * Hours from kick-off within which a postponed fixture may get a new date; after that its legs are
 * void. A new date moves the kick-off and the legs. An odds service that sets a later date creates
 * a new fixture, but a season file may set any later date.
 */
export const postponementHours = 48;

/** Settles an option of a completed match. */
export function settleOption(option: BettingOption, score: Score): Settlement {
  if (!isPossibleScore(score)) return askAboutImpossibleScore(score);
  return toSettlement(option, fullTimeRules[option.oddsGroup](score));
}

/**
 * Settles an option of a match that stopped early at `score.fullTime`: options already decided keep
 * their result, all others are void. Without `halfTime`, half-time was not reached.
 */
export function settleAbandoned(option: BettingOption, score: Score): Settlement {
  if (!isPossibleScore(score)) return askAboutImpossibleScore(score);
  return toSettlement(option, abandonedRules[option.oddsGroup](score));
}

/** Settles by a fixture's status only; undefined if the status decides nothing yet. */
export function settleByStatus(
  report: Pick<MatchReport, 'status' | 'kickOff'>,
  now: Date,
): Settlement | undefined {
  if (report.status === 'cancelled') return { result: 'void', fact: { code: 'cancelled' } };
  if (report.status === 'awarded') return { result: 'ask', fact: { code: 'awarded' } };
  if (report.status !== 'postponed') return undefined;

  const waited = now.getTime() - report.kickOff.getTime();
  if (waited <= postponementHours * hourMs) return undefined;
  return { result: 'void', fact: { code: 'postponed', hours: postponementHours } };
}

/** Proposes a settlement from all known data of the match; undefined means to wait. */
export function proposeSettlement(
  option: BettingOption,
  report: MatchReport,
  now: Date,
): Settlement | undefined {
  if (report.status === 'played' && report.score) return settleOption(option, report.score);
  if (report.status === 'abandoned' && report.score) return settleAbandoned(option, report.score);
  if (report.status === 'played' || report.status === 'abandoned') {
    return { result: 'ask', fact: { code: 'score-missing' } };
  }
  return settleByStatus(report, now);
}

/** The result of an option by the current score; `decided` is true if it can no longer change. */
export type CurrentResult = { readonly result: DecidedResult; readonly decided: boolean };

/**
 * Returns the result of an option by the current score; at full time it equals the settlement.
 * Undefined without a score, or if the score does not determine the result.
 */
export function findCurrentResult(
  option: BettingOption,
  { status, score }: Pick<MatchReport, 'status' | 'score'>,
): CurrentResult | undefined {
  if (!score) return undefined;
  if (status === 'played') return toCurrentResult(settleOption(option, score), true);
  if (status === 'abandoned') return toCurrentResult(settleAbandoned(option, score), true);
  if (status !== 'in-play') return undefined;
  if (!isPossibleScore(score)) return undefined;
  const result = findCertainResult(option, score);
  if (result) return { result, decided: true };
  // In the first half, the current score is also the half-time score.
  return toCurrentResult(settleOption(option, { halfTime: score.fullTime, ...score }), false);
}

/** Returns the result that later goals cannot change, as if the match stopped now. */
function findCertainResult(option: BettingOption, score: Score): 'won' | 'lost' | undefined {
  const isFirstHalf = option.oddsGroup === 'Highest Scoring Half' && option.oddsName === '1st';
  if (isFirstHalf && hasSecondHalfCaughtUp(score)) return 'lost';
  const { result } = settleAbandoned(option, score);
  return result === 'won' || result === 'lost' ? result : undefined;
}

function toCurrentResult({ result }: Settlement, decided: boolean): CurrentResult | undefined {
  return result === 'ask' ? undefined : { result, decided };
}

/** Minimum time from kick-off to half-time, in milliseconds. */
const halfLengthMs = 45 * 60 * 1000;

/** Groups decided at half-time; all others are decided at full time. */
const halfTimeGroups: readonly OddsGroup[] = ['Half Time', 'Double Chance HT', 'GG/NG HT'];

/**
 * The earliest whistle that can decide an option: 45 minutes after kick-off for half-time groups,
 * otherwise 90. Undefined for a postponed or cancelled match.
 */
export function earliestDecisionTime(
  { oddsGroup }: BettingOption,
  { status, kickOff }: Pick<MatchReport, 'status' | 'kickOff'>,
): Date | undefined {
  if (status === 'postponed' || status === 'cancelled') return undefined;
  const halves = halfTimeGroups.includes(oddsGroup) ? 1 : 2;
  return new Date(kickOff.getTime() + halves * halfLengthMs);
}

/** Reasons for refusing a person's decision. */
export type DecisionProblem = 'too-early-to-decide' | 'decision-needs-reason';

/**
 * Validates a person's decision about a leg. Won and lost require the deciding whistle or a final
 * status. A result against the proposal of the rules needs a reason, and so does a void that they
 * do not propose.
 */
export function validateDecision<Result extends DecidedResult>(
  option: BettingOption,
  match: MatchReport,
  result: Result,
  now: Date,
  reason = '',
): RuleResult<Result, DecisionProblem> {
  const isOver = match.status === 'played' || match.status === 'abandoned';
  const whistle = earliestDecisionTime(option, match);
  if (result !== 'void' && !isOver && !(whistle && whistle <= now)) {
    return refuse('too-early-to-decide');
  }
  const proposed = proposeSettlement(option, match, now)?.result ?? 'ask';
  const isFree = proposed === 'ask' ? result !== 'void' : proposed === result;
  if (!isFree && reason.trim() === '') return refuse('decision-needs-reason');
  return allow(result);
}

function toSettlement(
  { oddsName }: BettingOption,
  { won, lost, undecided, others, fact }: GroupVerdict,
): Settlement {
  if (won.includes(oddsName)) return { result: 'won', fact };
  if (undecided?.options.includes(oddsName)) return { result: 'ask', fact: undecided.fact };
  return { result: lost.includes(oddsName) ? 'lost' : others, fact };
}

function askAboutImpossibleScore({ halfTime, fullTime }: Score): Settlement {
  return {
    result: 'ask',
    fact: { code: 'impossible-score', ...(halfTime && { halfTime }), fullTime },
  };
}
