import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { fixtures } from '#server/db/schema.ts';

import { hour } from '../../testing/clock/clock.ts';
import { aCommunity, aKey, edits, problemOf, tipOf, tipsOf } from '../../testing/tips/tips.ts';

const bookingOf = ({ id }: { id: string }) => `/api/tips/bookTicket/${id}`;

describe('a saved tip', () => {
  test('is booked by its owner with an empty body, and gets its next version', async () => {
    const { api, tipster, aTip } = await aCommunity();
    const tip = await aTip();

    const answer = await api.put(bookingOf(tip), { token: tipster.token, body: {} });

    expect(tipOf(answer)).toEqual({ ...tip, IsBooked: true, version: 2 });
    expect(answer.headers['etag']).toBe('"2"');
    expect(tipsOf(await api.get('/api/tips', { token: tipster.token }))).toMatchObject([
      tipOf(answer),
    ]);
  });

  test('is booked without any effect for other members', async () => {
    const { api, tipster, other, aTip } = await aCommunity();
    const tip = await aTip();
    const asOthersSeeIt = async () => {
      const [open, signedIn] = [
        await api.get(`/api/tips/${tip.id}`),
        await api.get(`/api/tips/${tip.id}`, { token: other.token }),
      ];
      const feed = await api.get('/api/feed');
      return [open, signedIn, feed].map(({ body, headers }) => [body, headers['etag']]);
    };

    const before = await asOthersSeeIt();
    await api.put(bookingOf(tip), { token: tipster.token });

    expect(await asOthersSeeIt()).toEqual(before);
  });

  test('is booked once by thirty concurrent requests', async () => {
    const { api, tipster, aTip, tip } = await aCommunity();
    const { id } = await aTip();

    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        api.put(bookingOf({ id }), { token: tipster.token, headers: aKey() }),
      ),
    );

    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(29);
    expect([...new Set(refused.map(problemOf))]).toEqual(['409 already-booked']);
    expect(await tip(id)).toMatchObject({ IsBooked: true, version: 2 });
  });

  test('does not exist for other members who try to book it', async () => {
    const { api, other, administrator, aTip, tip } = await aCommunity();
    const { id } = await aTip();

    for (const { token } of [other, administrator]) {
      expect(problemOf(await api.put(bookingOf({ id }), { token }))).toBe('404 not-found');
    }
    expect(problemOf(await api.put(bookingOf({ id: randomUUID() }), { token: other.token }))).toBe(
      '404 not-found',
    );
    expect(await tip(id)).toMatchObject({ IsBooked: false, version: 1 });
  });

  test('expires with its game if the kick-off becomes earlier', async () => {
    const { api, clock, tipster, aGame, aTip } = await aCommunity();
    const game = await aGame();
    const tip = await aTip({ games: [game] });
    await api.database.update(fixtures).set({ kickOff: clock() }).where(eq(fixtures.id, game.id));

    const answer = await api.put(bookingOf(tip), { token: tipster.token });

    expect(problemOf(answer)).toBe('409 tip-expired');
  });
});

describe('a tip that its reader knows in another version', () => {
  test('is returned in its current state, and not changed', async () => {
    const { api, tipster, aTip } = await aCommunity();
    const tip = await aTip();
    const headers = { 'if-match': '"7"', ...aKey() };

    const answer = await api.put(bookingOf(tip), { token: tipster.token, headers });
    const current = { 'if-match': '"1"' };
    const booked = await api.put(bookingOf(tip), { token: tipster.token, headers: current });

    expect(problemOf(answer)).toBe('412 stale-version');
    expect(answer.body).toMatchObject({ tip });
    expect(booked.status).toBe(200);
  });

  test('does not show its owner which administrator changed it', async () => {
    const community = await aCommunity();
    const { api, tipster, aTip, aGame } = community;
    const game = await aGame();
    const tip = await aTip({ games: [game] });
    await edits(community, tip, [{ fixtureId: game.id, odd: 3 }]);
    const headers = { 'if-match': '"1"', ...aKey() };

    const answer = await api.put(bookingOf(tip), { token: tipster.token, headers });

    expect(problemOf(answer)).toBe('412 stale-version');
    expect(answer.body).not.toHaveProperty('by');
  });

  test.each(['"1"', 'W/"1"', '"3", "1"', '*'])(
    'is in the same version for the If-Match %s',
    async (tag) => {
      const { api, tipster, aTip } = await aCommunity();
      const tip = await aTip();

      const answer = await api.put(bookingOf(tip), {
        token: tipster.token,
        headers: { 'if-match': tag },
      });

      expect(answer.status).toBe(200);
    },
  );
});

describe('a withdrawn tip', () => {
  test('with a key is withdrawn once, and pulled together with its response', async () => {
    const { api, clock, tipster, aTip } = await aCommunity();
    const { id } = await aTip();
    const before = await api.get('/api/sync', { token: tipster.token });
    const headers = { ...aKey(), 'if-match': '"1"' };
    const withdraw = async () =>
      api.delete(`/api/tips/${id}`, { token: tipster.token, headers, body: {} });

    const first = await withdraw();
    clock.passes(hour);
    const again = await withdraw();
    const path = `/api/sync?since=${Object(before.body).cursor}`;
    const { body } = await api.get(path, { token: tipster.token });

    expect(first).toMatchObject({ status: 200, body: { id } });
    expect(again).toMatchObject({ status: 200, body: { id } });
    expect(again.headers['x-op-id']).toBe(headers['idempotency-key']);
    expect(body).toMatchObject({
      tips: [],
      removed: [id],
      operations: [{ id: headers['idempotency-key'], status: 200 }],
    });
  });

  test('is gone for everybody on all routes', async () => {
    const { api, tipster, administrator, aTip } = await aCommunity();
    const { id } = await aTip();

    const answer = await api.delete(`/api/tips/${id}`, { token: tipster.token });

    expect(answer).toMatchObject({ status: 200, body: { id } });
    for (const { token } of [tipster, administrator]) {
      expect(problemOf(await api.get(`/api/tips/${id}`, { token }))).toBe('404 not-found');
    }
    expect(tipsOf(await api.get('/api/tips', { token: tipster.token }))).toEqual([]);
    expect(tipsOf(await api.get('/api/feed'))).toEqual([]);
    const list = await api.get('/api/admin/tickets', { token: administrator.token });
    expect(tipsOf(list)).toEqual([]);
    expect(problemOf(await api.put(bookingOf({ id }), { token: tipster.token }))).toBe(
      '404 not-found',
    );
  });
});
