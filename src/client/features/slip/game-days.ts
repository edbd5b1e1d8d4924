import { isGameFound } from '#client/clubs.ts';
import { dayText } from '#client/ui/formats.ts';
import type { Fixture, League } from '#contract/fixtures.ts';
import { hasFixtureStarted, isListed } from '#domain/fixture.ts';
import { folded, wordsOf } from '#domain/folded.ts';

/** Games under one heading: a league's, or those of favourite teams (no league). */
type GameGroup = { league: League | undefined; games: readonly Fixture[] };

/** A day of the calendar here: what is to come, and at its end what has started. */
export type GameDay = {
  day: string;
  /** Its first kick-off, for the date beside "Today". */
  at: string;
  /** How many games it has in all. */
  count: number;
  groups: readonly GameGroup[];
  started: readonly Fixture[];
};

type Wanted = {
  leagues: readonly League[];
  favourites: readonly string[];
  search: string;
  now: Date;
};

/** The games that are listed and hold every word of the search: a team's name or its league's. */
export function gamesFound(fixtures: readonly Fixture[], wanted: Wanted): Fixture[] {
  const words = wordsOf(wanted.search);
  const titles = new Map(wanted.leagues.map(({ key, title }) => [key, folded(title)]));
  return fixtures.filter((fixture) => {
    if (!isListed(new Date(fixture.kickOff), wanted.now)) return false;
    return isGameFound(words, fixture, titles.get(fixture.sportKey) ?? '');
  });
}

/** Games day by day; in each day the favourites first, then league by league. They come by kick-off. */
export function daysOf(fixtures: readonly Fixture[], wanted: Wanted): GameDay[] {
  const days = Map.groupBy(fixtures, ({ kickOff }) => dayText(kickOff, wanted.now));
  return [...days].map(([day, games]) => ({
    day,
    at: games[0]?.kickOff ?? '',
    count: games.length,
    groups: groupsOf(
      games.filter((game) => !hasFixtureStarted(game, wanted.now)),
      wanted,
    ),
    started: games.filter((game) => hasFixtureStarted(game, wanted.now)),
  }));
}

function groupsOf(games: readonly Fixture[], { leagues, favourites }: Wanted): GameGroup[] {
  const starred = ({ home, away }: Fixture) =>
    favourites.includes(home) || favourites.includes(away);
  const onTop = leagues.filter(({ key }) => favourites.includes(key));
  const others = leagues.filter(({ key }) => !favourites.includes(key));
  const groups = [...onTop, ...others].map((league) => ({
    league,
    games: games.filter((game) => game.sportKey === league.key && !starred(game)),
  }));
  return [{ league: undefined, games: games.filter(starred) }, ...groups].filter(
    (group) => group.games.length > 0,
  );
}

/** A day by its date, which stays the same past midnight. */
export function dateOf({ at }: Pick<GameDay, 'at'>): string {
  return new Date(at).toDateString();
}

/**
 * The first days with at least so many games, a whole season being nothing to draw at once; and those
 * up to a kick-off that has to stay among them.
 */
export function firstDays(
  days: readonly GameDay[],
  most: number,
  until: string,
): readonly GameDay[] {
  let count = 0;
  const end = days.findIndex((day, index) => {
    count += day.count;
    const next = days[index + 1];
    return count >= most && (!next || next.at > until);
  });
  return end === -1 ? days : days.slice(0, end + 1);
}
