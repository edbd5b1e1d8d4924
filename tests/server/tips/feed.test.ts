import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';

import { nextPath } from '../../testing/server/api.ts';
import { hour, minute } from '../../testing/clock/clock.ts';
import { aSettledTip } from '../../testing/tips/confirmed-tips.ts';
import { aPool } from '../../testing/tips/pools.ts';
import { aCommunity, type Community, problemOf, tipsOf } from '../../testing/tips/tips.ts';

describe('the feed', () => {
  test('contains the tips of all members, newest first', async () => {
    const { api, clock, tipster, other, aTip } = await aCommunity();
    const first = await aTip({ by: tipster });
    clock.passes(minute);
    const second = await aTip({ by: other });

    const feed = tipsOf(await api.get('/api/feed'));

    expect(feed.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(feed.map(({ tipsterName }) => tipsterName)).toEqual(['Bola Ade', 'Ada Obi']);
  });

  test('contains nothing private, also for owners and administrators', async () => {
    const { api, tipster, administrator, aTip } = await aCommunity();
    await aTip({ by: tipster, rest: { stake: 7 } });

    for (const token of [undefined, tipster.token, administrator.token]) {
      const [tip] = tipsOf(await api.get('/api/feed', token ? { token } : {}));
      expect(Object.keys(tip ?? {})).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(IsBooked|stake|copiedFrom)$/)]),
      );
    }
  });

  test('of one game contains the tips on it', async () => {
    const { api, aGame, aTip } = await aCommunity();
    const [game, elsewhere] = [await aGame(), await aGame()];
    const both = await aTip({ games: [elsewhere, game] });
    await aTip({ games: [elsewhere] });

    const feed = tipsOf(await api.get(`/api/feed?fixtureId=${game.id}`));

    expect(feed.map(({ id }) => id)).toEqual([both.id]);
  });
});

describe('the feed by tipster', () => {
  test.each([
    { search: 'jose', found: ['José Ñíguez'] },
    { search: '  josé ñ  ', found: ['José Ñíguez'] },
    { search: 'lukasz gross', found: [] },
    { search: 'мария елкина', found: ['Мария Ёлкина'] },
    { search: 'محمد', found: ['مُحَمَّد علي'] },
    { search: 'ali', found: [] },
    { search: '%', found: [] },
    { search: '_', found: [] },
    { search: "' or 1=1 --", found: [] },
    { search: '\u202e', found: ['José Ñíguez', 'Łukasz Gros', 'Мария Ёлкина', 'مُحَمَّد علي'] },
  ])('finds $found by "$search", regardless of case and accents', async ({ search, found }) => {
    const { community } = await people();

    const tips = tipsOf(await community.api.get(`/api/feed?search=${encodeURIComponent(search)}`));

    expect(tips.map(({ tipsterName }) => tipsterName).toSorted()).toEqual(found.toSorted());
  });

  test('does not find tips by a hidden name', async () => {
    const { api, aMember, aTip } = await aCommunity();
    const shown = await aMember({ firstName: 'Ada', userName: 'secret-name' });
    const nameless = await aMember({ firstName: '', lastName: '', userName: 'Newcomer' });
    await aTip({ by: shown });
    await aTip({ by: nameless });

    expect(tipsOf(await api.get('/api/feed?search=secret'))).toEqual([]);
    expect(tipsOf(await api.get('/api/feed?search=newcomer'))).toHaveLength(1);
  });
});

describe('the feed by odds', () => {
  test.each([
    { minOdds: '0', found: 3 },
    { minOdds: '1.85', found: 2 },
    { minOdds: '2', found: 1 },
    { minOdds: '3.42', found: 1 },
    { minOdds: '3.43', found: 0 },
  ])('of at least $minOdds contains $found, with unpriced tips only at 0', async (row) => {
    const { api, aGame, aTip } = await aCommunity();
    await aTip({ games: [await aGame({ prices: undefined })] });
    await aTip();
    await aTip({ games: [await aGame(), await aGame()] });

    expect(tipsOf(await api.get(`/api/feed?minOdds=${row.minOdds}`))).toHaveLength(row.found);
  });
});

describe('the feed by stars', () => {
  test('contains tips of tipsters with at least these stars, or all without a minimum', async () => {
    const community = await aCommunity();
    const { api, services, clock, aMember, aTip } = community;
    for (const [firstName, won, lost] of [
      ['New', 9, 0],
      ['Even', 5, 5],
      ['Good', 10, 0],
    ] as const) {
      const tipster = await aMember({ firstName, lastName: '' });
      for (let n = 0; n < won; n += 1) await aSettledTip(services, tipster.id);
      for (let n = 0; n < lost; n += 1) {
        await aSettledTip(services, tipster.id, { outcome: 'lost' });
      }
      await aTip({ by: tipster });
    }
    clock.passes(minute);

    const found = [];
    for (const stars of [0, 1, 2, 3, 5]) {
      const tips = tipsOf(await api.get(`/api/feed?stars=${stars}&open=true`));
      found.push(tips.map(({ tipsterName }) => tipsterName).toSorted());
    }

    const [all, some, best] = [['Even', 'Good', 'New'], ['Even', 'Good'], ['Good']];
    expect(found).toEqual([all, some, some, best, best]);
  });
});

