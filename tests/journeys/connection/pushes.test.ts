import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';

import { demoPassword } from '#server/demo/recording.ts';

import { demoAdministrator } from '../../testing/people/demo-members.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { test } from '../../testing/phone/journey.ts';
import type { Phone } from '../../testing/phone/phone.ts';
import { theWorkerOf } from '../../testing/phone/service-worker.ts';
import { aPushService, type PushService } from '../../testing/outside/push-service.ts';
import { aCaller } from '../../testing/server/api-caller.ts';
import type { Backend } from '../../testing/server/backend.ts';

test.use({ phones: 'wake their worker' });

const redirect = pathToFileURL(
  join(import.meta.dirname, '..', '..', 'testing', 'outside', 'redirected-pushes.ts'),
);

const settingsFor = ({ vapid, url }: PushService) => ({
  DEMO: '1',
  VAPID_PRIVATE_KEY: vapid.privateKey,
  MAIL_FROM: 'Touchline <no-reply@tips.example>',
  NODE_OPTIONS: `--import ${redirect.href}`,
  PUSH_SERVICE: url,
});

/** Replaces the push service of the browser's vendor by the test's own. */
async function replacePushService(phone: Phone, subscription: ReturnType<PushService['browser']>) {
  await phone.context().addInitScript((given) => {
    const name = 'subscribed';
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = async () => {
      sessionStorage.setItem('asked', 'yes');
      return ask();
    };
    const here = {
      toJSON: () => given,
      async unsubscribe() {
        sessionStorage.removeItem(name);
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      async subscribe() {
        sessionStorage.setItem(name, 'yes');
        return here;
      },
      getSubscription: async () => (sessionStorage.getItem(name) === null ? null : here),
    });
  }, subscription);
}

/** The notifications shown on the phone; a visible page removes them. */
async function shownOn(phone: Phone) {
  const [worker] = phone.context().serviceWorkers();
  if (worker === undefined) throw new Error('There is no worker on this phone.');
  return worker.evaluate(async () => {
    const registration: unknown = Reflect.get(globalThis, 'registration');
    if (!(registration instanceof ServiceWorkerRegistration)) throw new Error('No registration.');
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, data }) => ({ title, body, path: data?.path }));
  });
}

/** An administrator decides the game of a tip as won; the time for undoing the confirmation is over. */
async function settleAsWon(server: Backend, tip: { id: string; fixtureId: string }): Promise<void> {
  await server.query(
    `update fixtures set source = 'test', kick_off = now() - interval '4 hours' where id = $1`,
    [tip.fixtureId],
  );
  const administrator = await aCaller(server.origin, demoAdministrator.email, demoPassword);
  const options = [{ fixtureId: tip.fixtureId, result: 'won', reason: 'Seen in the stadium.' }];
  await administrator.put(`/api/tips/${tip.id}`, { options });
  await administrator.put(`/api/tips/confirmTip/${tip.id}`, { IsGameSuccessful: true });
  await server.query(
    `with due as (
      update notices set at = now() where tip_id = $1 and kind = 'settled' and at > now()
      returning id)
    update pgboss.job set start_after = now() from due where data->>'noticeId' = due.id::text`,
    [tip.id],
  );
}

test('a push notifies a subscriber of a settled tip, and opens the page of the tip', async ({
  given,
}) => {
  const service = await aPushService();
  try {
    const server = await given.aServer(settingsFor(service));
    const { phone, member } = await aMemberReadyForOffline(given, server, async (phone) => {
      await phone.context().grantPermissions(['notifications'], { origin: phone.origin });
      await replacePushService(phone, service.browser());
    });
    const game = await member.postsATip();
    await member.seesTip(game, 'Posted');
    const [tip = { id: '', fixtureId: '' }] = await server.query<{ id: string; fixtureId: string }>(
      `select tips.id, fixture_id as "fixtureId" from tips join legs on tip_id = tips.id
       join members on members.id = owner_id where email = $1`,
      [member.email],
    );
    await phone.opens('/settings');
    const notifyMe = phone.page().getByRole('checkbox', { name: 'Notify me', exact: true });
    await expect(notifyMe).not.toBeChecked();
    expect(await phone.page().evaluate(() => sessionStorage.getItem('asked'))).toBeNull();
    await notifyMe.click();
    await expect(notifyMe).toBeChecked();

    await settleAsWon(server, tip);
    const pushed = { kind: 'settled', tipId: tip.id };
    await expect.poll(() => service.received.map(({ data }) => data)).toContainEqual(pushed);
    const sent = JSON.stringify(service.received.map(({ data, headers }) => [data, headers]));
    for (const secret of [member.email, member.name, game]) expect(sent).not.toContain(secret);

    const worker = await theWorkerOf(phone);
    await phone.page().goto('about:blank');
    await worker.isPushed(pushed);

    const shown = [{ title: 'Touchline', body: 'A tip was settled.', path: `/tip/${tip.id}` }];
    // Retries, because the browser may stop and start the worker.
    await expect(async () => expect(await shownOn(phone)).toEqual(shown)).toPass();
    await phone.opens(`/tip/${tip.id}`);
    await expect(phone.page().getByText('Won').first()).toBeVisible();
  } finally {
    await service.close();
  }
});
