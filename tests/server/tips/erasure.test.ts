import { describe, expect, test } from 'vitest';

import type { Tip } from '#contract/tips.ts';

import { aKey, aCommunity, problemOf, tipOf, tipsOf } from '../../testing/tips/tips.ts';
import { eventContentsOf, historyOf } from '../proof/support.ts';

const community = await aCommunity();
const { api, tipster, other, administrator, secondAdministrator } = community;
const words = 'They win every derby at home.';
const reason = 'It names a neighbour.';

async function aTipWithText(): Promise<Tip> {
  return community.aTip({ rest: { analysis: words } });
}

async function erases(
  { id }: Pick<Tip, 'id'>,
  by: { token: string },
  rest: { body?: object; headers?: Record<string, string> } = {},
) {
  return api.delete(`/api/tips/${id}/analysis`, { token: by.token, ...rest });
}

async function pullOf({ token }: { token: string }, since: number) {
  const { body } = await api.get(`/api/sync?since=${since}`, { token });
  return Object(body);
}

describe('removing the text of a tip', () => {
  test('removes it for every reader, and shows who removed it', async () => {
    const tip = await aTipWithText();
    const { cursor } = await pullOf(tipster, 0);
    const tagOf = async () => (await api.get('/api/feed')).headers['etag'];
    const tag = await tagOf();

    const answer = await erases(tip, tipster);

    const { analysis: _, ...rest } = tip;
    const removed = { ...rest, version: tip.version + 1, analysisRemovedBy: 'tipster' };
    expect(tipOf(answer)).toEqual(removed);
    expect(tipOf(await api.get(`/api/tips/${tip.id}`))).toMatchObject({
      analysisRemovedBy: 'tipster',
    });
    expect(await tagOf()).not.toBe(tag);
    expect((await pullOf(tipster, cursor)).tips).toEqual([removed]);
    const [own] = tipsOf(await api.get('/api/tips?limit=1', { token: tipster.token }));
    expect(own).toMatchObject(removed);
    for (const path of [
      `/api/tips/${tip.id}`,
      `/api/tips/${tip.id}/history`,
      `/tip/${tip.id}`,
      '/api/feed',
      `/api/tipsters/${tipster.id}/tips?state=open`,
      '/api/tips',
      '/api/users/me/export',
    ]) {
      const { body } = await api.get(path, { token: tipster.token });
      expect(`${path} ${JSON.stringify(body)}`).not.toContain(words);
    }
  });

  test('is possible for the tipster at any time, also for a withdrawn tip', async () => {
    const tip = await aTipWithText();
    expect((await api.delete(`/api/tips/${tip.id}`, { token: tipster.token })).status).toBe(200);

    expect(tipOf(await erases(tip, tipster))).toMatchObject({ analysisRemovedBy: 'tipster' });
  });

  test('is possible for an administrator with a reason, which the history shows', async () => {
    const tip = await aTipWithText();

    expect(problemOf(await erases(tip, administrator))).toBe('400 invalid-input');
    expect(problemOf(await erases(tip, administrator, { body: { reason: '  ' } }))).toBe(
      '400 invalid-input',
    );
    expect(tipOf(await erases(tip, administrator, { body: { reason } }))).toMatchObject({
      analysisRemovedBy: 'administrator',
    });

    const history = eventContentsOf(await historyOf(community, tip.id));
    expect(history.at(-1)).toMatchObject({
      action: 'tip.erase',
      after: { by: 'administrator' },
      reason,
    });
    const auditOf = async (query: string) =>
      (await api.get(`/api/admin/history${query}`, { token: secondAdministrator.token })).body;
    const entry = { action: 'tip.erase', tipId: tip.id, by: { id: administrator.id }, reason };
    expect(await auditOf(`?tip=${tip.id}`)).toMatchObject([entry, { action: 'tip.post' }]);
    // The texts of earlier tests were removed by their tipster.
    expect(await auditOf('')).toMatchObject([entry]);
  });

  test('is refused for others', async () => {
    const tip = await aTipWithText();

    expect(problemOf(await erases(tip, other, { body: { reason } }))).toBe('404 not-found');

    expect(await community.tip(tip.id)).toMatchObject({ analysis: words });
  });

  test('changes nothing the second time or without a text', async () => {
    const tip = await aTipWithText();
    const plain = await community.aTip();
    const first = tipOf(await erases(tip, tipster));

    expect(tipOf(await erases(tip, tipster))).toEqual(first);
    expect(tipOf(await erases(tip, administrator, { body: { reason } }))).toMatchObject({
      version: first.version,
      analysisRemovedBy: 'tipster',
    });
    expect(tipOf(await erases(plain, tipster))).toEqual(plain);
    expect(eventContentsOf(await historyOf(community, tip.id))).toHaveLength(2);
  });

  test('keeps the response to a repeated post, without the text', async () => {
    const game = await community.aGame();
    const id = '019cc82b-3200-7000-8000-00000000000a';
    const body = { id, options: [{ fixtureId: game.id, oddName: '1X2 - 1' }], analysis: words };
    const sends = async () =>
      api.post('/api/tips', { token: tipster.token, body, headers: aKey(id) });
    const first = tipOf(await sends(), 201);
    expect(tipOf(await sends(), 201)).toEqual(first);

    await erases({ id }, tipster);

    const { analysis: _, ...rest } = first;
    expect(tipOf(await sends(), 201)).toEqual({ ...rest, analysisRemovedBy: 'tipster' });
  });
});
