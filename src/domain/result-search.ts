import type { FixtureStatus, Goals, Score, Side } from './fixture.ts';
import { folded } from './folded.ts';
import { enterResult, type MatchResult, type ResultProblem } from './result.ts';

/** A match as a file or a text tells it; its day may not be said. */
export type ToldMatch = {
  home: string;
  away: string;
  date?: string | undefined;
  status: FixtureStatus;
  score: Score | undefined;
};

/** What is known of a fixture that a result may be told of. */
type Fixture = {
  home: string;
  away: string;
  kickOff: Date;
  status: FixtureStatus;
  score?: Score | undefined;
  firstGoal?: Side | undefined;
};

/** A result that was told of a fixture: new, another than stands, the same, or one that cannot be. */
export type ToldResult<Known> = {
  fixture: Known;
  result: MatchResult;
  kind: 'new' | 'other' | 'same' | 'refused';
  problem?: ResultProblem;
};

type Around = {
  /** One name for all that are given to a club. */
  nameOf: (team: string) => string;
  now: Date;
};

/** The dates of a file are of the club's own clock: they may be the day before or after. */
const apart = 36 * 60 * 60 * 1000;

/**
 * Finds the fixtures that results were told of, by their clubs and their day; without a day one that has begun, and
 * otherwise the first, which is refused as too early. `unknown` counts the results of games that are not among them.
 */
export function toldResults<Known extends Fixture>(
  matches: readonly ToldMatch[],
  fixtures: readonly Known[],
  { nameOf, now }: Around,
): { told: ToldResult<Known>[]; unknown: number } {
  const nameOfGame = ({ home, away }: { home: string; away: string }) =>
    [home, away].map((team) => folded(nameOf(team))).join('\n');
  const byGame = Map.groupBy(fixtures, nameOfGame);
  const known = matches.filter(({ status }) => status !== 'scheduled');
  const told = known.flatMap((match) => {
    const fixture = fixtureOf(match, byGame.get(nameOfGame(match)) ?? [], now);
    return fixture ? [toldOf(match, fixture, now)] : [];
  });
  // What is told twice of a fixture is told by the last of them.
  const last = new Map(told.map((each) => [each.fixture, each]));
  return { told: [...last.values()], unknown: known.length - told.length };
}

function fixtureOf<Known extends Fixture>(
  { date }: ToldMatch,
  meetings: readonly Known[],
  now: Date,
): Known | undefined {
  if (date === undefined) return meetings.find(({ kickOff }) => kickOff <= now) ?? meetings[0];
  const noon = Date.parse(`${date}T12:00:00Z`);
  return meetings.find(({ kickOff }) => Math.abs(kickOff.getTime() - noon) <= apart);
}

function toldOf<Known extends Fixture>(
  { status, score }: ToldMatch,
  fixture: Known,
  now: Date,
): ToldResult<Known> {
  const result: MatchResult = { status, ...score, ...(score && kept(score, fixture)) };
  const entered = enterResult(result, fixture.kickOff, now);
  if (!entered.allowed) return { fixture, result, kind: 'refused', problem: entered.problem };
  const isOpen = fixture.status === 'scheduled' || fixture.status === 'in-play';
  const isSame =
    fixture.status === status &&
    isSameScore(fixture.score?.fullTime, result.fullTime) &&
    isSameScore(fixture.score?.halfTime, result.halfTime);
  return { fixture, result, kind: isSame ? 'same' : isOpen ? 'new' : 'other' };
}

/** What a file leaves out and is known of this very score: half-time, and who scored first. */
function kept(score: Score, fixture: Fixture): Partial<MatchResult> {
  if (!isSameScore(fixture.score?.fullTime, score.fullTime)) return {};
  const halfTime = score.halfTime ?? fixture.score?.halfTime;
  const { firstGoal } = fixture;
  return { ...(halfTime && { halfTime }), ...(firstGoal && { firstGoal }) };
}

function isSameScore(one: Goals | undefined, other: Goals | undefined): boolean {
  return one?.home === other?.home && one?.away === other?.away;
}
