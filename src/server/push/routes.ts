import {
  choosePush,
  pushChoices,
  pushTipster,
  subscribePush,
  unsubscribePush,
} from '#contract/account/push.ts';
import { ApiProblem } from '#contract/problem.ts';

import { attempts } from '../auth/attempts.ts';
import { transaction } from '../db/database.ts';
import { type Operation, operation, serveOperations } from '../operations/operation.ts';
import { type Routes, serve } from '../serve.ts';
import {
  chosenPushes,
  isSubscribed,
  pushedTipsters,
  savePushes,
  setTipsterPush,
  subscribe,
  unsubscribe,
} from './choices.ts';
import { isBrowserKey, isPushService } from './services.ts';

/** Push preferences of a member, alone or in a batch. */
export const pushOperations: readonly Operation[] = [
  operation(choosePush, async (tx, { body, member }) => {
    await savePushes(tx, member.id, body);
    return { body: await chosenPushes(tx, member.id) };
  }),

  operation(pushTipster, async (tx, { params, body: { push }, member }) => {
    const tipsterId = params.id.toLowerCase();
    await setTipsterPush(tx, { memberId: member.id, tipsterId, push });
    return { body: { tipsterId, push } };
  }),
];

/** Subscriptions and preferences of pushes. A browser subscribes directly, not through its outbox. */
export const pushRoutes: Routes = async (app, services) => {
  const { database, settings, clock } = services;
  const subscriptions = attempts(services, { name: 'push', maxAttempts: 60, minutes: 60 });

  serve(app, pushChoices, async ({ member }) => ({
    publicKey: settings.vapid?.publicKey ?? null,
    here: await isSubscribed(database, member.sessionId),
    ...(await chosenPushes(database, member.id)),
    tipsters: await pushedTipsters(database, member.id),
  }));

  serveOperations(app, services, pushOperations);

  serve(app, subscribePush, async ({ body, member }) => {
    if (!settings.vapid) throw new ApiProblem('not-found');
    if (!isPushService(body.endpoint)) {
      throw new ApiProblem('invalid-input', { errors: { endpoint: ['invalid'] } });
    }
    if (!isBrowserKey(body.keys.p256dh)) {
      throw new ApiProblem('invalid-input', { errors: { 'keys.p256dh': ['invalid'] } });
    }
    await subscriptions.count(member.id);
    await transaction(database, async (tx) => subscribe(tx, member, body, clock()));
    return { here: true };
  });

  serve(app, unsubscribePush, async ({ member }) => {
    await unsubscribe(database, member.sessionId);
    return { here: false };
  });
};
