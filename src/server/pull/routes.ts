import { ApiProblem } from '#contract/problem.ts';
import type { ReplyOf } from '#contract/route.ts';
import { pull } from '#contract/sync.ts';

import { runInTransaction } from '../db/database.ts';
import { toProfile } from '../members/presenter.ts';
import { type RoutePlugin, serveRoute } from '../serve.ts';
import { toAuthor, toTip } from '../tips/presenter.ts';
import { readAuthorRow, readTipsChangedBetween } from '../tips/queries.ts';
import { readAnswersBetween, findPageEnd, readFollowsBetween, readMemberRow } from './queries.ts';

/** Maximum changes per response, unless one transaction has more. */
const pageSize = 200;

/** The pull: a device requests all changes of its member since a cursor. */
export const pullRoutes: RoutePlugin = async (app, { database, clock }) => {
  serveRoute(app, pull, async ({ query, member }) =>
    runInTransaction(
      database,
      async (tx): Promise<ReplyOf<typeof pull>> => {
        const row = await readMemberRow(tx, member.id);
        if (!row) throw new ApiProblem('session-ended');
        // A device with a higher cursor has data of a database that was replaced. The response
        // contains all rows, and its lower cursor tells the device to replace its data.
        const since = query.since > row.cursor ? 0 : query.since;
        const span = { memberId: member.id, since, until: row.cursor };
        const until = await findPageEnd(tx, span, pageSize);

        const pageSpan = { ...span, until };
        const changed = await readTipsChangedBetween(tx, member.id, since, until);
        const author = await readAuthorRow(tx, member.id);
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
          follows: await readFollowsBetween(tx, pageSpan),
          operations: await readAnswersBetween(tx, pageSpan),
        };
      },
      // The cursor and all rows up to it must come from one snapshot.
      { isSnapshot: true },
    ),
  );
};
