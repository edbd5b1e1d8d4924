import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import { foldText, toSearchWords } from '#domain/names/text-folding.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { isGameSearchMatch } from '#client/clubs.ts';
import { useServerQuery } from '#client/data/account/server-query.ts';

/** Filters games by team or league; the full title of a league selects only this league. */
export function filterDeskGames(
  fixtures: readonly OptimisticFixture[],
  search: string,
): OptimisticFixture[] {
  const words = toSearchWords(search);
  const title = words.join(' ');
  const ofLeague = fixtures.filter((fixture) => leagueTitle(fixture) === title);
  if (title !== '' && ofLeague.length > 0) return ofLeague;
  return fixtures.filter((fixture) => isGameSearchMatch(words, fixture, leagueTitle(fixture)));
}

function leagueTitle({ sportKey }: OptimisticFixture): string {
  return foldText(toLeagueLabel(sportKey).title);
}

/** The pause in typing after which a search is sent, in milliseconds. */
const searchDelayMs = 300;

/** Searches started games on the server. */
export function useEarlierGames(text: string) {
  const words = toSearchWords(text).join(' ');
  return useServerQuery(
    words,
    (accounts) => accounts.desk(async (calls) => calls.searchStartedGames(words)),
    searchDelayMs,
  );
}
