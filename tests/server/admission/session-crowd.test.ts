import { describe, expect, test } from 'vitest';

import { createLimiter, createLimiterPerKey } from '#server/platform/concurrency.ts';

import { theApi } from '../../testing/server/api.ts';
import { goodPassword, logIn, register } from '../../testing/people/members.ts';

describe('work that waits for its turn', () => {
  test('is turned away when too many wait, and again let in when they are done', async () => {
    const limited = createLimiter({ maxRunning: 1, maxWaiting: 1 });
    const first = Promise.withResolvers<string>();
    const running = limited(async () => first.promise);
    const waiting = limited(async () => 'second');

    await expect(limited(async () => 'third')).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfterSeconds: expect.toBeOneOf([5, 6, 7, 8, 9, 10]) },
    });

    first.resolve('first');
    expect(await Promise.all([running, waiting])).toEqual(['first', 'second']);
    expect(await limited(async () => 'fourth')).toBe('fourth');
  });
});

test('work that waits for its turn is counted for each key alone', async () => {
  const limited = createLimiterPerKey({ maxRunning: 1, maxWaiting: 0 });
  const first = Promise.withResolvers<string>();
  const running = limited('ann', async () => first.promise);

  await expect(limited('ann', async () => 'too many')).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(await limited('bola', async () => 'at once')).toBe('at once');

  first.resolve('first');
  expect(await running).toBe('first');
  expect(await limited('ann', async () => 'again')).toBe('again');
});

describe('a crowd that logs in at once', () => {
  test('is let in to the last', async () => {
    const api = await theApi();
    const { email } = await register(api);

    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => logIn(api, { email, password: goodPassword })),
    );

    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });
});