describe('the feed of tips that have not started', () => {
  test('leaves a tip out from its first kick-off on', async () => {
    const { api, clock, aGame, aTip } = await aCommunity();
    await aTip({ games: [await aGame({ startsIn: hour }), await aGame({ startsIn: 9 * hour })] });

    clock.passes(hour - 1);
    expect(tipsOf(await api.get('/api/feed?open=true'))).toHaveLength(1);
    clock.passes(1);
    expect(tipsOf(await api.get('/api/feed?open=true'))).toEqual([]);
    expect(tipsOf(await api.get('/api/feed?open=false'))).toHaveLength(1);
  });
});

describe('a page of the feed', () => {
  test('contains twenty tips, and links to the next page with the same filter', async () => {
    const { api, clock, tipster, other, aTip } = await aCommunity();
    for (let n = 0; n < 22; n += 1) {
      clock.passes(minute);
      await aTip({ by: tipster });
    }
    await aTip({ by: other });

    const first = await api.get('/api/feed?search=obi&open=true');
    const second = await api.get(nextPath(first));

    expect(tipsOf(first)).toHaveLength(20);
    expect(tipsOf(second)).toHaveLength(2);
    expect(second.headers).not.toHaveProperty('link');
    const ids = [...tipsOf(first), ...tipsOf(second)].map(({ id }) => id);
    expect(new Set(ids).size).toBe(22);
  }, 20_000);

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'before=1',
    'minOdds=-1',
    'minOdds=11',
    'minOdds=1e309',
    'stars=6',
    'stars=1.5',
    'open=yes',
    `search=${'x'.repeat(101)}`,
    'search=a&search=b',
  ])('is refused with %s', async (query) => {
    const { api } = await aCommunity();
    expect(problemOf(await api.get(`/api/feed?${query}`))).toBe('400 invalid-input');
  });
});

describe('a response that the client has cached', () => {
  const paths = ({ tipster, poolId }: { tipster: Community['tipster']; poolId: string }) => [
    '/api/feed',
    '/api/admin/desk',
    '/api/admin/tickets',
    '/api/stats',
    '/api/competitions',
    '/api/competitions/soccer_epl',
    `/api/tipsters/${tipster.id}/record`,
    '/api/notices',
    `/api/pools/${poolId}`,
  ];

  test('is not sent again until something changes', async () => {
    const community = await aCommunity();
    const { api, tipster, administrator, aTip } = community;
    const { id: poolId } = await aPool(api, administrator);
    await aTip();
    const { token } = administrator;

    for (const path of paths({ tipster, poolId })) {
      const { status, headers } = await api.get(path, { token });
      const known = { 'if-none-match': String(headers['etag']) };
      const again = await api.get(path, { token, headers: known });
      expect([path, status, again.status, again.body]).toEqual([path, 200, 304, '']);
    }

    const headers = { 'if-none-match': String((await api.get('/api/feed')).headers['etag']) };
    await aTip();
    expect(tipsOf(await api.get('/api/feed', { headers }))).toHaveLength(2);
  });
});

async function people(): Promise<{ community: Community }> {
  const community = await aCommunity();
  for (const [firstName, lastName] of [
    ['José', 'Ñíguez'],
    ['Łukasz', 'Gros'],
    ['Мария', 'Ёлкина'],
    ['مُحَمَّد', 'علي'],
  ] as const) {
    const by = await community.aMember({ firstName, lastName });
    await community.aTip({ by });
  }
  return { community };
}

describe('the pages of tips', () => {
  test('continue after the last listed tip although it was withdrawn', async () => {
    const { api, tipster, aGame, aTip } = await aCommunity();
    const games = [await aGame()];
    for (let index = 0; index < 4; index += 1) await aTip({ games });
    const all = tipsOf(await api.get('/api/feed'));
    const first = await api.get('/api/feed?limit=2');

    await api.delete(`/api/tips/${all[1]?.id}`, tipster);
    const next = await api.get(nextPath(first));

    expect(tipsOf(next)).toEqual(all.slice(2));
  });

  test.each([
    ['/api/feed', undefined],
    ['/api/tips', 'tipster'],
    ['/api/admin/tickets', 'administrator'],
  ] as const)('of %s need the id of an existing tip as cursor', async (path, reader) => {
    const community = await aCommunity();
    await community.aTip();
    const asked = reader ? community[reader] : {};

    const answer = await community.api.get(`${path}?before=${randomUUID()}`, asked);

    expect(problemOf(answer)).toBe('400 invalid-input');
    expect(answer.body).toMatchObject({ errors: { before: ['invalid'] } });
  });
});
