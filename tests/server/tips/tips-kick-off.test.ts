import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { fixtures, members, tips } from '#server/db/schema.ts';

import { hour, minute } from '../../testing/clock/clock.ts';
import { aCommunity, aKey, problemOf, tipOf } from '../../testing/tips/tips.ts';

describe('a game that starts', () => {
  test('makes the whole slip fail, and is named', async () => {
    const { api, tipster, aGame } = await aCommunity();
    const [ahead, started] = [await aGame(), await aGame({ startsIn: -minute })];
    const options = [ahead, started].map(({ id }) => ({ fixtureId: id, oddName: '1X2 - 1' }));

    const answer = await api.post('/api/tips', { token: tipster.token, body: { options } });

    expect(problemOf(answer)).toBe('409 fixture-started');
    expect(answer.body).toMatchObject({ started: [{ fixtureId: started.id, game: started.game }] });
    expect(await api.database.select().from(tips)).toEqual([]);
  });

  test('is left out of a slip if the sender allows that', async () => {
    const { api, tipster, aGame } = await aCommunity();
    const [ahead, started] = [await aGame(), await aGame({ startsIn: -minute })];
    const options = [started, ahead].map(({ id }) => ({ fixtureId: id, oddName: '1X2 - 1' }));

    const answer = await api.post('/api/tips', {
      token: tipster.token,
      body: { options, ifStarted: 'drop' },
    });

    expect(tipOf(answer, 201)).toMatchObject({
      options: [{ fixtureId: ahead.id }],
      expiryTime: ahead.kickOff.toISOString(),
    });
    expect(answer.body).toMatchObject({ dropped: [{ fixtureId: started.id, game: started.game }] });
  });

  test.each(['played', 'abandoned', 'awarded', 'cancelled'] as const)(
    'counts as started when it is %s, whatever its kick-off',
    async (status) => {
      const { api, tipster, aGame } = await aCommunity();
      const options = [{ fixtureId: (await aGame({ status })).id, oddName: '1X2 - 1' }];

      const answer = await api.post('/api/tips', { token: tipster.token, body: { options } });

      expect(problemOf(answer)).toBe('409 fixture-started');
    },
  );
});

test('a member cannot repeat requests after kick-off that failed before', async () => {
  const community = await aCommunity();
  const { api, clock, tipster, aGame } = community;
  const game = await aGame({ startsIn: minute });
  const banked = ['1X2 - 1', '1X2 - X', '1X2 - 2'].map((oddName) => ({
    token: tipster.token,
    headers: aKey(),
    body: { options: [{ fixtureId: game.id, oddName }] },
  }));
  // Locks the row of the member, as sixteen slips of thirty legs would.
  const held = await api.database.transaction(async (tx) => {
    await tx.select().from(members).where(eq(members.id, tipster.id)).for('update');
    return Promise.all(banked.map(async (request) => api.post('/api/tips', request)));
  });
  clock.passes(hour);

  const replayed = await Promise.all(banked.map(async (request) => api.post('/api/tips', request)));

  expect(held.map(problemOf)).toEqual(Array(3).fill('503 unavailable'));
  expect(replayed.map(problemOf)).toEqual(Array(3).fill('409 fixture-started'));
  expect(await api.database.$count(tips)).toBe(0);
});

test('a tip cannot be withdrawn once its game has ended, whatever its kick-off', async () => {
  const { api, tipster, aGame, aTip } = await aCommunity();
  const game = await aGame();
  const { id } = await aTip({ games: [game] });
  const over = { status: 'played' as const };
  await api.database.update(fixtures).set(over).where(eq(fixtures.id, game.id));

  const answer = await api.delete(`/api/tips/${id}`, { token: tipster.token });

  expect(problemOf(answer)).toBe('409 too-late-to-withdraw');
});
