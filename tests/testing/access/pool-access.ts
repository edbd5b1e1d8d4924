import { randomUUID } from 'node:crypto';

import * as pools from '#contract/pools.ts';

import type { Statuses } from './notice-access.ts';

const byCaller = (...answers: Statuses): Statuses => answers;

/** An invitation without a pool. */
const guessed = { invitation: 'A'.repeat(43) };
const guess = (path: string) => () => path.replaceAll(/:\w+/g, () => randomUUID());

/** Rows on pools for the table in server/auth/access.test.ts: pools of others, or none. */
export const poolRows = [
  { route: pools.poolList, answers: byCaller(401, 200, 200, 200, 200) },
  {
    route: pools.makePool,
    path: guess(pools.makePool.path),
    body: () => ({ name: 'x', from: '2026-03-01', until: '2026-03-31' }),
    answers: byCaller(401, 403, 200, 200, 200),
  },
  ...[pools.poolTable, pools.deletePool, pools.leavePool].map((route) => ({
    route,
    path: guess(route.path),
    answers: byCaller(401, 404, 404, 404, 404),
  })),
  {
    route: pools.renewInvitation,
    path: guess(pools.renewInvitation.path),
    body: () => guessed,
    answers: byCaller(401, 404, 404, 404, 404),
  },
  {
    route: pools.readInvitation,
    body: () => guessed,
    answers: byCaller(401, 400, 400, 400, 400),
  },
  { route: pools.joinPool, body: () => guessed, answers: byCaller(401, 403, 400, 400, 400) },
];
