import { describe, expect, test } from 'vitest';

import { followTipster } from '#contract/members.ts';
import type { Database } from '#server/db/database.ts';
import { runIdempotent } from '#server/operations/idempotency.ts';

import { aFollow, answersTo, aPost, codesOf } from '../../testing/tips/operations.ts';
import {
  aCommunity,
  aKey,
  type Community,
  type Game,
  problemOf,
  oddNames,
} from '../../testing/tips/tips.ts';

/** Starts a change of the tipster that waits in the database; the result ends the change. */
async function blockedChange({ services, tipster }: Community): Promise<() => Promise<unknown>> {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const call = { method: 'PUT', url: '/', body: {}, arrivedAt: services.clock() };
  const done = runIdempotent(
    services,
    followTipster,
    { memberId: tipster.id, requestId: 'a request', key: undefined, ...call },
    async () => {
      begun.resolve();
      await end.promise;
      return { body: { tipsterId: tipster.id, following: true } };
    },
  );
  await begun.promise;
  return async () => {
    end.resolve();
    return done;
  };
}

/** Sends many concurrent slips of the tipster; collects the responses. */
function manySlips({ api, tipster }: Community, count: number, game: Game) {
  // The timeout must be longer than a delay on a busy machine.
  api.database.$client.options.connectionTimeoutMillis = 60_000;
  const answered: string[] = [];
  const all = Array.from({ length: count }, async (_, index) => {
    const body = { options: [{ fixtureId: game.id, oddName: oddNames[index] }] };
    const answer = await api.post('/api/tips', { token: tipster.token, headers: aKey(), body });
    answered.push(answer.status === 201 ? '201' : problemOf(answer));
    return answer;
  });
  return { answered, all: Promise.all(all) };
}

function busyConnections({ $client: pool }: Database): number {
  return pool.totalCount - pool.idleCount;
}

describe('forty concurrent slips of one member', () => {
  test('use one database connection, and those that would wait too long are refused', async () => {
    const community = await aCommunity();
    const { api, aGame } = community;
    const release = await blockedChange(community);

    const { answered, all } = manySlips(community, 40, await aGame());
    await expect.poll(() => answered.length, { timeout: 60_000 }).toBe(10);

    expect(new Set(answered)).toEqual(new Set(['503 unavailable']));
    await expect.poll(() => busyConnections(api.database)).toBe(1);
    await release();
    const answers = await all;
    expect(answered.filter((message) => message === '201')).toHaveLength(30);
    const refused = answers.filter(({ status }) => status === 503);
    const pauses = refused.map(({ headers }) => Number(headers['retry-after']));
    expect(pauses).toHaveLength(10);
    expect(pauses.filter((seconds) => !(seconds >= 5 && seconds <= 10))).toEqual([]);
  });

  test('do not delay other members', async () => {
    const community = await aCommunity();
    const { api, other, aGame } = community;
    const release = await blockedChange(community);
    const game = await aGame();
    const { all } = manySlips(community, 40, game);

    const body = { options: [{ fixtureId: game.id, oddName: '1X2 - 1' }] };
    const theirs = await api.post('/api/tips', { token: other.token, headers: aKey(), body });

    expect(theirs.status).toBe(201);
    await release();
    await all;
  });
});

test('a batch waits in the queue like any other request', async () => {
  const community = await aCommunity();
  const { other, aGame } = community;
  const game = await aGame();
  const release = await blockedChange(community);
  const { answered, all } = manySlips(community, 31, game);
  await expect.poll(() => answered, { timeout: 60_000 }).toEqual(['503 unavailable']);

  const crowded = await answersTo(community, [aPost([game]), aFollow(other)]);
  await release();
  await all;
  const alone = await answersTo(community, [aPost([await aGame()]), aFollow(other)]);

  expect(codesOf(crowded)).toEqual(Array(2).fill('503 unavailable'));
  for (const { retryAfter } of crowded) expect(retryAfter).toBeOneOf([5, 6, 7, 8, 9, 10]);
  expect(codesOf(alone)).toEqual(['201', '200']);
});
