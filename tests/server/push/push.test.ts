import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';

import { pushSubscriptions } from '#server/db/notice-tables.ts';
import { insertKickOffNotices } from '#server/notices/changes.ts';
import { readQueueLengths } from '#server/metrics/gauges.ts';

import { day, hour, minute, second } from '../../testing/clock/clock.ts';
import { confirms, reopens } from '../../testing/tips/desk.ts';
import { type Crowd, aCrowd, choicesOf } from '../../testing/outside/pushes.ts';
import { edits } from '../../testing/tips/tips.ts';

describe('a push', () => {
  test('contains only the kind of event and the tip', async () => {
    const crowd = await aCrowd();
    const { fan, service, news } = crowd;
    await crowd.wants(fan);
    const tip = await crowd.community.aTip({ rest: { analysis: 'Private? No, but mine.' } });

    await news();

    expect(service.received.map(({ data }) => data)).toEqual([{ kind: 'posted', tipId: tip.id }]);
    const [{ headers, body } = { headers: {}, body: Buffer.of() }] = service.received;
    expect(headers).toMatchObject({ topic: tip.id.replaceAll('-', ''), ttl: String(2 * 60 * 60) });
    expect(JSON.stringify(headers)).not.toMatch(/Ada|Obi|Bola|posted/);
    expect(body.includes(tip.id)).toBe(false);
  });

  test('of a copy is sent to its owner only', async () => {
    const crowd = await aCrowd();
    const { community, fan, service, news } = crowd;
    const { tipster, other, aMember } = community;
    await crowd.wants(fan);
    const game = await community.aGame({ prices: undefined });
    const original = await community.aTip({ by: await aMember(), games: [game] });
    const rest = { copiedFrom: original.id };
    const copy = await community.aTip({ by: tipster, games: [game], rest });
    await news();
    await edits(community, copy, [{ fixtureId: game.id, odd: 2 }]);
    await news();
    expect(fan.id).toBe(other.id);
    expect(service.received).toEqual([]);

    await crowd.wants(tipster, { tipster: false });
    await edits(community, copy, [{ fixtureId: game.id, result: 'void', reason: 'Called off.' }]);
    await community.api.put(`/api/tips/confirmTip/${copy.id}`, {
      ...community.administrator,
      body: { IsGameSuccessful: true },
    });
    community.clock.passes(11 * minute);
    await news();
    expect(service.received.map(({ data }) => data)).toEqual([{ kind: 'settled', tipId: copy.id }]);
  });

  test('of a confirmation is sent once, when it can no longer be undone', async () => {
    const crowd = await aCrowd();
    const { community, fan, service, news } = crowd;
    await crowd.wants(fan, { kinds: ['settled', 'corrected'] });
    const tip = await community.aTip();
    const fixtureId = tip.options[0]?.fixtureId;
    await edits(community, tip, [{ fixtureId, result: 'void', reason: 'Called off.' }]);

    await confirms(community, [tip.id]);
    community.clock.passes(9 * minute);
    await news();
    await reopens(community, [tip.id]);
    community.clock.passes(9 * minute);
    await news();
    await confirms(community, [tip.id]);
    await news();
    expect(service.attempts()).toBe(0);
    community.clock.passes(11 * minute);
    await news();

    expect(service.received.map(({ data }) => data)).toEqual([{ kind: 'settled', tipId: tip.id }]);
  });

  test('is sent once by several processes', async () => {
    const crowd = await aCrowd();
    await crowd.wants(crowd.fan);
    for (let n = 0; n < 30; n += 1) await crowd.community.aTip();

    crowd.service.answers(503);
    await crowd.news();
    crowd.service.answers(201);
    crowd.community.clock.passes(minute);
    const others = await Promise.all([crowd.runner(), crowd.runner(), crowd.runner()]);

    await Promise.all([crowd.news(), ...others.map(async ({ run }) => run())]);
    await crowd.news();

    expect(crowd.service.received).toHaveLength(30);
    expect(await crowd.waiting()).toEqual([]);
  });

  test('is sent to every browser of members who chose it, and to nobody else', async () => {
    const crowd = await aCrowd();
    const { community, fan, service, news } = crowd;
    await crowd.wants(fan);
    await crowd.subscribes({ ...fan, ...(await community.returns(fan)) });
    // This member follows and has a subscription, but chose no tipster for pushes.
    const shy = await community.aMember();
    await crowd.wants(shy, { tipster: false });
    // This member chose the tipster, but other kinds of notices.
    const calm = await community.aMember();
    await crowd.wants(calm, { kinds: ['settled'] });

    await community.aTip();
    await news();

    expect(service.received).toHaveLength(2);
    expect(new Set(service.received.map(({ path }) => path)).size).toBe(2);
  });

  test('notifies owners of prices and kick-offs', async () => {
    const crowd = await aCrowd();
    const { community, service, news } = crowd;
    const { tipster, api, clock } = community;
    await crowd.wants(tipster, { tipster: false });
    const game = await community.aGame({ prices: undefined });
    const tip = await community.aTip({ games: [game] });
    await edits(community, tip, [{ fixtureId: game.id, odd: 2 }]);
    await news();
    await api.put(`/api/tips/bookTicket/${tip.id}`, tipster);
    clock.passes(2 * hour - 20 * minute);
    await insertKickOffNotices(api.database, clock());
    await news();

    expect(service.received.map(({ data }) => data)).toEqual([
      { kind: 'priced', tipId: tip.id },
      { kind: 'kick-off', tipId: tip.id },
    ]);
    expect(service.received[1]?.headers['ttl']).toBe(String(20 * 60));
  });

  test('of an event older than an hour is not sent', async () => {
    const crowd = await aCrowd();
    await crowd.wants(crowd.fan);
    await crowd.community.aTip({ games: [await crowd.community.aGame({ startsIn: day })] });
    crowd.community.clock.passes(hour);

    await crowd.news();

    expect(crowd.service.attempts()).toBe(0);
  });
});

