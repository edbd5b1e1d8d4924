import { postponementHours } from '#domain/settlement/settlement.ts';
import { dayMs, hourMs } from '#domain/durations.ts';

import type { ClubNameMapper } from './club-names.ts';

type Game = { home: string; away: string; kickOff: Date };

/** Maximum milliseconds between two kick-offs of one game; a longer move makes its legs void. */
export const maxSameGameDistanceMs = postponementHours * hourMs;

/** A club plays at most one game within this time. */
const clubRestMs = 36 * hourMs;

/** A postponed game is played within this time, before the same clubs meet again. */
const maxReplayDelayMs = 60 * dayMs;

/** The relation of a received game to the stored games. */
export type GameIdentity<Row> =
  | { is: 'known' | 'swapped' | 'unclear' | 'replayed'; row: Row }
  | { is: 'new' };

/** All games of one response or file, and the mapper for club names of their league. */
export type ReceivedGames = { received: readonly Game[]; nameOf: ClubNameMapper };

/**
 * Finds the fixture of a received game by its clubs and kick-off. `swapped` and `unclear` (only one
 * club matches) are doubtful. `replayed`: the source lists the game only on a new date.
 */
export function identifyGame<Row extends Game>(
  game: Game,
  rows: readonly Row[],
  { received, nameOf }: ReceivedGames,
): GameIdentity<Row> {
  const near = sortByKickOffDistance(
    game,
    rows.filter((row) => computeKickOffDistanceMs(row, game) <= maxSameGameDistanceMs),
  );
  const known = near.find((row) => hasSameClubs(row, game, nameOf));
  if (known) return { is: 'known', row: known };
  const swapped = near.find((row) => hasSameClubs(swapSides(row), game, nameOf));
  if (swapped) return { is: 'swapped', row: swapped };
  const clubs = toClubNames(game, nameOf);
  const unclear = near.find(
    (row) =>
      computeKickOffDistanceMs(row, game) <= clubRestMs &&
      toClubNames(row, nameOf).some((club) => clubs.includes(club)),
  );
  if (unclear) return { is: 'unclear', row: unclear };
  const isReceived = (row: Row) =>
    received.some(
      (each) =>
        hasSameClubs(each, row, nameOf) &&
        computeKickOffDistanceMs(each, row) <= maxSameGameDistanceMs,
    );
  const earlier = rows.find(
    (row) =>
      hasSameClubs(row, game, nameOf) &&
      computeKickOffDistanceMs(row, game) <= maxReplayDelayMs &&
      !isReceived(row),
  );
  return earlier ? { is: 'replayed', row: earlier } : { is: 'new' };
}

/** Sorts games by the distance of their kick-offs from that of `game`. */
export function sortByKickOffDistance<Row extends Game>(game: Game, rows: readonly Row[]): Row[] {
  return rows.toSorted(
    (a, b) => computeKickOffDistanceMs(a, game) - computeKickOffDistanceMs(b, game),
  );
}

/** Returns the time between two kick-offs in milliseconds. */
export function computeKickOffDistanceMs(one: Game, other: Game): number {
  return Math.abs(one.kickOff.getTime() - other.kickOff.getTime());
}

/** True if two games have the same clubs, with the same home side. */
export function hasSameClubs(one: Game, other: Game, nameOf: ClubNameMapper): boolean {
  return toClubPairKey(one, nameOf) === toClubPairKey(other, nameOf);
}

/** Returns a key of both clubs of a game, home side first. */
export function toClubPairKey(game: Game, nameOf: ClubNameMapper): string {
  return toClubNames(game, nameOf).join('\n');
}

/** Returns the game with home and away swapped. */
export function swapSides({ home, away, kickOff }: Game): Game {
  return { home: away, away: home, kickOff };
}

function toClubNames({ home, away }: Game, nameOf: ClubNameMapper): string[] {
  return [nameOf(home), nameOf(away)];
}
