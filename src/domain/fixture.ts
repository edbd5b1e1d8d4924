import { hourMs } from './durations.ts';

/** Goals of each side. */
export type Goals = { readonly home: number; readonly away: number };

/** The two sides of a fixture. */
export const sides = ['home', 'away'] as const;
export type Side = (typeof sides)[number];

/**
 * Goals in 90 minutes and stoppage time, final or current; extra time and penalties never count. In
 * play, `halfTime` is set after the first half. `firstGoal` is the side that scored first, if
 * reported.
 */
export type Score = {
  readonly halfTime?: Goals | undefined;
  readonly fullTime: Goals;
  readonly firstGoal?: Side | undefined;
};

type Pair = readonly [home: number, away: number];

/** Converts the API's pairs of goals to a score. */
export function pairsToScore(pairs: { fullTime: Pair; halfTime?: Pair | undefined }): Score {
  const { fullTime, halfTime } = pairs;
  return { fullTime: toGoals(fullTime), ...(halfTime && { halfTime: toGoals(halfTime) }) };
}

function toGoals([home, away]: Pair): Goals {
  return { home, away };
}

/** Status of a fixture as reported by its source or an administrator. */
export const fixtureStatuses = [
  'scheduled',
  'in-play',
  'postponed',
  'abandoned',
  'awarded',
  'cancelled',
  'played',
] as const;
export type FixtureStatus = (typeof fixtureStatuses)[number];

/** Builds a game's name for slips and tips, as in "Arsenal Vs Chelsea". */
export function gameName(home: string, away: string): string {
  return `${home} Vs ${away}`;
}

/** Splits a game's name into its teams; undefined unless there are exactly two. */
export function parseGameName(game: string): { home: string; away: string } | undefined {
  const [home, away, ...rest] = game.trim().split(/\s+vs\s+/i);
  return home && away && rest.length === 0 ? { home, away } : undefined;
}

/** True at and after kick-off. */
export function hasStarted(kickOff: Date, at: Date): boolean {
  // Negated, so that an invalid date counts as started and allows no tip.
  return !(at.getTime() < kickOff.getTime());
}

/** Maximum duration of a match from kick-off, in milliseconds. */
const maxMatchDurationMs = 2.5 * hourMs;

/** True if a game is upcoming or may still be in play. */
export function isUpcomingOrInPlay(kickOff: Date, at: Date): boolean {
  return at.getTime() - kickOff.getTime() < maxMatchDurationMs;
}

/** True if a game must be over but has no result. */
export function isResultMissing(
  { status, kickOff }: { readonly status: FixtureStatus; readonly kickOff: Date },
  now: Date,
): boolean {
  return (status === 'scheduled' || status === 'in-play') && !isUpcomingOrInPlay(kickOff, now);
}

type FixtureSchedule = { readonly status: FixtureStatus; readonly kickOff: Date | string };

/** True if a game is in play or has been played. */
export function hasFixtureStarted({ status, kickOff }: FixtureSchedule, now: Date): boolean {
  if (status === 'in-play' || status === 'played') return true;
  return status === 'scheduled' && hasStarted(new Date(kickOff), now);
}

/** Kick-off of a game; now, if a game with a later kick-off has already started or is cancelled. */
export function effectiveKickOff(
  { status, kickOff }: { readonly status: FixtureStatus; readonly kickOff: Date },
  now: Date,
): Date {
  const isUpcoming = status === 'scheduled' || status === 'postponed';
  return isUpcoming || kickOff < now ? kickOff : now;
}

/** Formats goals for the server's texts, as in "3–1"; screens use the digits of their language. */
export function goalsText({ home, away }: Goals): string {
  return `${home}–${away}`;
}

/** True if a score is possible: whole goals, and at full time not fewer than at half-time. */
export function isPossibleScore({ halfTime, fullTime }: Score): boolean {
  if (!arePossibleGoals(fullTime)) return false;
  if (!halfTime) return true;
  return (
    arePossibleGoals(halfTime) && halfTime.home <= fullTime.home && halfTime.away <= fullTime.away
  );
}

function arePossibleGoals({ home, away }: Goals): boolean {
  return Number.isSafeInteger(home) && Number.isSafeInteger(away) && home >= 0 && away >= 0;
}
