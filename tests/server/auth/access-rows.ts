import { randomUUID } from 'node:crypto';

import * as push from '#contract/account/push.ts';
import { assignClubName, unknownClubNames } from '#contract/fixtures/club-names.ts';
import * as fixtures from '#contract/fixtures/fixtures.ts';
import * as notices from '#contract/notices.ts';
import * as pools from '#contract/pools.ts';
import * as records from '#contract/records.ts';
import type { Tip } from '#contract/tips.ts';

/** Expected status for each kind of caller in access.test.ts. */
export type Statuses = readonly [
  visitor: number,
  unverified: number,
  owner: number,
  other: number,
  administrator: number,
];

const byCaller = (...answers: Statuses): Statuses => answers;

const everybody = byCaller(200, 200, 200, 200, 200);

export const noticeRows = [
  { route: notices.noticeList, answers: byCaller(401, 200, 200, 200, 200) },
  {
    route: notices.markNoticesAsRead,
    body: () => ({ until: '2026-03-07T12:00:00.000Z' }),
    answers: byCaller(401, 200, 200, 200, 200),
  },
  { route: push.pushSettings, answers: byCaller(401, 200, 200, 200, 200) },
  {
    route: push.savePushSettings,
    body: () => ({ kinds: ['posted'], quiet: null }),
    answers: byCaller(401, 200, 200, 200, 200),
  },
  {
    // The caller has access, but the request is refused, because nobody follows the tipster.
    route: push.pushTipster,
    path: () => `/api/push/tipsters/${crypto.randomUUID()}`,
    body: () => ({ push: true }),
    answers: byCaller(401, 404, 404, 404, 404),
  },
  {
    // The request succeeds only if the server has a push key.
    route: push.subscribePush,
    body: () => ({
      endpoint: 'https://fcm.googleapis.com/x',
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    }),
    answers: byCaller(401, 403, 404, 404, 404),
  },
  { route: push.unsubscribePush, answers: byCaller(401, 200, 200, 200, 200) },
];

export const fixtureRows = [
  { route: fixtures.fixtureList, answers: everybody },
  {
    route: fixtures.oneFixture,
    path: ({ tip }: { tip: Tip }) => `/api/fixtures/${tip.options[0]?.fixtureId ?? ''}`,
    answers: everybody,
  },
  { route: fixtures.v3Sports, answers: everybody },
  {
    route: fixtures.v3Odds,
    path: () => '/odds/v3/odds/?sport=soccer_epl',
    answers: everybody,
  },
  { route: fixtures.stats, answers: everybody },
];

const below = (path: string) => ({
  path: ({ tip }: { tip: Tip }) => `/api/tipsters/${tip.tipsterId}/${path}`,
});

export const recordRows = [
  { route: records.tipsterRecord, ...below('record'), answers: everybody },
  { route: records.tipsterTips, ...below('tips'), answers: everybody },
  { route: records.competitionTable, answers: everybody },
];

/** An invitation that belongs to no pool. */
const guessed = { invitation: 'A'.repeat(43) };
const guess = (path: string) => () => path.replaceAll(/:\w+/g, () => randomUUID());

/** Routes of pools; the pool belongs to another member or does not exist. */
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

export const clubNameRows = [
  { route: unknownClubNames, answers: byCaller(401, 403, 403, 403, 200) },
  {
    route: assignClubName,
    body: () => ({ sportKey: 'soccer_epl', name: 'Nobody', club: 'Nobody' }),
    answers: byCaller(401, 403, 403, 403, 404),
  },
];
