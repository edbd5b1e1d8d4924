import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { type AuditEntry, deskHistory } from '#contract/desk-history.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { audit } from '#server/db/schema.ts';
import { confirmTipsByRule } from '#server/desk/rule-confirmation.ts';
import { streamAuditCsv } from '#server/desk/history.ts';

import { nextPath } from '../../testing/server/api.ts';
import { hour, minute } from '../../testing/clock/clock.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { confirms, reopens, setsPrices, setsResult, settles } from '../../testing/tips/desk.ts';
import { aCommunity, type Community } from '../../testing/tips/tips.ts';

const oddName = '1X2 - 1';

/** A ticket that one administrator priced and settled, and another administrator confirmed. */
async function aTreatedTicket() {
  const community = await aCommunity();
  const { aGame, aTip, clock, secondAdministrator } = community;
  const game = await aGame();
  const { id } = await aTip({ games: [game] });
  await setsPrices(community, game, [{ oddName, odd: 2.5 }]);
  clock.passes(4 * hour);
  await setsResult(community, game, { status: 'played', fullTime: [1, 0] });
  await settles(community, game, [{ oddName, result: 'lost', reason: '=1+1, they said' }]);
  await confirms(community, [id], { token: secondAdministrator.token });
  return { community, game, id };
}

async function historyIn({ api, administrator }: Community, query = ''): Promise<AuditEntry[]> {
  const { status, body } = await api.get(`/api/admin/history${query}`, {
    token: administrator.token,
  });
  expect(status).toBe(200);
  return z.parse(deskHistory.reply, body);
}

describe('the history of the desk', () => {
  test('gives no reason of another person to an undo', async () => {
    const { community, game, id } = await aTreatedTicket();
    const { secondAdministrator, clock } = community;
    const { token } = secondAdministrator;
    await reopens(community, [id], { token });
    const at = (await historyIn(community)).find(({ action }) => action === 'leg.settle')?.at;
    clock.passes(minute);
    await settles(community, game, [{ oddName, result: 'won', over: true }], { token });

    await settles(community, game, [{ oddName, result: 'pending' }], { token });

    const [entry] = await historyIn(community);
    expect(entry).toMatchObject({
      by: { id: secondAdministrator.id },
      after: { result: 'lost', decidedAt: at },
      reason: '',
    });
    expect(await community.tip(id)).toMatchObject({
      options: [{ result: 'lost', reason: '=1+1, they said' }],
    });
  });

  test('shows who did what, when and why, newest first', async () => {
    const { community, game, id } = await aTreatedTicket();
    const { administrator, secondAdministrator } = community;

    const entries = await historyIn(community);

    expect(entries.map(({ action, by }) => [action, by?.id])).toEqual([
      ['tip.confirm', secondAdministrator.id],
      ['leg.settle', administrator.id],
      ['fixture.result', administrator.id],
      ['leg.price', administrator.id],
    ]);
    expect(entries[1]).toMatchObject({
      tipId: id,
      fixtureId: game.id,
      game: game.game,
      option: oddName,
      before: { result: 'pending' },
      after: { result: 'lost' },
      reason: '=1+1, they said',
      at: '2026-03-07T16:00:00.000Z',
    });
    expect(entries[2]).toMatchObject({ fixtureId: game.id, game: game.game });
  });

  test('can be filtered by game and by day', async () => {
    const { community, game } = await aTreatedTicket();
    const { aGame, aTip, clock } = community;
    const other = await aGame();
    await aTip({ games: [other] });
    clock.passes(24 * hour);
    await setsPrices(community, other, [{ oddName, odd: 3 }], { reason: 'Late.' });
    const actions = async (query: string) =>
      (await historyIn(community, query)).map(({ action }) => action);

    expect(await actions(`?fixture=${game.id}`)).toEqual([
      'tip.confirm',
      'leg.settle',
      'fixture.result',
      'leg.price',
    ]);
    expect(await actions(`?fixture=${other.id}`)).toEqual(['leg.price']);
    expect(await actions('?from=2026-03-08T00:00:00.000Z')).toEqual(['leg.price']);
    expect(await actions('?until=2026-03-07T15:00:00.000Z')).toEqual(['leg.price']);
  });

  test('of one ticket begins with its post, without the owner’s private fields', async () => {
    const { community, id } = await aTreatedTicket();

    const entries = await historyIn(community, `?tip=${id}`);

    expect(entries.map(({ action }) => action)).toEqual([
      'tip.confirm',
      'leg.settle',
      'leg.price',
      'tip.post',
    ]);
    expect(JSON.stringify(entries)).not.toContain('stake');
  });

  test('can be filtered by administrator on every page', async () => {
    const { community } = await aTreatedTicket();
    const { api, administrator } = community;

    const first = await api.get(`/api/admin/history?by=${administrator.id}&limit=2`, {
      token: administrator.token,
    });
    const second = await api.get(nextPath(first), { token: administrator.token });

    const pages = [first, second].map(({ body }) => z.parse(deskHistory.reply, body));
    expect(pages.map((page) => page.map(({ action }) => action))).toEqual([
      ['leg.settle', 'fixture.result'],
      ['leg.price'],
    ]);
  });

  test('names no person for automatic confirmations, and leaves out data of feeds', async () => {
    const community = await aCommunity();
    const { api, aGame, aTip, clock } = community;
    const game = await aGame();
    const { id } = await aTip({ games: [game] });
    clock.passes(4 * hour);
    const subject = `fixture:${game.id}`;
    await api.database.insert(audit).values({ at: clock(), action: 'fixture.result', subject });
    await setsResult(community, game, { status: 'played', fullTime: [1, 0] });
    clock.passes(hour);
    await confirmTipsByRule(api.database, clock(), 60);

    const entries = await historyIn(community);

    expect(entries.map(({ action, by, tipId }) => [action, by?.name, tipId])).toEqual([
      ['tip.confirm', undefined, id],
      ['leg.settle', undefined, id],
      ['fixture.result', 'Chi Obi', undefined],
    ]);
  });

  test('can be exported as CSV, in which no cell is a formula', async () => {
    const { community, id } = await aTreatedTicket();
    const { api, administrator } = community;

    const answer = await api.get(`/api/admin/history.csv?tip=${id}`, {
      token: administrator.token,
    });

    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows: Record<string, string>[] = parse(String(answer.body), { bom: true, columns: true });
    expect(rows.map(({ action }) => action)).toEqual([
      'tip.confirm',
      'leg.settle',
      'leg.price',
      'tip.post',
    ]);
    expect(rows[1]).toMatchObject({ tip: id, option: oddName, reason: "'=1+1, they said" });
  });

  test('breaks off as CSV if the database fails, and the server continues', async () => {
    const { url } = await aDatabase();
    const database = openDatabase({ url });
    await closeDatabase(database);

    await expect(text(streamAuditCsv(database, {}))).rejects.toThrow('Failed query');
  });
});