describe('nothing is pushed', () => {
  test.each<[string, (crowd: Crowd) => Promise<unknown>]>([
    [
      'after an unfollow, even if a new follow comes later',
      async ({ community, follows, fan }) => {
        await follows(fan, false);
        await follows(fan, true);
        expect((await choicesOf(community, fan)).tipsters).toEqual([]);
      },
    ],
    ['after a logout', async ({ community, fan }) => community.api.post('/api/auth/logout', fan)],
    [
      'after the session has expired',
      async ({ community, fan, as }) => {
        community.clock.passes(31 * day);
        as.tipster = { ...as.tipster, ...(await community.returns(community.tipster)) };
        expect(fan.id).toBeDefined();
      },
    ],
    [
      'during a break',
      async ({ community, fan }) =>
        community.api.put('/api/users/me/time-out', { ...fan, body: { length: '24h' } }),
    ],
    [
      'after the browser was unsubscribed',
      async ({ community, fan }) => community.api.delete('/api/push/subscriptions', fan),
    ],
    [
      'in quiet hours of the member’s own zone',
      async (crowd) =>
        // Noon in UTC is nine in the evening in Tokyo.
        crowd.wants(crowd.fan, { quiet: { from: 20 * 60, until: 7 * 60, zone: 'Asia/Tokyo' } }),
    ],
  ])('%s', async (_, happens) => {
    const crowd = await aCrowd();
    await crowd.wants(crowd.fan);
    await happens(crowd);

    await crowd.community.aTip({ by: crowd.as.tipster });
    await crowd.news();

    expect(crowd.service.attempts()).toBe(0);
    expect(await crowd.waiting()).toEqual([]);
  });

  test('of a withdrawn tip', async () => {
    const crowd = await aCrowd();
    await crowd.wants(crowd.fan);
    const { id } = await crowd.community.aTip();
    await crowd.community.api.delete(`/api/tips/${id}`, crowd.community.tipster);

    await crowd.news();

    expect(crowd.service.attempts()).toBe(0);
  });
});

