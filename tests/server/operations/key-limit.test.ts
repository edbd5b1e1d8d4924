import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

import { operations } from '#server/db/schema.ts';

import { day, hour } from '../../testing/clock/clock.ts';
import { unlimited } from '../../testing/server/limits.ts';
import { aCommunity, aKey, problemOf } from '../../testing/tips/tips.ts';

test('a member has a limited number of keys a day, also in batches, without affecting others', async () => {
  const limits = { ...unlimited, keysPerDay: 3 };
  const community = await aCommunity({ limits });
  const { api, tipster, other } = community;
  const game = await community.aGame({ startsIn: 30 * hour });
  const slipOf = (oddName: string) => ({ options: [{ fixtureId: game.id, oddName }] });
  const posts = async ({ token }: { token: string }, oddName: string) =>
    api.post('/api/tips', { token, headers: aKey(), body: slipOf(oddName) });
  const id = randomUUID();
  const entry = { id, method: 'POST', path: '/api/tips', body: slipOf('DNB - 1') };
  for (const name of ['1X2 - 1', '1X2 - X']) expect((await posts(tipster, name)).status).toBe(201);
  const batch = await api.post('/api/ops', { token: tipster.token, body: [entry] });

  const refused = await posts(tipster, '1X2 - 2');
  const late = { ...entry, id: randomUUID() };
  const batched = await api.post('/api/ops', { token: tipster.token, body: [late] });

  expect(batch.body).toMatchObject([{ status: 201 }]);
  expect(problemOf(refused)).toBe('429 rate-limited');
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(hour / 1000);
  expect(seconds).toBeLessThanOrEqual(day / 1000);
  expect(batched.body).toMatchObject([{ status: 429 }]);
  expect(await api.database.$count(operations)).toBe(3);
  expect((await posts(other, '1X2 - 1')).status).toBe(201);
});

test('only a key with a stored response counts, unlike a repeated or stale request', async () => {
  const limits = { ...unlimited, keysPerDay: 2 };
  const { api, tipster, aTip } = await aCommunity({ limits });
  const tip = await aTip();
  const books = async (headers: Record<string, string>) =>
    api.put(`/api/tips/bookTicket/${tip.id}`, { token: tipster.token, headers });
  for (const _ of [1, 2, 3]) {
    expect(problemOf(await books({ ...aKey(), 'if-match': '"9"' }))).toBe('412 stale-version');
  }

  const headers = aKey();
  for (const _ of [1, 2, 3]) expect((await books(headers)).status).toBe(200);

  expect((await books(aKey())).status, 'booked already, and stored as well').toBe(409);
  expect(problemOf(await books(aKey()))).toBe('429 rate-limited');
  expect((await books(headers)).status).toBe(200);
});

test('the count starts again a day after the first key', async () => {
  const limits = { ...unlimited, keysPerDay: 1 };
  const community = await aCommunity({ limits });
  const { api, clock, tipster, other } = community;
  const follows = async (token: string) =>
    api.put(`/api/users/followOrUnfollow?Id=${other.id}&isFollow=true`, {
      token,
      headers: aKey(),
    });
  expect((await follows(tipster.token)).status).toBe(200);
  expect((await follows(tipster.token)).status).toBe(429);

  clock.passes(day);

  const { token } = await community.returns(tipster);
  expect((await follows(token)).status).toBe(200);
  expect((await follows(token)).status).toBe(429);
});
