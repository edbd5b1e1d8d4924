import { day, hour } from '../fixtures/queries.ts';
import type { NameOf } from './club-names.ts';

type Game = { home: string; away: string; kickOff: Date };

/** Beyond this a game that was moved counts as another one, just as its legs are void. */
export const sameGame = 2 * day;

/** A club plays once within this. */
const rest = 36 * hour;

/** And a postponed game is played again within this, before the same clubs meet a second time. */
const replayed = 60 * day;

/** What a told game is to those that are known. */
export type Identity<Row> =
  | { is: 'known' | 'swapped' | 'unclear' | 'replayed'; row: Row }
  | { is: 'new' };

/** The games that one answer or file tells, and the names that they have in their league. */
export type Telling = { told: readonly Game[]; nameOf: NameOf };

/**
 * Finds the fixture that a source means, by both clubs and the kick-off. Where home and away are swapped, or
 * only one club is recognised, it is one that nobody should guess at; `replayed` is another date of a game
 * that the source does not have on its old one.
 */
export function identify<Row extends Game>(
  game: Game,
  rows: readonly Row[],
  { told, nameOf }: Telling,
): Identity<Row> {
  const near = nearest(
    game,
    rows.filter((row) => apart(row, game) <= sameGame),
  );
  const known = near.find((row) => isSamePair(row, game, nameOf));
  if (known) return { is: 'known', row: known };
  const swapped = near.find((row) => isSamePair(turned(row), game, nameOf));
  if (swapped) return { is: 'swapped', row: swapped };
  const clubs = bothClubs(game, nameOf);
  const unclear = near.find(
    (row) =>
      apart(row, game) <= rest && bothClubs(row, nameOf).some((club) => clubs.includes(club)),
  );
  if (unclear) return { is: 'unclear', row: unclear };
  const isTold = (row: Row) =>
    told.some((each) => isSamePair(each, row, nameOf) && apart(each, row) <= sameGame);
  const earlier = rows.find(
    (row) => isSamePair(row, game, nameOf) && apart(row, game) <= replayed && !isTold(row),
  );
  return earlier ? { is: 'replayed', row: earlier } : { is: 'new' };
}

/** These games, the one with the nearest kick-off first. */
export function nearest<Row extends Game>(game: Game, rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => apart(a, game) - apart(b, game));
}

/** Milliseconds between two kick-offs. */
export function apart(one: Game, other: Game): number {
  return Math.abs(one.kickOff.getTime() - other.kickOff.getTime());
}

/** Whether two games have the same clubs, at home and away. */
export function isSamePair(one: Game, other: Game, nameOf: NameOf): boolean {
  return pairOf(one, nameOf) === pairOf(other, nameOf);
}

/** Both clubs of a game as one text. */
export function pairOf(game: Game, nameOf: NameOf): string {
  return bothClubs(game, nameOf).join('\n');
}

/** The game with home and away swapped. */
export function turned({ home, away, kickOff }: Game): Game {
  return { home: away, away: home, kickOff };
}

function bothClubs({ home, away }: Game, nameOf: NameOf): string[] {
  return [nameOf(home), nameOf(away)];
}