describe('a push service', () => {
  test.each([404, 410])(
    'that answers %i gets no more requests for that browser',
    async (status) => {
      const crowd = await aCrowd();
      const { service, community, news } = crowd;
      await crowd.wants(crowd.fan);
      service.answers(status);
      await community.aTip();
      await news();
      await community.aTip();
      await news();

      expect(service.attempts()).toBe(1);
      expect(await community.api.database.$count(pushSubscriptions)).toBe(0);
      expect(await crowd.waiting()).toEqual([]);
    },
  );

  test.each([429, 500, 503])(
    'that answers %i gets repeated requests with growing pauses',
    async (status) => {
      const crowd = await aCrowd();
      const { service, community } = crowd;
      await crowd.wants(crowd.fan);
      service.answers(status);
      await community.aTip({ games: [await community.aGame({ startsIn: day })] });
      await crowd.news();

      const pauses: number[] = [];
      for (let n = 0; n < 4; n += 1) {
        const [job] = await crowd.waiting();
        const pause = (job?.startAfter.getTime() ?? 0) - community.clock().getTime();
        pauses.push(pause / second);
        community.clock.passes(pause);
        expect(await crowd.news()).toBe(1);
      }
      service.answers(201);
      community.clock.passes(hour);
      await crowd.news();

      for (const [n, pause] of pauses.entries()) {
        expect(pause).toBeGreaterThanOrEqual(15 * 2 ** n);
        expect(pause).toBeLessThanOrEqual(30 * 2 ** n);
      }
      expect(service.received).toHaveLength(1);
    },
  );

  test('that is unreachable delays a push, whose age counts from its event', async () => {
    const crowd = await aCrowd();
    const { service, community } = crowd;
    await crowd.wants(crowd.fan);
    service.answers(503);
    await community.aTip({ games: [await community.aGame({ startsIn: day })] });
    await crowd.news();

    community.clock.passes(hour);
    await crowd.news();

    expect(await readQueueLengths(community.api.database, community.clock())).toContainEqual({
      queue: 'pushes',
      length: '1',
      oldest: hour / second,
    });
  });

  test('gets a repeated request after its Retry-After', async () => {
    const crowd = await aCrowd();
    await crowd.wants(crowd.fan);
    crowd.service.answers(429, { 'retry-after': '600' });
    await crowd.community.aTip();
    await crowd.news();

    const [job] = await crowd.waiting();
    expect(job?.startAfter).toEqual(new Date(crowd.community.clock().getTime() + 10 * minute));
  });

  test('that cannot be reached gets repeated requests, and its addresses are not logged', async () => {
    const crowd = await aCrowd();
    await crowd.wants(crowd.fan);
    await crowd.community.aTip();
    const message: unknown[] = [];
    const { log } = Fastify({
      logger: { level: 'warn', stream: { write: (line: string) => void message.push(line) } },
    });
    const unreachable = await crowd.runner({
      log,
      fetch: async (url) => Promise.reject(new TypeError(`fetch failed: ${new Request(url).url}`)),
    });

    await unreachable.run();
    crowd.community.clock.passes(30 * second);
    await crowd.news();

    expect(message).toHaveLength(1);
    expect(JSON.stringify(message)).not.toContain('fcm');
    expect(crowd.service.received).toHaveLength(1);
  });

  test('gets no request after the tip’s kick-off', async () => {
    const crowd = await aCrowd();
    await crowd.wants(crowd.fan);
    crowd.service.answers(503);
    await crowd.community.aTip();
    await crowd.news();
    crowd.community.clock.passes(2 * hour);
    await crowd.news();

    expect(crowd.service.attempts()).toBe(1);
    expect(await crowd.waiting()).toEqual([]);
  });

  test('that refuses a message does not get it again', async () => {
    const crowd = await aCrowd();
    await crowd.wants(crowd.fan);
    crowd.service.answers(403);
    await crowd.community.aTip();
    await crowd.news();

    expect(await crowd.waiting()).toEqual([]);
    expect(await crowd.community.api.database.$count(pushSubscriptions)).toBe(1);
  });
});
