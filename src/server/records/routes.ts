import { ApiProblem } from '#contract/problem.ts';
import { competitionTable, leaguePage, tipsterRecord, tipsterTips } from '#contract/records.ts';
import { monthOf, settledForRank } from '#domain/record.ts';

import { readNearby } from '../db/standby.ts';
import { tipsterById } from '../members/queries.ts';
import { page } from '../platform/list-page.ts';
import { type Routes, serveWithEtag } from '../serve.ts';
import { toPublicTip } from '../tips/presenter.ts';
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
import { tipsterTipRows } from './tips.ts';

/** Routes for records: of one tipster, and of everybody's month. */
export const recordRoutes: Routes = async (app, services) => {
  const { clock } = services;

  serveWithEtag(app, tipsterRecord, async ({ params, member }) => {
    const now = clock();
    return readNearby(services, member, async (nearby) => {
      const tipster = await tipsterById(nearby, params.id, { viewer: member, at: now });
      if (!tipster) throw new ApiProblem('not-found');
      const [tips, withdrawn, slices, followers] = await Promise.all([
        settledTipsOf(nearby, tipster.id),
        withdrawnBy(nearby, tipster.id),
        slicesOf(nearby, tipster.id),
        followersOf(nearby, tipster.id, now),
      ]);
      return toFullRecord(tipster.id, { tips, withdrawn, slices, followers }, now);
    });
  });

  // The response is equal for all readers, the tipster included, so that cached copies hold nothing
  // private.
  serveWithEtag(app, tipsterTips, async ({ params, query, member, request, reply }) => {
    const now = clock();
    const rows = await readNearby(services, member, async (nearby) => {
      const tipster = await tipsterById(nearby, params.id, { viewer: member, at: now });
      if (!tipster) throw new ApiProblem('not-found');
      return tipsterTipRows(nearby, tipster.id, query, now);
    });
    page({ request, reply, limit: query.limit }, rows, ({ id }) => id);
    return rows.map((row) => toPublicTip(row));
  });

  serveWithEtag(app, competitionTable, async ({ query, member }) => {
    const month = query.month ?? monthOf(clock());
    return readNearby(services, member, async (nearby) => {
      const [contenders, months] = await Promise.all([
        contendersIn(nearby, 'month', month),
        monthsOfRecords(nearby),
      ]);
      const rows = toCompetitionRows(contenders);
      const first = rows.find(({ rank }) => rank === 1);
      const best = first && toBest(first, await monthOfTips(nearby, first.tipsterId, month));
      return { month, months, minimum: settledForRank, rows, ...(best && { best }) };
    });
  });

  serveWithEtag(app, leaguePage, async ({ params: { key }, member }) => {
    const now = clock();
    const month = monthOf(now);
    return readNearby(services, member, async (nearby) => {
      if (!(await hasLeague(nearby, key))) throw new ApiProblem('not-found');
      const [fixtures, results, contenders] = await Promise.all([
        fixturesOfLeague(nearby, key, now),
        resultsOfLeague(nearby, key, now),
        contendersIn(nearby, 'league-month', `${key} ${month}`),
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
  });
};
