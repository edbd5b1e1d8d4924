import { describe, expect, test } from 'vitest';

import { nextPath } from '../../testing/server/api.ts';
import { minute } from '../../testing/clock/clock.ts';
import { aCommunity, tipsOf } from '../../testing/tips/tips.ts';

describe('my tips', () => {
  test('are the caller’s only, newest first, page by page', async () => {
    const { api, clock, tipster, other, aGame, aTip } = await aCommunity();
    const games = [await aGame()];
    const mine: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      clock.passes(minute);
      mine.unshift((await aTip({ by: tipster, games })).id);
      await aTip({ by: other, games });
    }

    const seen: string[] = [];
    for (let path = '/api/tips?limit=2'; path;) {
      const answer = await api.get(path, { token: tipster.token });
      seen.push(...tipsOf(answer).map(({ id }) => id));
      path = nextPath(answer);
    }

    expect(seen).toEqual(mine);
  });

  test('keep their order between pages when posted at the same time', async () => {
    const { api, tipster, aGame, aTip } = await aCommunity();
    const games = [await aGame()];
    for (let index = 0; index < 4; index += 1) await aTip({ games });

    const all = tipsOf(await api.get('/api/tips', { token: tipster.token }));
    const [, second] = all;
    const after = await api.get(`/api/tips?before=${second?.id}`, { token: tipster.token });

    expect(tipsOf(after)).toEqual(all.slice(2));
  });

  test('are twenty by default', async () => {
    const { api, tipster, aGame, aTip } = await aCommunity();
    const games = [await aGame()];
    for (let index = 0; index < 21; index += 1) await aTip({ games });

    const usual = await api.get('/api/tips', { token: tipster.token });
    const more = await api.get('/api/tips?limit=100', { token: tipster.token });

    expect(tipsOf(usual)).toHaveLength(20);
    expect(tipsOf(more)).toHaveLength(21);
    expect(more.headers['link']).toBeUndefined();
  });
});
