import { hourMs } from '../durations.ts';
import type { FixtureStatus, Goals, Score, Side } from '../fixture.ts';
import { foldText } from '../names/text-folding.ts';
import { validateResult, type MatchResult, type ResultProblem } from './result.ts';

/** A match from a file or text; the date may be missing. */
export type ReportedMatch = {
  home: string;
  away: string;
  date?: string | undefined;
  status: FixtureStatus;
  score: Score | undefined;
};

/** The fields of a known fixture that are used for matching. */
type KnownFixture = {
  home: string;
  away: string;
  kickOff: Date;
  status: FixtureStatus;
  score?: Score | undefined;
  firstGoal?: Side | undefined;
};

/** A result matched to a fixture; `other` means that the fixture has another result. */
export type MatchedResult<Known> = {
  fixture: Known;
  result: MatchResult;
  kind: 'new' | 'other' | 'same' | 'refused';
  problem?: ResultProblem;
};

type MatchingContext = {
  /** Maps all names of a club to one key. */
  clubKeyOf: (team: string) => string;
  now: Date;
};

/** Dates in files are local and may differ from UTC by a day. */
const maxDateGapMs = 36 * hourMs;

/**
 * Matches results to fixtures by clubs and date. Without a date, takes the game that started last,
 * or else the next one, which is refused as too early. `unknown` counts results without a fixture.
 */
export function matchReportedResults<Known extends KnownFixture>(
  matches: readonly ReportedMatch[],
  fixtures: readonly Known[],
  { clubKeyOf, now }: MatchingContext,
): { matched: MatchedResult<Known>[]; unknown: number } {
  const nameOfGame = ({ home, away }: { home: string; away: string }) =>
    [home, away].map((team) => foldText(clubKeyOf(team))).join('\n');
  const byGame = Map.groupBy(fixtures, nameOfGame);
  const known = matches.filter(({ status }) => status !== 'scheduled');
  const matched = known.flatMap((match) => {
    const fixture = findKnownFixture(match, byGame.get(nameOfGame(match)) ?? [], now);
    return fixture ? [toMatchedResult(match, fixture, now)] : [];
  });
  // Of several results for a fixture, the last one is used.
  const last = new Map(matched.map((each) => [each.fixture, each]));
  return { matched: [...last.values()], unknown: known.length - matched.length };
}

function findKnownFixture<Known extends KnownFixture>(
  { date }: ReportedMatch,
  meetings: readonly Known[],
  now: Date,
): Known | undefined {
  if (date === undefined) {
    const inOrder = meetings.toSorted((one, other) => Number(one.kickOff) - Number(other.kickOff));
    return inOrder.findLast(({ kickOff }) => kickOff <= now) ?? inOrder[0];
  }
  const noon = Date.parse(`${date}T12:00:00Z`);
  return meetings.find(({ kickOff }) => Math.abs(kickOff.getTime() - noon) <= maxDateGapMs);
}

function toMatchedResult<Known extends KnownFixture>(
  { status, score }: ReportedMatch,
  fixture: Known,
  now: Date,
): MatchedResult<Known> {
  const result: MatchResult = { status, ...score, ...(score && findKnownDetails(score, fixture)) };
  const entered = validateResult(result, fixture.kickOff, now);
  if (!entered.allowed) return { fixture, result, kind: 'refused', problem: entered.problem };
  const isOpen = fixture.status === 'scheduled' || fixture.status === 'in-play';
  const isSame =
    fixture.status === status &&
    isSameScore(fixture.score?.fullTime, result.fullTime) &&
    isSameScore(fixture.score?.halfTime, result.halfTime);
  return { fixture, result, kind: isSame ? 'same' : isOpen ? 'new' : 'other' };
}

/** The fixture's half-time score and first goal, if its score is equal and the file omits them. */
function findKnownDetails(score: Score, fixture: KnownFixture): Partial<MatchResult> {
  if (!isSameScore(fixture.score?.fullTime, score.fullTime)) return {};
  const halfTime = score.halfTime ?? fixture.score?.halfTime;
  const { firstGoal } = fixture;
  return { ...(halfTime && { halfTime }), ...(firstGoal && { firstGoal }) };
}

function isSameScore(one: Goals | undefined, other: Goals | undefined): boolean {
  return one?.home === other?.home && one?.away === other?.away;
}
