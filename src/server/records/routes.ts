import { ApiProblem } from '#contract/problem.ts';
import { competitionTable, leaguePage, tipsterRecord } from '#contract/records.ts';
import { monthOf, settledForRank } from '#domain/record.ts';

import { tipsterById } from '../members/queries.ts';
import { type Routes, serveTagged } from '../serve.ts';
import { fixturesOfLeague, hasLeague, resultsOfLeague } from './league.ts';
import {
  toBest,
  toCompetitionRows,
  toFullRecord,
  toLeagueFixture,
  toLeagueResult,
} from './presenter.ts';
import {
  contendersIn,
  followersOf,
  monthOfTips,
  monthsOfRecords,
  settledTipsOf,
  slicesOf,
  withdrawnBy,
} from './queries.ts';

/** What settled tips say: of one tipster, and of everybody's month. */
export const recordRoutes: Routes = async (app, { database, clock }) => {
  serveTagged(app, tipsterRecord, async ({ params, member }) => {
    const tipster = await tipsterById(database, params.id, member);
    if (!tipster) throw new ApiProblem('not-found');
    const now = clock();
    const [tips, withdrawn, slices, followers] = await Promise.all([
      settledTipsOf(database, tipster.id),
      withdrawnBy(database, tipster.id),
      slicesOf(database, tipster.id),
      followersOf(database, tipster.id, now),
    ]);
    return toFullRecord(tipster.id, { tips, withdrawn, slices, followers }, now);
  });

  serveTagged(app, competitionTable, async ({ query }) => {
    const month = query.month ?? monthOf(clock());
    const [contenders, months] = await Promise.all([
      contendersIn(database, 'month', month),
      monthsOfRecords(database),
    ]);
    const rows = toCompetitionRows(contenders);
    const first = rows.find(({ rank }) => rank === 1);
    const best = first && toBest(first, await monthOfTips(database, first.tipsterId, month));
    return { month, months, minimum: settledForRank, rows, ...(best && { best }) };
  });

  serveTagged(app, leaguePage, async ({ params: { key } }) => {
    const now = clock();
    const month = monthOf(now);
    if (!(await hasLeague(database, key))) throw new ApiProblem('not-found');
    const [fixtures, results, contenders] = await Promise.all([
      fixturesOfLeague(database, key, now),
      resultsOfLeague(database, key, now),
      contendersIn(database, 'league-month', `${key} ${month}`),
    ]);
    const rows = toCompetitionRows(contenders);
    return {
      sportKey: key,
      month,
      minimum: settledForRank,
      fixtures: fixtures.map(toLeagueFixture),
      results: results.map(toLeagueResult),
      rows,
    };
  });
};
