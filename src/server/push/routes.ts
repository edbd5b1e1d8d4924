import {
  savePushSettings,
  pushSettings,
  pushTipster,
  subscribePush,
  unsubscribePush,
} from '#contract/account/push.ts';
import { ApiProblem } from '#contract/problem.ts';

import { createAttemptCounter } from '../auth/attempts.ts';
import { runInTransaction } from '../db/database.ts';
import { type Operation, defineOperation, serveOperations } from '../operations/operation.ts';
import { type RoutePlugin, serveRoute } from '../serve.ts';
import {
  readPushSettings,
  isSubscribed,
  readPushedTipsters,
  storePushSettings,
  setTipsterPush,
  subscribeBrowser,
  unsubscribeBrowser,
} from './push-settings.ts';
import { isBrowserKey, isPushService } from './push-delivery.ts';

/** Operations on push settings, for single calls and batches. */
export const pushOperations: readonly Operation[] = [
  defineOperation(savePushSettings, async (tx, { body, member }) => {
    await storePushSettings(tx, member.id, body);
    return { body: await readPushSettings(tx, member.id) };
  }),

  defineOperation(pushTipster, async (tx, { params, body: { push }, member }) => {
    const tipsterId = params.id.toLowerCase();
    await setTipsterPush(tx, { memberId: member.id, tipsterId, push });
    return { body: { tipsterId, push } };
  }),
];

/** Routes for push subscriptions and settings; a subscription is never queued offline. */
export const pushRoutes: RoutePlugin = async (app, services) => {
  const { database, settings, clock } = services;
  const subscriptions = createAttemptCounter(services, {
    name: 'push',
    maxAttempts: 60,
    minutes: 60,
  });

  serveRoute(app, pushSettings, async ({ member }) => ({
    publicKey: settings.vapid?.publicKey ?? null,
    here: await isSubscribed(database, member.sessionId),
    ...(await readPushSettings(database, member.id)),
    tipsters: await readPushedTipsters(database, member.id),
  }));

  serveOperations(app, services, pushOperations);

  serveRoute(app, subscribePush, async ({ body, member }) => {
    if (!settings.vapid) throw new ApiProblem('not-found');
    if (!isPushService(body.endpoint)) {
      throw new ApiProblem('invalid-input', { errors: { endpoint: ['invalid'] } });
    }
    if (!isBrowserKey(body.keys.p256dh)) {
      throw new ApiProblem('invalid-input', { errors: { 'keys.p256dh': ['invalid'] } });
    }
    await subscriptions.count(member.id);
    await runInTransaction(database, async (tx) => subscribeBrowser(tx, member, body, clock()));
    return { here: true };
  });

  serveRoute(app, unsubscribePush, async ({ member }) => {
    await unsubscribeBrowser(database, member.sessionId);
    return { here: false };
  });
};
