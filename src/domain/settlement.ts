import type { Option } from './catalogue.ts';
import { type Finding, findingsAtFullTime, findingsWhenAbandoned } from './findings.ts';
import { type FixtureStatus, goalsText, isScore, type Score } from './fixture.ts';
import { labelOf, needOf } from './needs.ts';

/** What a match says about an option, with the reason in words; `ask` leaves it to a person. */
export type Settlement = {
  readonly result: 'won' | 'lost' | 'void' | 'ask';
  readonly reason: string;
};

/** What is known of a fixture; the kick-off is the one it first had. */
export type MatchReport = {
  readonly status: FixtureStatus;
  readonly originalKickOff: Date;
  readonly score?: Score | undefined;
};

/** How long a postponed fixture may wait for a new date before its legs become void. */
export const postponementHours = 48;

/** Settles an option of a match that was played to its end. */
export function settle(option: Option, score: Score): Settlement {
  if (!isScore(score)) return impossible(option, score);
  return explained(option, findingsAtFullTime[option.oddsGroup](score));
}

/**
 * Settles an option of a match that stopped early, `score.fullTime` being where it stood. What was
 * decided stands both ways, the rest is void; no half-time score means half-time was not reached.
 */
export function settleAbandoned(option: Option, score: Score): Settlement {
  if (!isScore(score)) return impossible(option, score);
  return explained(option, findingsWhenAbandoned[option.oddsGroup](score));
}

/** Settles what a fixture's status alone decides; undefined where it decides nothing yet. */
export function settleStatus(
  report: Pick<MatchReport, 'status' | 'originalKickOff'>,
  now: Date,
  voidAfterHours: number = postponementHours,
): Settlement | undefined {
  if (report.status === 'cancelled') return { result: 'void', reason: 'The match was cancelled.' };
  if (report.status === 'awarded') {
    return { result: 'ask', reason: 'The match was awarded, so an administrator decides.' };
  }
  if (report.status !== 'postponed') return undefined;

  const waited = now.getTime() - report.originalKickOff.getTime();
  if (waited <= voidAfterHours * 60 * 60 * 1000) return undefined;
  return {
    result: 'void',
    reason: `The match was postponed and not played within ${voidAfterHours} hours.`,
  };
}

/** What to propose for an option from everything known of its match; undefined means wait. */
export function proposal(
  option: Option,
  report: MatchReport,
  now: Date,
  voidAfterHours: number = postponementHours,
): Settlement | undefined {
  if (report.status === 'played' && report.score) return settle(option, report.score);
  if (report.status === 'abandoned' && report.score) return settleAbandoned(option, report.score);
  if (report.status === 'played' || report.status === 'abandoned') {
    return { result: 'ask', reason: 'The score is missing, so an administrator decides.' };
  }
  return settleStatus(report, now, voidAfterHours);
}

function explained(option: Option, finding: Finding): Settlement {
  const result = resultIn(finding, option.oddsName);
  if (result === 'void') return { result, reason: `${labelOf(option)} is void: ${finding.fact}.` };
  if (result === 'ask') {
    const reason = `${labelOf(option)}: ${finding.fact}, so an administrator decides.`;
    return { result, reason };
  }
  return { result, reason: `${labelOf(option)} needs ${needOf(option)}; ${finding.fact}.` };
}

function resultIn({ won, lost, others }: Finding, oddsName: string): Settlement['result'] {
  if (won.includes(oddsName)) return 'won';
  return lost.includes(oddsName) ? 'lost' : others;
}

function impossible(option: Option, { halfTime, fullTime }: Score): Settlement {
  const half = halfTime ? `${goalsText(halfTime)} at half-time and ` : '';
  const fact = `a score of ${half}${goalsText(fullTime)} at the end cannot be right`;
  return { result: 'ask', reason: `${labelOf(option)}: ${fact}, so an administrator decides.` };
}
