import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';

import { aCommunity, problemOf, tipsOf } from '../../testing/tips/tips.ts';

describe('the pages of tips', () => {
  test('go on after the last one shown although it was taken back', async () => {
    const { api, tipster, aGame, aTip } = await aCommunity();
    const games = [await aGame()];
    for (let index = 0; index < 4; index += 1) await aTip({ games });
    const all = tipsOf(await api.get('/api/feed'));
    const first = await api.get('/api/feed?limit=2');

    await api.delete(`/api/tips/${all[1]?.id}`, tipster);
    const next = await api.get(/<(.*)>/.exec(String(first.headers['link']))?.[1] ?? '');

    expect(tipsOf(next)).toEqual(all.slice(2));
  });

  test.each([
    ['/api/feed', undefined],
    ['/api/tips', 'tipster'],
    ['/api/admin/tickets', 'administrator'],
  ] as const)('of %s begin after a tip that there is', async (path, reader) => {
    const community = await aCommunity();
    await community.aTip();
    const asked = reader ? community[reader] : {};

    const answer = await community.api.get(`${path}?before=${randomUUID()}`, asked);

    expect(problemOf(answer)).toBe('400 invalid-input');
    expect(answer.body).toMatchObject({ errors: { before: ['invalid'] } });
  });
});
