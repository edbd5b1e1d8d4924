import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { findOptionById } from '#domain/catalogue.ts';
import type { ResultDraft } from '#client/data/tips/result-drafts.ts';
import { fixtureStatuses, type FixtureStatus, type Goals, pairsToScore } from '#domain/fixture.ts';
import { toAsciiDigits } from '#domain/names/text-folding.ts';
import { validateResult, type MatchResult, type ResultProblem } from '#domain/results/result.ts';
import { proposeSettlement } from '#domain/settlement/settlement.ts';

/** The four fields of a result in typing order. */
export const resultBoxNames = ['halfHome', 'halfAway', 'fullHome', 'fullAway'] as const;
export type ResultBoxName = (typeof resultBoxNames)[number];

/** The reason why a typed result cannot be saved. */
export type ResultDraftProblem = ResultProblem | 'half-time-incomplete';

/** Extracts at most two digits from a text, in any script. */
export function extractDigits(text: string): string {
  return toAsciiDigits(text).replaceAll(/\D/g, '').slice(0, 2);
}

/** Creates a draft from the stored result; a game that may be over starts as `played`. */
export function createResultDraft(fixture: DeskFixture, now: Date): ResultDraft {
  const { status, score, firstGoal } = fixture;
  const over = isPossiblyOver(fixture, now);
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

/** True if a game with this status can have a score. */
export function canHaveScore(status: FixtureStatus): boolean {
  return status !== 'scheduled' && status !== 'postponed' && status !== 'cancelled';
}

/** Lists the current status and the allowed ones; `played` only after the minimum duration. */
export function listAllowedStatuses(fixture: DeskFixture, now: Date): FixtureStatus[] {
  const kickOff = new Date(fixture.kickOff);
  return fixtureStatuses.filter((status) => {
    const fullTime = canHaveScore(status) ? { home: 0, away: 0 } : undefined;
    return status === fixture.status || validateResult({ status, fullTime }, kickOff, now).allowed;
  });
}

/** True if a game has no result but may be over. */
export function isPossiblyOver(fixture: DeskFixture, now: Date): boolean {
  const { status } = fixture;
  const isOpen = status === 'scheduled' || status === 'in-play';
  return isOpen && listAllowedStatuses(fixture, now).includes('played');
}

/** Converts a draft to a result; omits a score with only one typed side. */
export function parseResultDraft({ status, digits, firstGoal }: ResultDraft): MatchResult {
  if (!canHaveScore(status)) return { status };
  const halfTime = parseBoxGoals(digits.halfHome, digits.halfAway);
  const fullTime = parseBoxGoals(digits.fullHome, digits.fullAway);
  return {
    status,
    ...(halfTime && { halfTime }),
    ...(fullTime && { fullTime }),
    ...(fullTime && firstGoal && { firstGoal }),
  };
}

function parseBoxGoals(home: string, away: string): Goals | undefined {
  return home === '' || away === '' ? undefined : { home: Number(home), away: Number(away) };
}

/** Finds the problem of a draft; undefined if the draft can be saved. */
export function findResultDraftProblem(
  draft: ResultDraft,
  { kickOff }: DeskFixture,
  now: Date,
): ResultDraftProblem | undefined {
  const { halfHome, halfAway, fullHome, fullAway } = draft.digits;
  if (canHaveScore(draft.status)) {
    if ((halfHome === '') !== (halfAway === '')) return 'half-time-incomplete';
    if ((fullHome === '') !== (fullAway === '')) return 'score-missing';
  }
  const entered = validateResult(parseResultDraft(draft), new Date(kickOff), now);
  return entered.allowed ? undefined : entered.problem;
}

/** An option and its numbers of tickets; `own` counts the reader's tickets. */
export type OptionTicketCounts = Pick<DeskSelection, 'oddsId' | 'tickets' | 'own'>;

/**
 * True if a ticket needs the team of the first goal and the score does not determine it. `ticketed`
 * are options of confirmed tickets, which the desk does not count.
 */
export function isFirstGoalRequired(
  { selections, kickOff }: Pick<DeskFixture, 'selections' | 'kickOff'>,
  draft: ResultDraft,
  { ticketed = [], now }: { ticketed: readonly OptionTicketCounts[] | undefined; now: Date },
): boolean {
  const { status, fullTime, halfTime } = parseResultDraft(draft);
  if (!fullTime) return false;
  const report = { status, score: { fullTime, halfTime }, kickOff: new Date(kickOff) };
  return [...selections, ...ticketed].some(({ oddsId, tickets, own }) => {
    const option = tickets + own > 0 ? findOptionById(oddsId) : undefined;
    const proposed = option && proposeSettlement(option, report, now);
    return proposed?.result === 'ask' && proposed.fact.code === 'first-goal-unknown';
  });
}

/** True if a draft equals the fixture's stored result. */
export function isResultDraftSaved(fixture: DeskFixture, draft: ResultDraft): boolean {
  return isSameResult(toFixtureResult(fixture), parseResultDraft(draft));
}

/** Extracts the stored result of a fixture. */
export function toFixtureResult({
  status,
  score,
  firstGoal,
}: Pick<DeskFixture, 'status' | 'score' | 'firstGoal'>): MatchResult {
  return { status, ...(score && pairsToScore(score)), firstGoal };
}

export function isSameResult(one: MatchResult, other: MatchResult): boolean {
  return (
    one.status === other.status &&
    isSameGoals(one.fullTime, other.fullTime) &&
    isSameGoals(one.halfTime, other.halfTime) &&
    one.firstGoal === other.firstGoal
  );
}

function isSameGoals(one: Goals | undefined, other: Goals | undefined): boolean {
  return one?.home === other?.home && one?.away === other?.away;
}
