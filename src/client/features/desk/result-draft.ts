import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { optionWithId } from '#domain/catalogue.ts';
import type { ResultDraft } from '#client/data/tips/result-drafts.ts';
import { fixtureStatuses, type FixtureStatus, type Goals, scoreFrom } from '#domain/fixture.ts';
import { plainDigits } from '#domain/names/folded.ts';
import { enterResult, type MatchResult, type ResultProblem } from '#domain/results/result.ts';
import { proposal } from '#domain/settlement/settlement.ts';

/** The boxes of a result in typing order. */
export const boxes = ['halfHome', 'halfAway', 'fullHome', 'fullAway'] as const;
export type Box = (typeof boxes)[number];

/** The reason why a result cannot be saved. */
export type DraftProblem = ResultProblem | 'half-time-incomplete';

/** The digits in a text, at most two, in any script. */
export function digitsIn(text: string): string {
  return plainDigits(text).replaceAll(/\D/g, '').slice(0, 2);
}

/** The initial draft of a fixture's result: a game that may be over counts as played. */
export function draftOf(fixture: DeskFixture, now: Date): ResultDraft {
  const { status, score, firstGoal } = fixture;
  const over = mayBeOver(fixture, now);
  const [halfHome, halfAway] = score?.halfTime ?? [];
  const [fullHome, fullAway] = (over ? undefined : score?.fullTime) ?? [];
  const digit = (goals: number | undefined) => (goals === undefined ? '' : String(goals));
  return {
    status: over ? 'played' : status,
    digits: {
      halfHome: digit(halfHome),
      halfAway: digit(halfAway),
      fullHome: digit(fullHome),
      fullAway: digit(fullAway),
    },
    firstGoal,
  };
}

/** Whether a game of this status has a score. */
export function takesScore(status: FixtureStatus): boolean {
  return status !== 'scheduled' && status !== 'postponed' && status !== 'cancelled';
}

/** The current status and those that can be set; no game is over before its whistle. */
export function statusesOffered(fixture: DeskFixture, now: Date): FixtureStatus[] {
  const kickOff = new Date(fixture.kickOff);
  return fixtureStatuses.filter((status) => {
    const fullTime = takesScore(status) ? { home: 0, away: 0 } : undefined;
    return status === fixture.status || enterResult({ status, fullTime }, kickOff, now).allowed;
  });
}

/** Whether a game without a result may be over. */
export function mayBeOver(fixture: DeskFixture, now: Date): boolean {
  const { status } = fixture;
  const isOpen = status === 'scheduled' || status === 'in-play';
  return isOpen && statusesOffered(fixture, now).includes('played');
}

/** The result of a draft. */
export function resultOf({ status, digits, firstGoal }: ResultDraft): MatchResult {
  if (!takesScore(status)) return { status };
  const halfTime = goalsIn(digits.halfHome, digits.halfAway);
  const fullTime = goalsIn(digits.fullHome, digits.fullAway);
  return {
    status,
    ...(halfTime && { halfTime }),
    ...(fullTime && { fullTime }),
    ...(fullTime && firstGoal && { firstGoal }),
  };
}

function goalsIn(home: string, away: string): Goals | undefined {
  return home === '' || away === '' ? undefined : { home: Number(home), away: Number(away) };
}

/** The problem of a draft; undefined for one that can be saved. */
export function problemOf(
  draft: ResultDraft,
  { kickOff }: DeskFixture,
  now: Date,
): DraftProblem | undefined {
  const { halfHome, halfAway, fullHome, fullAway } = draft.digits;
  if (takesScore(draft.status)) {
    if ((halfHome === '') !== (halfAway === '')) return 'half-time-incomplete';
    if ((fullHome === '') !== (fullAway === '')) return 'score-missing';
  }
  const entered = enterResult(resultOf(draft), new Date(kickOff), now);
  return entered.allowed ? undefined : entered.problem;
}

/** An option with its number of tickets. */
export type TicketedOption = Pick<DeskSelection, 'oddsId' | 'tickets' | 'own'>;

/**
 * Whether a ticket needs the scorer of the first goal and the score does not tell. `ticketed` are
 * options in confirmed tickets, which the desk does not count.
 */
export function needsFirstGoal(
  { selections, kickOff }: Pick<DeskFixture, 'selections' | 'kickOff'>,
  draft: ResultDraft,
  { ticketed = [], now }: { ticketed: readonly TicketedOption[] | undefined; now: Date },
): boolean {
  const { status, fullTime, halfTime } = resultOf(draft);
  if (!fullTime) return false;
  const report = { status, score: { fullTime, halfTime }, kickOff: new Date(kickOff) };
  return [...selections, ...ticketed].some(({ oddsId, tickets, own }) => {
    const option = tickets + own > 0 ? optionWithId(oddsId) : undefined;
    const proposed = option && proposal(option, report, now);
    return proposed?.result === 'ask' && proposed.fact.code === 'first-goal-unknown';
  });
}

/** Whether a draft equals the fixture's result. */
export function isSaved(fixture: DeskFixture, draft: ResultDraft): boolean {
  return isSameResult(resultIn(fixture), resultOf(draft));
}

/** The result of a fixture. */
export function resultIn({
  status,
  score,
  firstGoal,
}: Pick<DeskFixture, 'status' | 'score' | 'firstGoal'>): MatchResult {
  return { status, ...(score && scoreFrom(score)), firstGoal };
}

export function isSameResult(one: MatchResult, other: MatchResult): boolean {
  return (
    one.status === other.status &&
    isSame(one.fullTime, other.fullTime) &&
    isSame(one.halfTime, other.halfTime) &&
    one.firstGoal === other.firstGoal
  );
}

function isSame(one: Goals | undefined, other: Goals | undefined): boolean {
  return one?.home === other?.home && one?.away === other?.away;
}
