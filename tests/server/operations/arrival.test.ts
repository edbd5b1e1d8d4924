import { describe, expect, test } from 'vitest';

import { followTipster } from '#contract/members.ts';
import { ApiProblem } from '#contract/problem.ts';
import { operations } from '#server/db/schema.ts';
import { runIdempotent } from '#server/operations/idempotency.ts';

import { hour, second } from '../../testing/clock/clock.ts';
import { oneEffect } from '../../testing/tips/operations.ts';
import { aCommunity, problemOf } from '../../testing/tips/tips.ts';

describe('an operation that failed', () => {
  test('is executed when it is sent again, with the new time of arrival', async () => {
    const { services, clock, tipster } = await aCommunity();
    const effect = await oneEffect(services, [
      async () => {
        throw new Error('a bug of ours');
      },
    ]);

    const first = await effect.calls(tipster, 'k');
    clock.passes(hour);
    const again = await effect.calls(tipster, 'k');

    expect(first.status).toBe(500);
    expect(again).toMatchObject({ status: 201, body: { arrivedAt: clock().toISOString() } });
    expect(await effect.timesDone()).toBe(1);
  });

  test.each(['internal', 'unavailable', 'session-ended', 'stale-version', 'rate-limited'] as const)(
    'stores nothing when it failed as %s, and is executed when it is sent again',
    async (code) => {
      const { services, api, tipster } = await aCommunity();
      const effect = await oneEffect(services, [
        async () => {
          throw new ApiProblem(code);
        },
      ]);

      const answer = await effect.calls(tipster, 'k');

      expect(problemOf(answer)).toContain(code);
      expect(await api.database.$count(operations)).toBe(0);
      expect((await effect.calls(tipster, 'k')).status).toBe(201);
    },
  );
});

describe('an operation that waits long', () => {
  test.each([
    { key: 'k', duration: 10 * second, outcome: '201' },
    { key: 'k', duration: 10 * second + 1, outcome: '503 unavailable' },
    { key: undefined, duration: 10 * second, outcome: '201' },
    { key: undefined, duration: 10 * second + 1, outcome: '503 unavailable' },
  ])(
    'for $duration ms, with the key $key, is answered with $outcome',
    async ({ key, duration, outcome }) => {
      const { services, api, clock, tipster } = await aCommunity();
      const effect = await oneEffect(services, [async () => clock.passes(duration)]);

      const answer = await effect.calls(tipster, key);

      const isDone = outcome === '201';
      expect(isDone ? String(answer.status) : problemOf(answer)).toBe(outcome);
      expect(answer.headers['retry-after']).toBe(isDone ? undefined : '1');
      expect(await effect.timesDone()).toBe(isDone ? 1 : 0);
      expect(await api.database.$count(operations)).toBe(isDone && key !== undefined ? 1 : 0);
    },
  );

  test('is not begun if it waited too long', async () => {
    const { services, clock, tipster } = await aCommunity();
    const body = { tipsterId: tipster.id, following: true };
    const sends = async (effect: () => Promise<unknown>) => {
      const mutation = { memberId: tipster.id, key: undefined, arrivedAt: clock() };
      const call = { requestId: 'a request', method: 'PUT', url: '/', body: {} };
      return runIdempotent(services, followTipster, { ...mutation, ...call }, async () => {
        await effect();
        return { body };
      });
    };
    const unavailable = { code: 'unavailable', details: { retryAfterSeconds: 1 } };

    const first = sends(async () => clock.passes(11 * second));
    const next = sends(async () => expect.unreachable('it was begun'));

    await expect(first).rejects.toMatchObject(unavailable);
    await expect(next).rejects.toMatchObject(unavailable);
  });
});
