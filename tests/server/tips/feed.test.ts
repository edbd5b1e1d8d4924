import { describe, expect, test } from 'vitest';

import { tipsOf, aCommunity } from '../../testing/tips/tips.ts';
import { minute } from '../../testing/clock/clock.ts';

describe('the feed', () => {
  test('holds what everybody posted, the newest first', async () => {
    const { api, clock, tipster, other, aTip } = await aCommunity();
    const first = await aTip({ by: tipster });
    clock.passes(minute);
    const second = await aTip({ by: other });

    const feed = tipsOf(await api.get('/api/feed'));

    expect(feed.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(feed.map(({ tipsterName }) => tipsterName)).toEqual(['Bola Ade', 'Ada Obi']);
  });

  test('tells nobody what is private, its owner and administrators included', async () => {
    const { api, tipster, administrator, aTip } = await aCommunity();
    await aTip({ by: tipster, rest: { stake: 7 } });

    for (const token of [undefined, tipster.token, administrator.token]) {
      const [tip] = tipsOf(await api.get('/api/feed', token ? { token } : {}));
      expect(Object.keys(tip ?? {})).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(IsBooked|stake|copiedFrom)$/)]),
      );
    }
  });

  test('is read page by page', async () => {
    const { api, aGame, aTip } = await aCommunity();
    const games = [await aGame()];
    for (let index = 0; index < 5; index += 1) await aTip({ games });

    const all = tipsOf(await api.get('/api/feed'));
    const page = await api.get('/api/feed?limit=2');
    const link = String(page.headers['link']);
    const next = await api.get(/<(.*)>/.exec(link)?.[1] ?? '');

    expect(tipsOf(page)).toEqual(all.slice(0, 2));
    expect(tipsOf(next)).toEqual(all.slice(2, 4));
  });

  test('of one game holds the tips on it', async () => {
    const { api, aGame, aTip } = await aCommunity();
    const [game, elsewhere] = [await aGame(), await aGame()];
    const both = await aTip({ games: [elsewhere, game] });
    await aTip({ games: [elsewhere] });

    const feed = tipsOf(await api.get(`/api/feed?fixtureId=${game.id}`));

    expect(feed.map(({ id }) => id)).toEqual([both.id]);
  });

  test('is not sent again to whoever has it, until something changes', async () => {
    const { api, aTip } = await aCommunity();
    await aTip();
    const first = await api.get('/api/feed');
    const headers = { 'if-none-match': String(first.headers['etag']) };

    const again = await api.get('/api/feed', { headers });
    await aTip();
    const changed = await api.get('/api/feed', { headers });

    expect(again).toMatchObject({ status: 304, body: '' });
    expect(tipsOf(changed)).toHaveLength(2);
  });

  test.each(['limit=0', 'limit=101', 'limit=many', 'before=yesterday'])(
    'refuses to be asked for %s',
    async (query) => {
      const { api } = await aCommunity();

      expect((await api.get(`/api/feed?${query}`)).status).toBe(400);
    },
  );
});
