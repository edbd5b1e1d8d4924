import { v3Odds, v3Sports } from '#contract/fixtures.ts';
import { defaultLeague } from '#contract/leagues.ts';
import { ApiProblem } from '#contract/problem.ts';

import { leagueKeyed } from '../fixtures/leagues.ts';
import { activeLeagues, knownLeagues, upcomingFixtures } from '../fixtures/queries.ts';
import { type Routes, serve } from '../serve.ts';
import { toV3Game, toV3Sport } from './presenter.ts';

/** The odds service's own calls, answered from our fixtures. The key it asks for means nothing here. */
export const oddsRoutes: Routes = async (app, { database, clock }) => {
  serve(app, v3Sports, async () => {
    const [leagues, active] = await Promise.all([
      knownLeagues(database),
      activeLeagues(database, clock()),
    ]);
    // The app opens with this league, so it is on the list even before it has a fixture.
    const first = leagues.some(({ key }) => key === defaultLeague) ? [] : [defaultLeague];
    const listed = [...first.flatMap((key) => leagueKeyed(key) ?? []), ...leagues];
    return {
      success: true,
      data: listed.map((league) => toV3Sport(league, active.has(league.key))),
    };
  });

  serve(app, v3Odds, async ({ query: { sport, mkt } }) => {
    const leagues = await knownLeagues(database);
    const league = leagues.find(({ key }) => key === sport) ?? leagueKeyed(sport);
    if (!league) throw new ApiProblem('not-found');

    const rows = await upcomingFixtures(database, sport, clock());
    return { success: true, data: rows.map((row) => toV3Game(row, league.title, mkt)) };
  });
};
