import * as notices from '#contract/notices.ts';
import * as push from '#contract/account/push.ts';

/** The expected status for each caller of the table in server/auth/access.test.ts. */
export type Statuses = readonly [
  visitor: number,
  unverified: number,
  owner: number,
  other: number,
  administrator: number,
];

const byCaller = (...answers: Statuses): Statuses => answers;

/** Rows on notices and pushes for that table. */
export const noticeRows = [
  { route: notices.noticeList, answers: byCaller(401, 200, 200, 200, 200) },
  {
    route: notices.readNotices,
    body: () => ({ until: '2026-03-07T12:00:00.000Z' }),
    answers: byCaller(401, 200, 200, 200, 200),
  },
  { route: push.pushChoices, answers: byCaller(401, 200, 200, 200, 200) },
  {
    route: push.choosePush,
    body: () => ({ kinds: ['posted'], quiet: null }),
    answers: byCaller(401, 200, 200, 200, 200),
  },
  {
    // Allowed, but refused without a follow.
    route: push.pushTipster,
    path: () => `/api/push/tipsters/${crypto.randomUUID()}`,
    body: () => ({ push: true }),
    answers: byCaller(401, 404, 404, 404, 404),
  },
  {
    // Allowed if the server has a push key.
    route: push.subscribePush,
    body: () => ({
      endpoint: 'https://fcm.googleapis.com/x',
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    }),
    answers: byCaller(401, 403, 404, 404, 404),
  },
  { route: push.unsubscribePush, answers: byCaller(401, 200, 200, 200, 200) },
];
