import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { OwnData } from '#contract/account/accounts.ts';

import type { Api } from '../../testing/server/api.ts';
import { hour, minute } from '../../testing/clock/clock.ts';
import { manyTips } from '../../testing/tips/many-tips.ts';
import type { Member } from '../../testing/people/members.ts';
import { somebodyWaits } from '../../testing/database/postgres.ts';
import { aPool, joins } from '../../testing/tips/pools.ts';
import { aCommunity, aTip, edits, problemOf } from '../../testing/tips/tips.ts';

const header =
  '"tip","posted","league","game","kickOff","oddName","odd","result","reason","totalOdds",' +
  '"stake","booked","treated","outcome","copiedFrom","analysis"';

describe('the export of own data', () => {
  test('contains profile, tips and follows, and nothing of other members', async () => {
    const { api, clock, tipster, other, aTip } = await aCommunity();
    await aTip({ by: other });
    const first = await aTip({ rest: { stake: 3, analysis: 'Mine.' } });
    clock.passes(minute);
    const second = await aTip();
    await follows(api, tipster, other, true);

    const answer = await api.get('/api/users/me/export', tipster);

    const data = z.parse(OwnData, answer.body);
    expect(answer.body, 'nothing but what the contract says').toEqual(data);
    expect(data.exportedAt).toBe(clock().toISOString());
    expect(data.profile).toMatchObject({ id: tipster.id, email: tipster.email });
    expect(data.tips.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(data.tips[1]).toMatchObject({ stake: 3, analysis: 'Mine.', IsBooked: false });
    expect(data.follows).toEqual([
      { tipsterId: other.id, name: 'Bola Ade', since: clock().toISOString() },
    ]);
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="touchline-2026-03-07.json"',
      'cache-control': 'no-store',
    });
  });

  test('contains the member’s pools without other members', async () => {
    const { api, tipster, other, clock } = await aCommunity();
    const { id, invitation } = await aPool(api, other, { name: 'Derby' });
    await joins(api, tipster, invitation);

    const { pools } = z.parse(OwnData, (await api.get('/api/users/me/export', tipster)).body);

    expect(pools).toEqual([
      {
        id,
        name: 'Derby',
        from: '2026-11-01',
        until: '2026-11-30',
        isOwner: false,
        joinedAt: clock().toISOString(),
      },
    ]);
  });

  test('leaves out withdrawn tips and ended follows', async () => {
    const { api, tipster, other, aTip } = await aCommunity();
    const { id } = await aTip();
    await api.delete(`/api/tips/${id}`, tipster);
    await follows(api, tipster, other, true);
    await follows(api, tipster, other, false);

    expect(await api.get('/api/users/me/export', tipster)).toMatchObject({
      body: { tips: [], follows: [] },
    });
  });

  test('contains all tips of a member with more than one page', async () => {
    const community = await aCommunity();
    const { api, tipster, clock, aGame } = community;
    const game = await aGame({ startsIn: 24 * hour });
    for (let n = 0; n < 101; n += 1) {
      clock.passes(minute);
      await manyTips(community, game, { count: 5 });
    }

    const { tips } = z.parse(OwnData, (await api.get('/api/users/me/export', tipster)).body);

    expect(new Set(tips.map(({ id }) => id)).size).toBe(505);
  });

  test('is consistent while a follow is added during the export', async () => {
    const { api, tipster, other, aTip } = await aCommunity();
    const first = await aTip();
    const elsewhere = await api.database.$client.connect();
    await elsewhere.query('begin');
    await elsewhere.query('lock table follows in access exclusive mode');

    const reading = api.get('/api/users/me/export', tipster);
    await expect.poll(async () => somebodyWaits(api)).toBe(true);
    await elsewhere.query(
      `insert into follows (member_id, tipster_id, following, changed_at, cursor)
      values ($1, $2, true, now(), 99)`,
      [tipster.id, other.id],
    );
    await elsewhere.query('commit');
    elsewhere.release();

    const data = z.parse(OwnData, (await reading).body);
    expect(data.tips.map(({ id }) => id)).toEqual([first.id]);
    expect(data.follows).toEqual([]);
  });

  test('is rate-limited', async () => {
    const { api, tipster } = await aCommunity();
    for (let n = 0; n < 30; n += 1) await api.get('/api/users/me/export', tipster);

    expect(problemOf(await api.get('/api/users/me/export', tipster))).toBe('429 rate-limited');
  });
});

describe('the export as CSV', () => {
  test('has one line per leg, in UTF-8 with a byte order mark', async () => {
    const community = await aCommunity();
    const { api, tipster } = community;
    const { games, tip } = await aTip(community);
    await edits(community, tip, [{ fixtureId: games[1].id, odd: 2.1 }]);

    const answer = await api.get('/api/users/me/export?format=csv', tipster);

    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="touchline-2026-03-07.csv"',
      'cache-control': 'no-store',
    });
    const lines = String(answer.body).split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(`\uFEFF${header}`);
    const ends = '"2.1","pending","","3.89","0","false","false","open","",""';
    expect(lines[2]).toBe(
      `"${tip.id}","2026-03-07T12:00:00.000Z","soccer_epl","${games[1].game}",` +
        `"2026-03-07T14:00:00.000Z","1X2 - 1",${ends}`,
    );
    expect(lines[3]).toBe('');
  });

  test('contains analyses that spreadsheets do not execute', async () => {
    const { api, tipster, aTip } = await aCommunity();
    const cells = [
      ['=1+1', `"'=1+1"`],
      ['+1', `"'+1"`],
      ['-1+1', `"'-1+1"`],
      ['@SUM(A1)', `"'@SUM(A1)"`],
      ['\t=1', `"'\t=1"`],
      ['\r=1', `"'\r=1"`],
      ['\n=1', `"'\n=1"`],
      [' =1+1', `"' =1+1"`],
      ['\u00a0=1', `"'\u00a0=1"`],
      ['\ufeff=1', `"'\ufeff=1"`],
      ['\u200b\u3000@x', `"'\u200b\u3000@x"`],
      ['＝1+1', `"'＝1+1"`],
      ['＋1', `"'＋1"`],
      ['－1', `"'－1"`],
      ['＠x', `"'＠x"`],
      ['\u22121', `"'\u22121"`],
      ['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`],
      ['He said "no", twice\nand left', '"He said ""no"", twice\nand left"'],
      ['1=1', '"1=1"'],
    ] as const;
    for (const [analysis] of cells) await aTip({ rest: { analysis } });

    const { body } = await api.get('/api/users/me/export?format=csv', tipster);

    expect(cells.filter(([, cell]) => !String(body).includes(`,${cell}\r\n`))).toEqual([]);
  });

  test('contains a game named like a formula as text', async () => {
    const { api, tipster, aGame, aTip } = await aCommunity();
    await aTip({ games: [await aGame({ home: '=cmd|/c calc', away: 'B' })] });

    const { body } = await api.get('/api/users/me/export?format=csv', tipster);

    expect(String(body)).toContain(`"'=cmd|/c calc Vs B"`);
  });

  test('has only a header for a member without tips', async () => {
    const { api, other } = await aCommunity();

    const { body } = await api.get('/api/users/me/export?format=csv', other);

    expect(body).toBe(`\uFEFF${header}\r\n`);
  });
});

async function follows(api: Api, fan: Member, { id }: Member, isFollow: boolean): Promise<void> {
  await api.put(`/api/users/followOrUnfollow?Id=${id}&isFollow=${isFollow}`, fan);
}
