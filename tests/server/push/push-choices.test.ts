import { describe, expect, onTestFinished, test } from 'vitest';

import { isPushService } from '#server/push/push-delivery.ts';

import { aPushService } from '../../testing/outside/push-service.ts';
import { aCrowd, choicesOf } from '../../testing/outside/pushes.ts';
import { aCommunity, aKey, problemOf } from '../../testing/tips/tips.ts';

describe('a subscription', () => {
  test.each([
    ['http://fcm.googleapis.com/x', false],
    ['https://fcm.googleapis.com:8443/x', false],
    ['https://user@fcm.googleapis.com/x', false],
    ['https://fcm.googleapis.com.evil.example/x', false],
    ['https://notfcm.googleapis.com/x', false],
    ['https://evil.example/fcm.googleapis.com', false],
    ['https://push.apple.com.evil.example/x', false],
    ['https://169.254.169.254/latest/meta-data', false],
    ['https://localhost/x', false],
    ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
    ['https://web.push.apple.com/x', true],
    ['https://wns2-am3p.notify.windows.com/w/?token=x', true],
  ])('accepts the push address %s: %s', (endpoint, isTaken) => {
    expect(isPushService(endpoint)).toBe(isTaken);
  });

  test('is refused with an unknown push service or an invalid key', async () => {
    const { community, fan, service } = await aCrowd();
    const browser = { ...service.browser(), expirationTime: null };
    const subscribes = async (change: object) =>
      community.api.put('/api/push/subscriptions', { ...fan, body: { ...browser, ...change } });
    const keys = { ...browser.keys, p256dh: 'B'.repeat(87) };

    for (const change of [{ endpoint: 'https://localhost/x' }, { keys }]) {
      expect(problemOf(await subscribes(change))).toBe('400 invalid-input');
    }
    expect((await subscribes({})).status).toBe(200);
  });

  test('of a phone belongs only to the last logged-in member', async () => {
    const crowd = await aCrowd();
    const { community, fan, service, news } = crowd;
    const browser = await crowd.wants(fan);
    const next = await community.aMember();
    await community.api.put('/api/push/subscriptions', { ...next, body: browser });

    await community.aTip();
    await news();

    expect(service.attempts()).toBe(0);
    expect((await choicesOf(community, fan)).here).toBe(false);
    expect((await choicesOf(community, next)).here).toBe(true);
  });

  test('is refused if the server has no push key', async () => {
    const community = await aCommunity();
    const { api, other } = community;
    const { browser, close } = await aPushService();
    onTestFinished(close);

    const answer = await api.put('/api/push/subscriptions', { ...other, body: browser() });

    expect(problemOf(answer)).toBe('404 not-found');
    expect((await choicesOf(community, other)).publicKey).toBeNull();
  });
});

describe('the choice of pushes', () => {
  test('is empty at first, and then equal on all devices', async () => {
    const { community, fan, service } = await aCrowd();
    const { publicKey } = service.vapid;
    const nothing = { publicKey, here: false, kinds: [], quiet: null, tipsters: [] };
    expect(await choicesOf(community, fan)).toEqual(nothing);

    const quiet = { from: 22 * 60, until: 7 * 60, zone: 'Africa/Lagos' };
    const body = { kinds: ['posted'], quiet };
    const asked = { ...fan, headers: { ...fan.headers, ...aKey() }, body };
    expect(await community.api.put('/api/push', asked)).toMatchObject({ status: 200, body });

    const { token } = await community.returns(fan);
    expect(await choicesOf(community, { token })).toEqual({ ...nothing, ...body });
  });

  test.each([
    { kinds: ['gossip'], quiet: null },
    { kinds: [], quiet: { from: 0, until: 1440, zone: 'UTC' } },
    { kinds: [], quiet: { from: 0, until: 60, zone: 'Atlantis/Poseidonis' } },
  ])('is refused as %j', async (body) => {
    const { community, fan } = await aCrowd();

    expect(problemOf(await community.api.put('/api/push', { ...fan, body }))).toBe(
      '400 invalid-input',
    );
  });

  test('accepts followed tipsters only', async () => {
    const { community, fan, follows } = await aCrowd();
    await follows(fan, false);
    const path = `/api/push/tipsters/${community.tipster.id}`;

    expect(problemOf(await community.api.put(path, { ...fan, body: { push: true } }))).toBe(
      '404 not-found',
    );
    expect((await community.api.put(path, { ...fan, body: { push: false } })).status).toBe(200);
  });

  test('is in the export of own data, without the push address', async () => {
    const crowd = await aCrowd();
    const { community, fan } = crowd;
    await crowd.wants(fan, { kinds: ['posted'] });

    const { body } = await community.api.get('/api/users/me/export', fan);

    expect(body).toMatchObject({
      push: {
        kinds: ['posted'],
        quiet: null,
        tipsters: [community.tipster.id],
        browsers: [{ service: 'fcm.googleapis.com', since: expect.any(String) }],
      },
    });
    expect(JSON.stringify(body)).not.toContain('fcm/send');
  });
});
