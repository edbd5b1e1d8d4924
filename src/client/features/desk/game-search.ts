import { useCallback, useEffect, useState } from 'react';
import { leagueOf } from '#domain/clubs/leagues.ts';
import { folded, wordsOf } from '#domain/names/folded.ts';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { isGameFound } from '#client/clubs.ts';
import { useDeskCalls } from '#client/data/desk/use-desk-calls.ts';

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

type Answered = { key: string; games: Fixture[] | undefined };

/** The pause in typing before a search is sent, in milliseconds. */
const pause = 300;

/** Started games that match a search, from the server; searched again when online again. */
export function useEarlierGames(text: string) {
  const callDesk = useDeskCalls();
  const [answered, setAnswered] = useState<Answered>();
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const words = wordsOf(text).join(' ');
  const key = `${words} ${attempt}`;
  useEffect(() => {
    let isLate = false;
    const search = async () => {
      const games = await callDesk(async (calls) => calls.games(words));
      if (!isLate) setAnswered({ key, games });
    };
    const timer = setTimeout(() => void search(), pause);
    globalThis.addEventListener('online', retry);
    return () => {
      isLate = true;
      clearTimeout(timer);
      globalThis.removeEventListener('online', retry);
    };
  }, [callDesk, words, key, retry]);
  return {
    games: answered?.games,
    state: answered?.key === key ? ('answered' as const) : ('waiting' as const),
    retry,
  };
}
