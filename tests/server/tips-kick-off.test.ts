import { describe, expect, test } from 'vitest';

import { tips } from '#server/db/schema.ts';

import { minute } from '../support/a-clock.ts';
import { aCommunity, refusalOf, ticketOf } from '../support/tips.ts';

describe('a game that starts', () => {
  test.each([
    { when: 'a millisecond before kick-off', startsIn: 1, status: 201 },
    { when: 'at the moment of kick-off', startsIn: 0, status: 409 },
    { when: 'a millisecond after it', startsIn: -1, status: 409 },
  ])('takes tips until then: $when it answers $status', async ({ startsIn, status }) => {
    const { api, tipster, aGame } = await aCommunity();
    const options = [{ fixtureId: (await aGame({ startsIn })).id, oddName: '1X2 - 1' }];

    const answer = await api.post('/api/tips', { token: tipster.token, body: { options } });

    expect(answer.status).toBe(status);
  });

  test('takes the whole slip with it, and is named', async () => {
    const { api, tipster, aGame } = await aCommunity();
    const [ahead, started] = [await aGame(), await aGame({ startsIn: -minute })];
    const options = [ahead, started].map(({ id }) => ({ fixtureId: id, oddName: '1X2 - 1' }));

    const answer = await api.post('/api/tips', { token: tipster.token, body: { options } });

    expect(refusalOf(answer)).toBe('409 fixture-started');
    expect(answer.body).toMatchObject({ started: [{ fixtureId: started.id, game: started.game }] });
    expect(await api.database.select().from(tips)).toEqual([]);
  });

  test('is left out of a slip whose sender wants the rest to stand', async () => {
    const { api, tipster, aGame } = await aCommunity();
    const [ahead, started] = [await aGame(), await aGame({ startsIn: -minute })];
    const options = [started, ahead].map(({ id }) => ({ fixtureId: id, oddName: '1X2 - 1' }));

    const answer = await api.post('/api/tips', {
      token: tipster.token,
      body: { options, ifStarted: 'drop' },
    });

    expect(ticketOf(answer, 201)).toMatchObject({
      options: [{ fixtureId: ahead.id }],
      expiryTime: ahead.kickOff.toISOString(),
    });
    expect(answer.body).toMatchObject({ dropped: [{ fixtureId: started.id, game: started.game }] });
  });

  test('is refused even so when nothing would be left', async () => {
    const { api, tipster, aGame } = await aCommunity();
    const options = [{ fixtureId: (await aGame({ startsIn: 0 })).id, oddName: '1X2 - 1' }];

    const answer = await api.post('/api/tips', {
      token: tipster.token,
      body: { options, ifStarted: 'drop' },
    });

    expect(refusalOf(answer)).toBe('409 fixture-started');
  });

  test.each(['played', 'abandoned', 'awarded', 'cancelled'] as const)(
    'counts as started when it is %s, whatever its date',
    async (status) => {
      const { api, tipster, aGame } = await aCommunity();
      const options = [{ fixtureId: (await aGame({ status })).id, oddName: '1X2 - 1' }];

      const answer = await api.post('/api/tips', { token: tipster.token, body: { options } });

      expect(refusalOf(answer)).toBe('409 fixture-started');
    },
  );
});
