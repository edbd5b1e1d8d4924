/** Goals of both sides. */
export type Goals = { readonly home: number; readonly away: number };

/** The two sides of a fixture. */
export const sides = ['home', 'away'] as const;
export type Side = (typeof sides)[number];

/**
 * What 90 minutes and stoppage time brought, or so far while a fixture is in play; extra time and penalties
 * are never in it. In play, half-time is there once the first half is over. `firstGoal` is who scored first,
 * where somebody said it.
 */
export type Score = {
  readonly halfTime?: Goals | undefined;
  readonly fullTime: Goals;
  readonly firstGoal?: Side | undefined;
};

type Pair = readonly [home: number, away: number];

/** A score from the pairs that cross the wire. */
export function scoreFrom(pairs: { fullTime: Pair; halfTime?: Pair | undefined }): Score {
  const { fullTime, halfTime } = pairs;
  return { fullTime: goalsIn(fullTime), ...(halfTime && { halfTime: goalsIn(halfTime) }) };
}

function goalsIn([home, away]: Pair): Goals {
  return { home, away };
}

/** How a fixture stands, as its source or an administrator reports it. */
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

/** The text that names a game on slips and tips, as in "Arsenal Vs Chelsea". */
export function gameName(home: string, away: string): string {
  return `${home} Vs ${away}`;
}

/** The teams of a game's name; none where it has no two halves, or more of them. */
export function teamsOf(game: string): { home: string; away: string } | undefined {
  const [home, away, ...rest] = game.trim().split(/\s+vs\s+/i);
  return home && away && rest.length === 0 ? { home, away } : undefined;
}

/** Whether the whistle has gone: from the very moment of kick-off on. */
export function hasStarted(kickOff: Date, at: Date): boolean {
  // Turned round so that a date that is none counts as started: no tip stands on it.
  return !(at.getTime() < kickOff.getTime());
}

/** No match lasts longer after its kick-off, in milliseconds. */
const longestMatch = 2.5 * 60 * 60 * 1000;

/** Whether a game belongs on a list of games to come: it lies ahead, or can still be played right now. */
export function isListed(kickOff: Date, at: Date): boolean {
  return at.getTime() - kickOff.getTime() < longestMatch;
}

/** Whether a game must be over, and nobody has said how it ended. */
export function lacksResult(
  { status, kickOff }: { readonly status: FixtureStatus; readonly kickOff: Date },
  now: Date,
): boolean {
  return (status === 'scheduled' || status === 'in-play') && !isListed(kickOff, now);
}

type Scheduled = { readonly status: FixtureStatus; readonly kickOff: Date | string };

/** Whether a game is being played, or was. */
export function hasFixtureStarted({ status, kickOff }: Scheduled, now: Date): boolean {
  if (status === 'in-play' || status === 'played') return true;
  return status === 'scheduled' && hasStarted(new Date(kickOff), now);
}

/** When a game counts as started: one that is over, or will not be played, has whatever its date says. */
export function startOf(
  { status, kickOff }: { readonly status: FixtureStatus; readonly kickOff: Date },
  now: Date,
): Date {
  const isAhead = status === 'scheduled' || status === 'postponed';
  return isAhead || kickOff < now ? kickOff : now;
}

/** Goals in the server's sentences, as in "3–1"; screens write them in their reader's digits. */
export function goalsText({ home, away }: Goals): string {
  return `${home}–${away}`;
}

/** Whether a score can have happened: whole goals, and none lost after half-time. */
export function isScore({ halfTime, fullTime }: Score): boolean {
  if (!areGoals(fullTime)) return false;
  if (!halfTime) return true;
  return areGoals(halfTime) && halfTime.home <= fullTime.home && halfTime.away <= fullTime.away;
}

function areGoals({ home, away }: Goals): boolean {
  return Number.isSafeInteger(home) && Number.isSafeInteger(away) && home >= 0 && away >= 0;
}
