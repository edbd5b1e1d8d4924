import { postponementHours } from '#domain/settlement/settlement.ts';
import { day, hour } from '#domain/durations.ts';

import type { NameOf } from './club-names.ts';

type Game = { home: string; away: string; kickOff: Date };

/** Beyond this a moved game counts as another one, as its legs are void. */
export const sameGame = postponementHours * hour;

/** A club plays once within this time. */
const rest = 36 * hour;

/** A postponed game is replayed within this time, before the same clubs meet again. */
const replayed = 60 * day;

/** The relation of a received game to the stored ones. */
export type Identity<Row> =
  | { is: 'known' | 'swapped' | 'unclear' | 'replayed'; row: Row }
  | { is: 'new' };

/** The games of one response or file, and the names of their league's clubs. */
export type ReceivedGames = { received: readonly Game[]; nameOf: NameOf };

/**
 * Finds the fixture of a received game by both clubs and the kick-off. `swapped` and `unclear`
 * (only one club recognised) are doubtful; `replayed` is another date of a game that the source
 * does not list on its old one.
 */
export function identify<Row extends Game>(
  game: Game,
  rows: readonly Row[],
  { received, nameOf }: ReceivedGames,
): Identity<Row> {
  const near = nearest(
    game,
    rows.filter((row) => apart(row, game) <= sameGame),
  );
  const known = near.find((row) => isSamePair(row, game, nameOf));
  if (known) return { is: 'known', row: known };
  const swapped = near.find((row) => isSamePair(withSidesSwapped(row), game, nameOf));
  if (swapped) return { is: 'swapped', row: swapped };
  const clubs = bothClubs(game, nameOf);
  const unclear = near.find(
    (row) =>
      apart(row, game) <= rest && bothClubs(row, nameOf).some((club) => clubs.includes(club)),
  );
  if (unclear) return { is: 'unclear', row: unclear };
  const isReceived = (row: Row) =>
    received.some((each) => isSamePair(each, row, nameOf) && apart(each, row) <= sameGame);
  const earlier = rows.find(
    (row) => isSamePair(row, game, nameOf) && apart(row, game) <= replayed && !isReceived(row),
  );
  return earlier ? { is: 'replayed', row: earlier } : { is: 'new' };
}

/** Sorts games by the distance of their kick-offs. */
export function nearest<Row extends Game>(game: Game, rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => apart(a, game) - apart(b, game));
}

/** Milliseconds between two kick-offs. */
export function apart(one: Game, other: Game): number {
  return Math.abs(one.kickOff.getTime() - other.kickOff.getTime());
}

/** True if two games have the same clubs, at home and away. */
export function isSamePair(one: Game, other: Game, nameOf: NameOf): boolean {
  return pairOf(one, nameOf) === pairOf(other, nameOf);
}

/** Both clubs of a game as one text. */
export function pairOf(game: Game, nameOf: NameOf): string {
  return bothClubs(game, nameOf).join('\n');
}

/** The game with home and away swapped. */
export function withSidesSwapped({ home, away, kickOff }: Game): Game {
  return { home: away, away: home, kickOff };
}

function bothClubs({ home, away }: Game, nameOf: NameOf): string[] {
  return [nameOf(home), nameOf(away)];
}
