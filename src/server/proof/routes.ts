import {
  checkpointList,
  consistencyProof,
  leafList,
  newestCheckpoint,
  tipHistories,
  tipHistory,
} from '#contract/proof/calls.ts';
import { consistencyPath } from '#contract/proof/merkle.ts';
import { ApiProblem } from '#contract/problem.ts';

import { type Routes, serve } from '../serve.ts';
import { historyOf, publicHistories } from './history.ts';
import { checkpointsFrom, leavesFrom, logFor, newestOf } from './log.ts';

/**
 * Serves the history, checkpoints and proofs that show that nobody, the operator included, has
 * changed an event.
 */
export const proofRoutes: Routes = async (app, { database }) => {
  serve(app, tipHistory, async ({ params, member }) => historyOf(database, params.id, member));

  serve(app, tipHistories, async ({ query }) =>
    publicHistories(database, [...new Set(query.tips.split(','))]),
  );

  serve(app, newestCheckpoint, async () => {
    const newest = await newestOf(database);
    if (!newest) throw new ApiProblem('not-found');
    return newest;
  });

  serve(app, checkpointList, async ({ query }) => checkpointsFrom(database, query.from, 100));

  serve(app, consistencyProof, async ({ query: { from, to } }) => {
    const newest = await newestOf(database);
    // A log that is shorter than the requested size cannot prove anything about it.
    if (!newest || from > to || to > newest.size) throw new ApiProblem('not-found');
    const hashOf = await logFor(database, [{ size: to, from }]);
    return { path: await consistencyPath(from, to, hashOf) };
  });

  serve(app, leafList, async ({ query }) => leavesFrom(database, query.from, 1000));
};
