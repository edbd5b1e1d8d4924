import { ApiProblem } from '#contract/problem.ts';
import type { ReplyOf } from '#contract/route.ts';
import { pull } from '#contract/sync.ts';

import { transaction } from '../db/database.ts';
import { toProfile } from '../members/presenter.ts';
import { type Routes, serve } from '../serve.ts';
import { toAuthor, toTip } from '../tips/presenter.ts';
import { authorRow, tipsBetween } from '../tips/queries.ts';
import { answersBetween, endOfPage, followsBetween, memberRow } from './queries.ts';

/** Changes per response. */
const pageSize = 200;

/** The pull: a device's query for the changes of its member. */
export const syncRoutes: Routes = async (app, { database, clock }) => {
  serve(app, pull, async ({ query, member }) =>
    transaction(
      database,
      async (tx): Promise<ReplyOf<typeof pull>> => {
        const row = await memberRow(tx, member.id);
        if (!row) throw new ApiProblem('session-ended');
        // A device with a higher cursor saw a database that was replaced. It gets everything again,
        // and recognises by the lower cursor that its data is to be replaced.
        const since = query.since > row.cursor ? 0 : query.since;
        const span = { memberId: member.id, since, until: row.cursor };
        const until = await endOfPage(tx, span, pageSize);

        const pageSpan = { ...span, until };
        const changed = await tipsBetween(tx, member.id, since, until);
        const author = await authorRow(tx, member.id);
        const hasProfile =
          (since === 0 && row.profileCursor === 0) ||
          (row.profileCursor > since && row.profileCursor <= until);
        return {
          cursor: until,
          serverTime: clock().toISOString(),
          more: until < row.cursor,
          ...(hasProfile && { profile: toProfile(row) }),
          ...(author && { author: toAuthor(author) }),
          tips: changed
            .filter(({ withdrawnAt }) => withdrawnAt === null)
            .map((tip) => toTip(tip, member)),
          removed: changed.filter(({ withdrawnAt }) => withdrawnAt !== null).map(({ id }) => id),
          follows: await followsBetween(tx, pageSpan),
          operations: await answersBetween(tx, pageSpan),
        };
      },
      // One snapshot: the cursor and every row up to it belong together.
      { isSnapshot: true },
    ),
  );
};
