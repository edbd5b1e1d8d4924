import {
  checkpointList,
  consistencyProof,
  leafList,
  newestCheckpoint,
  tipHistories,
  tipHistory,
} from '#contract/proof/calls.ts';
import { computeConsistencyPath } from '#contract/proof/merkle.ts';
import { ApiProblem } from '#contract/problem.ts';

import { type RoutePlugin, serveRoute } from '../serve.ts';
import { readTipHistory, readPublicHistories } from './history.ts';
import {
  readCheckpoints,
  readLeaves,
  createSubtreeHashReader,
  readNewestCheckpoint,
} from './log.ts';

/**
 * Routes for the history, checkpoints and proofs, with which anybody can check that nobody, not
 * even the operator, has changed an event.
 */
export const proofRoutes: RoutePlugin = async (app, { database }) => {
  serveRoute(app, tipHistory, async ({ params, member }) =>
    readTipHistory(database, params.id, member),
  );

  serveRoute(app, tipHistories, async ({ query }) =>
    readPublicHistories(database, [...new Set(query.tips.split(','))]),
  );

  serveRoute(app, newestCheckpoint, async () => {
    const newest = await readNewestCheckpoint(database);
    if (!newest) throw new ApiProblem('not-found');
    return newest;
  });

  serveRoute(app, checkpointList, async ({ query }) => readCheckpoints(database, query.from, 100));

  serveRoute(app, consistencyProof, async ({ query: { from, to } }) => {
    const newest = await readNewestCheckpoint(database);
    // A log with fewer leaves than the requested size has no proof.
    if (!newest || from > to || to > newest.size) throw new ApiProblem('not-found');
    const hashOf = await createSubtreeHashReader(database, [{ size: to, from }]);
    return { path: await computeConsistencyPath(from, to, hashOf) };
  });

  serveRoute(app, leafList, async ({ query }) => readLeaves(database, query.from, 1000));
};
