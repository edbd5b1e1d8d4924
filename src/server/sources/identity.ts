import { clubKey } from '#domain/clubs/clubs.ts';

import { day, hour } from '../fixtures/queries.ts';

type Game = { home: string; away: string; kickOff: Date };

/** Beyond this a game that was moved counts as another one, just as its legs are void. */
const sameGame = 2 * day;

/** A club plays once within this. */
const rest = 36 * hour;

/** And a postponed game is played again within this, before the same clubs meet a second time. */
const replayed = 60 * day;

/** What a told game is to those that are known. */
export type Identity<Row> =
  | { is: 'known' | 'swapped' | 'unclear' | 'replayed'; row: Row }
  | { is: 'new' };

/**
 * Finds the fixture that a source means, by both clubs and the kick-off. Where home and away are swapped, or
 * only one club is recognised, it is one that nobody should guess at; `replayed` is another date of a game
 * that the source does not have on its old one.
 */
export function identify<Row extends Game>(
  game: Game,
  rows: readonly Row[],
  told: readonly Game[],
): Identity<Row> {
  const near = rows
    .filter((row) => apart(row, game) <= sameGame)
    .toSorted((a, b) => apart(a, game) - apart(b, game));
  const known = near.find((row) => clubsOf(row) === clubsOf(game));
  if (known) return { is: 'known', row: known };
  const swapped = near.find((row) => clubsOf(turned(row)) === clubsOf(game));
  if (swapped) return { is: 'swapped', row: swapped };
  const clubs = bothClubs(game);
  const unclear = near.find(
    (row) => apart(row, game) <= rest && bothClubs(row).some((club) => clubs.includes(club)),
  );
  if (unclear) return { is: 'unclear', row: unclear };
  const isTold = (row: Row) =>
    told.some((each) => clubsOf(each) === clubsOf(row) && apart(each, row) <= sameGame);
  const earlier = rows.find(
    (row) => clubsOf(row) === clubsOf(game) && apart(row, game) <= replayed && !isTold(row),
  );
  return earlier ? { is: 'replayed', row: earlier } : { is: 'new' };
}

function apart(one: Game, other: Game): number {
  return Math.abs(one.kickOff.getTime() - other.kickOff.getTime());
}

function bothClubs({ home, away }: Game): string[] {
  return [clubKey(home), clubKey(away)];
}

function clubsOf(game: Game): string {
  return bothClubs(game).join('\n');
}

function turned({ home, away, kickOff }: Game): Game {
  return { home: away, away: home, kickOff };
}
