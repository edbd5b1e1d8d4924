import { ApiProblem } from '#contract/problem.ts';
import { competitionTable, leaguePage, tipsterRecord, tipsterTips } from '#contract/records.ts';
import { monthOf, minSettledForRank } from '#domain/record.ts';

import { readFromStandby } from '../db/standby.ts';
import { findTipsterById } from '../members/queries.ts';
import { linkNextPage } from '../platform/list-page.ts';
import { type RoutePlugin, serveWithEtag } from '../serve.ts';
import { toPublicTip } from '../tips/presenter.ts';
import { readLeagueFixtures, hasLeague, readLeagueResults } from './league.ts';
import {
  toBestTipster,
  toCompetitionRows,
  toFullRecord,
  toLeagueFixture,
  toLeagueResult,
} from './presenter.ts';
import {
  readContenders,
  readFollowerProfits,
  readTipsOfMonth,
  readRecordMonths,
  readSettledTips,
  readRecordSlices,
  countWithdrawnTips,
} from './queries.ts';
import { readTipsterTips } from './tips-of-tipster.ts';

/** Routes for records of tipsters and tables of months. */
export const recordRoutes: RoutePlugin = async (app, services) => {
  const { clock } = services;

  serveWithEtag(app, tipsterRecord, async ({ params, member }) => {
    const now = clock();
    return readFromStandby(services, member, async (nearby) => {
      const tipster = await findTipsterById(nearby, params.id, { viewer: member, at: now });
      if (!tipster) throw new ApiProblem('not-found');
      const [tips, withdrawn, slices, followers] = await Promise.all([
        readSettledTips(nearby, tipster.id),
        countWithdrawnTips(nearby, tipster.id),
        readRecordSlices(nearby, tipster.id),
        readFollowerProfits(nearby, tipster.id, now),
      ]);
      return toFullRecord(tipster.id, { tips, withdrawn, slices, followers }, now);
    });
  });

  // All readers get the same response, including the tipster, so a cached copy contains nothing
  // private.
  serveWithEtag(app, tipsterTips, async ({ params, query, member, request, reply }) => {
    const now = clock();
    const rows = await readFromStandby(services, member, async (nearby) => {
      const tipster = await findTipsterById(nearby, params.id, { viewer: member, at: now });
      if (!tipster) throw new ApiProblem('not-found');
      return readTipsterTips(nearby, tipster.id, query, now);
    });
    linkNextPage({ request, reply, limit: query.limit }, rows, ({ id }) => id);
    return rows.map((row) => toPublicTip(row));
  });

  serveWithEtag(app, competitionTable, async ({ query, member }) => {
    const month = query.month ?? monthOf(clock());
    return readFromStandby(services, member, async (nearby) => {
      const [contenders, months] = await Promise.all([
        readContenders(nearby, 'month', month),
        readRecordMonths(nearby),
      ]);
      const rows = toCompetitionRows(contenders);
      const first = rows.find(({ rank }) => rank === 1);
      const best =
        first && toBestTipster(first, await readTipsOfMonth(nearby, first.tipsterId, month));
      return { month, months, minimum: minSettledForRank, rows, ...(best && { best }) };
    });
  });

  serveWithEtag(app, leaguePage, async ({ params: { key }, member }) => {
    const now = clock();
    const month = monthOf(now);
    return readFromStandby(services, member, async (nearby) => {
      if (!(await hasLeague(nearby, key))) throw new ApiProblem('not-found');
      const [fixtures, results, contenders] = await Promise.all([
        readLeagueFixtures(nearby, key, now),
        readLeagueResults(nearby, key, now),
        readContenders(nearby, 'league-month', `${key} ${month}`),
      ]);
      const rows = toCompetitionRows(contenders);
      return {
        sportKey: key,
        month,
        minimum: minSettledForRank,
        fixtures: fixtures.map(toLeagueFixture),
        results: results.map(toLeagueResult),
        rows,
      };
    });
  });
};
