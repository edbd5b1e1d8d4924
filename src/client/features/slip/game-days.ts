import { isGameSearchMatch } from '#client/clubs.ts';
import { dayHeadingText } from '#client/ui/formats.ts';
import type { Fixture, League } from '#contract/fixtures/fixtures.ts';
import { hasFixtureStarted, isUpcomingOrInPlay } from '#domain/fixture.ts';
import { foldText, toSearchWords } from '#domain/names/text-folding.ts';

/** Games under one heading: a league's, or those of favourite teams (no league). */
type GameGroup = { league: League | undefined; games: readonly Fixture[] };

/** A local calendar day: games to come first, started ones last. */
export type GameDay = {
  day: string;
  /** Its first kick-off, for the date next to "Today". */
  at: string;
  /** The number of its games. */
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

/** The listed games that contain every word of the search in a team's or the league's name. */
export function filterListedGames(fixtures: readonly Fixture[], filter: GameFilter): Fixture[] {
  const words = toSearchWords(filter.search);
  const titles = new Map(filter.leagues.map(({ key, title }) => [key, foldText(title)]));
  return fixtures.filter((fixture) => {
    if (!isUpcomingOrInPlay(new Date(fixture.kickOff), filter.now)) return false;
    return isGameSearchMatch(words, fixture, titles.get(fixture.sportKey) ?? '');
  });
}

/**
 * Games by day; in each day the favourites first, then by league. The input is ordered by kick-off.
 */
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

/** A day by its date, which does not change at midnight. */
export function toDateKey({ at }: Pick<GameDay, 'at'>): string {
  return new Date(at).toDateString();
}

/**
 * The first days with at least so many games, because a whole season is too much to render at once;
 * and those up to a kick-off that must stay listed.
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
