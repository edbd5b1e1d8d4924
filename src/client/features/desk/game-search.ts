import { leagueOf } from '#domain/clubs/leagues.ts';
import { folded, wordsOf } from '#domain/names/folded.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { isGameFound } from '#client/clubs.ts';
import { useServerQuery } from '#client/data/account/server-query.ts';

/** Games that match a search by team or league; a full league title selects that league. */
export function gamesFound(
  fixtures: readonly OptimisticFixture[],
  search: string,
): OptimisticFixture[] {
  const words = wordsOf(search);
  const title = words.join(' ');
  const ofLeague = fixtures.filter((fixture) => leagueTitle(fixture) === title);
  if (title !== '' && ofLeague.length > 0) return ofLeague;
  return fixtures.filter((fixture) => isGameFound(words, fixture, leagueTitle(fixture)));
}

function leagueTitle({ sportKey }: OptimisticFixture): string {
  return folded(leagueOf(sportKey).title);
}

/** The pause in typing before a search is sent, in milliseconds. */
const pauseMs = 300;

/** Started games that match a search, from the server. */
export function useEarlierGames(text: string) {
  const words = wordsOf(text).join(' ');
  return useServerQuery(
    words,
    (accounts) => accounts.desk(async (calls) => calls.games(words)),
    pauseMs,
  );
}
