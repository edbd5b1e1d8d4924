import { ApiProblem } from '#contract/problem.ts';
import { competitionTable, tipsterRecord } from '#contract/records.ts';
import { monthOf, settledForRank } from '#domain/record.ts';

import { tipsterById } from '../members/queries.ts';
import { type Routes, serveTagged } from '../serve.ts';
import { toCompetitionRows, toFullRecord } from './presenter.ts';
import { contendersIn, monthsOfRecords, settledTipsOf, slicesOf, withdrawnBy } from './queries.ts';

/** What settled tips say: of one tipster, and of everybody's month. */
export const recordRoutes: Routes = async (app, { database, clock }) => {
  serveTagged(app, tipsterRecord, async ({ params, member }) => {
    const tipster = await tipsterById(database, params.id, member);
    if (!tipster) throw new ApiProblem('not-found');
    const [tips, withdrawn, slices] = await Promise.all([
      settledTipsOf(database, tipster.id),
      withdrawnBy(database, tipster.id),
      slicesOf(database, tipster.id),
    ]);
    return toFullRecord(tipster.id, { tips, withdrawn, slices }, clock());
  });

  serveTagged(app, competitionTable, async ({ query }) => {
    const month = query.month ?? monthOf(clock());
    const [contenders, months] = await Promise.all([
      contendersIn(database, month),
      monthsOfRecords(database),
    ]);
    return { month, months, minimum: settledForRank, rows: toCompetitionRows(contenders) };
  });
};
