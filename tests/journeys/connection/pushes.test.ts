import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMatchDay } from '../../testing/people/match-day.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { mayNotify, shownOn } from '../../testing/phone/notifications.ts';
import type { Phone } from '../../testing/phone/phone.ts';
import { aPushService, type PushService } from '../../testing/outside/push-service.ts';
import { theWorkerOf } from '../../testing/phone/service-worker.ts';

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

/** A browser has its push service from its maker; this one has the test's. */
async function isServedBy(phone: Phone, subscription: ReturnType<PushService['browser']>) {
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

test('who asked for it is pushed that their tip was settled, and the push leads to its page', async ({
  given,
}) => {
  const service = await aPushService();
  try {
    const server = await given.aServer(settingsFor(service));
    const { phone, member } = await aMemberReadyForOffline(given, server, async (phone) => {
      await mayNotify(phone);
      await isServedBy(phone, service.browser());
    });
    await phone.opens('/settings');
    const notifyMe = phone.page().getByRole('checkbox', { name: 'Notify me', exact: true });
    await expect(notifyMe).not.toBeChecked();
    expect(await phone.page().evaluate(() => sessionStorage.getItem('asked'))).toBeNull();
    await notifyMe.click();
    await expect(notifyMe).toBeChecked();

    const day = aMatchDay(server);
    const tip = await day.posts(member);
    await day.isPriced(tip);
    await day.isWon(tip);
    const pushed = { kind: 'settled', tipId: tip.id };
    await expect
      .poll(() => service.received.map(({ data }) => data), { timeout: 15_000 })
      .toContainEqual(pushed);
    const sent = JSON.stringify(service.received.map(({ data, headers }) => [data, headers]));
    for (const secret of [member.email, member.name, tip.game]) {
      expect(sent).not.toContain(secret);
    }

    const worker = await theWorkerOf(phone);
    await phone.page().goto('about:blank');
    await worker.isPushed(pushed);

    await expect
      .poll(async () => shownOn(phone))
      .toEqual([{ title: 'Touchline', body: 'A tip was settled.', path: `/tip/${tip.id}` }]);
    await phone.opens(`/tip/${tip.id}`);
    await expect(phone.page().getByText('Won').first()).toBeVisible();
  } finally {
    await service.close();
  }
});
