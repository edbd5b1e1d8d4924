import { isGameSearchMatch } from '#client/clubs.ts';
import { dayHeadingText } from '#client/ui/formats.ts';
import type { Fixture, League } from '#contract/fixtures/fixtures.ts';
import { hasFixtureStarted, isUpcomingOrInPlay } from '#domain/fixture.ts';
import { foldText, toSearchWords } from '#domain/names/text-folding.ts';

/** Games under one heading: those of a league, or of favourite teams if `league` is undefined. */
type GameGroup = { league: League | undefined; games: readonly Fixture[] };

/** The games of one calendar day: future games first, started ones last. */
export type GameDay = {
  day: string;
  /** The first kick-off of the day, for the date beside "Today". */
  at: string;
  /** The number of games on this day. */
  count: number;
  groups: readonly GameGroup[];
  started: readonly Fixture[];
};

type GameFilter = {
  leagues: readonly League[];
  favourites: readonly string[];
  search: string;
  now: Date;
};

/** Finds upcoming games whose team or league names contain every word of the search. */
export function filterListedGames(fixtures: readonly Fixture[], filter: GameFilter): Fixture[] {
  const words = toSearchWords(filter.search);
  const titles = new Map(filter.leagues.map(({ key, title }) => [key, foldText(title)]));
  return fixtures.filter((fixture) => {
    if (!isUpcomingOrInPlay(new Date(fixture.kickOff), filter.now)) return false;
    return isGameSearchMatch(words, fixture, titles.get(fixture.sportKey) ?? '');
  });
}

/** Groups games by day, favourites first, then by league; the input is ordered by kick-off. */
export function groupGamesByDay(fixtures: readonly Fixture[], filter: GameFilter): GameDay[] {
  const days = Map.groupBy(fixtures, ({ kickOff }) => dayHeadingText(kickOff, filter.now));
  return [...days].map(([day, games]) => ({
    day,
    at: games[0]?.kickOff ?? '',
    count: games.length,
    groups: groupGamesByLeague(
      games.filter((game) => !hasFixtureStarted(game, filter.now)),
      filter,
    ),
    started: games.filter((game) => hasFixtureStarted(game, filter.now)),
  }));
}

function groupGamesByLeague(
  games: readonly Fixture[],
  { leagues, favourites }: GameFilter,
): GameGroup[] {
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

/** Identifies a day by its date, which unlike the heading "Today" does not change at midnight. */
export function toDateKey({ at }: Pick<GameDay, 'at'>): string {
  return new Date(at).toDateString();
}

/**
 * Returns the first days that together have `minGames` games, and all days up to the kick-off
 * `until`, because rendering a whole season is slow.
 */
export function limitGameDays(
  days: readonly GameDay[],
  minGames: number,
  until: string,
): readonly GameDay[] {
  let count = 0;
  const end = days.findIndex((day, index) => {
    count += day.count;
    const next = days[index + 1];
    return count >= minGames && (!next || next.at > until);
  });
  return end === -1 ? days : days.slice(0, end + 1);
}
