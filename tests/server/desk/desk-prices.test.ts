import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';

import { audit, tips } from '#server/db/schema.ts';
import { batchSize } from '#server/desk/batches.ts';

import { hour, minute } from '../../testing/clock/clock.ts';
import { selectionOf, setsPrices, staleIn, tallyIn } from '../../testing/tips/desk.ts';
import { manyTips } from '../../testing/tips/many-tips.ts';
import { aCommunity, aKey, type Community, problemOf } from '../../testing/tips/tips.ts';

const oddName = 'GG/NG - GG';
const [gg, ng] = [
  { oddName, odd: 1.8 },
  { oddName: 'GG/NG - NG', odd: 2.05 },
];

async function priceEntries({ api }: Community) {
  return api.database.select().from(audit).where(eq(audit.action, 'leg.price'));
}

describe('prices of a fixture', () => {
  test('are set in every open ticket with the option, with an audit entry each', async () => {
    const community = await aCommunity();
    const { administrator, other, aGame, aTip, clock } = community;
    const [game, second] = [await aGame(), await aGame()];
    const both = await aTip({ games: [game, second], oddName });
    const single = await aTip({ games: [game], by: other, oddName: ng.oddName });
    const beside = await aTip({ games: [game] });

    const answer = await setsPrices(community, game, [gg, ng]);

    expect(tallyIn(answer)).toEqual({ changed: 2, unchanged: 0, left: 0, own: 0 });
    const after = await community.tip(both.id);
    expect(after.options.map(({ odd }) => odd)).toEqual([1.8, 0]);
    expect(after).toMatchObject({ totalOdds: 0, version: 2 });
    expect(await community.tip(single.id)).toMatchObject({ totalOdds: 2.05, version: 2 });
    expect(await community.tip(beside.id)).toMatchObject({ totalOdds: 1.85, version: 1 });
    const entry = { at: clock(), actorId: administrator.id, action: 'leg.price' };
    const [fixtureId, before] = [game.id, { fixtureId: game.id, odd: 0 }];
    const entries = await priceEntries(community);
    expect(entries).toHaveLength(2);
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...entry,
          subject: `tip:${both.id}`,
          before,
          after: { fixtureId, odd: 1.8, kickOffOdd: 1.8 },
        }),
        expect.objectContaining({ ...entry, subject: `tip:${single.id}` }),
      ]),
    );
  });

  test('are set only in tickets without a price if the request says so', async () => {
    const community = await aCommunity();
    const { aGame, aTip, other } = community;
    const game = await aGame();
    const priced = await aTip({ games: [game], oddName });
    await setsPrices(community, game, [gg]);
    const late = await aTip({ by: other, games: [game], oddName });
    const open = await selectionOf(community, game, oddName);
    expect(open).toMatchObject({ odd: 0, knownOdd: 1.8, unpriced: 1 });

    const answer = await setsPrices(community, game, [{ ...gg, odd: 2, ifUnpriced: true }]);

    expect(tallyIn(answer)).toEqual({ changed: 1, unchanged: 0, left: 1, own: 0 });
    expect(await community.tip(priced.id)).toMatchObject({ totalOdds: 1.8 });
    expect(await community.tip(late.id)).toMatchObject({ totalOdds: 2 });
    const after = await selectionOf(community, game, oddName);
    expect(after).toMatchObject({ odd: 0, unpriced: 0 });
    expect(after.knownOdd).toBeUndefined();
  });

  test('do not change own, confirmed or withdrawn tickets', async () => {
    const community = await aCommunity();
    const { api, tipster, other, administrator, aGame, aTip, clock } = community;
    const game = await aGame();
    const own = await aTip({ games: [game], by: administrator, oddName });
    const [confirmed, withdrawn] = [
      await aTip({ by: other, games: [game], oddName }),
      await aTip({ games: [game], oddName }),
    ];
    await api.delete(`/api/tips/${withdrawn.id}`, { token: tipster.token });
    await api.database.update(tips).set({ confirmedAt: clock() }).where(eq(tips.id, confirmed.id));

    const answer = await setsPrices(community, game, [gg]);

    expect(tallyIn(answer)).toEqual({ changed: 0, unchanged: 0, left: 0, own: 1 });
    expect(await priceEntries(community)).toEqual([]);
    expect(await community.tip(own.id)).toMatchObject({ totalOdds: 0 });
  });

  test('that are equal to the current ones change nothing', async () => {
    const community = await aCommunity();
    const { secondAdministrator, aGame, aTip } = community;
    const game = await aGame();
    await aTip({ games: [game], oddName });
    await setsPrices(community, game, [{ ...gg, seen: 0 }]);

    const { token } = secondAdministrator;
    const answer = await setsPrices(community, game, [{ ...gg, seen: 0 }], { token });

    expect(tallyIn(answer)).toEqual({ changed: 0, unchanged: 1, left: 0, own: 0 });
    expect(await priceEntries(community)).toHaveLength(1);
  });

  test('are not overwritten by an outdated request, which gets their author', async () => {
    const community = await aCommunity();
    const { secondAdministrator, aGame, clock } = community;
    const game = await aGame();
    await manyTips(community, game, { count: 60, oddName });
    await setsPrices(community, game, [gg], { token: secondAdministrator.token });
    const at = clock().toISOString();
    clock.passes(minute);

    const prices = [{ oddName, odd: 1.9, seen: 0 }];
    const answer = await setsPrices(community, game, prices, { headers: aKey() });

    expect(staleIn(answer)).toMatchObject({
      fixture: { id: game.id, selections: [{ odd: 1.8, tickets: 60 }] },
      by: expect.stringContaining('Dayo'),
      at,
    });
    expect(await selectionOf(community, game, oddName)).toMatchObject({ odd: 1.8 });
    const seen = await setsPrices(community, game, [{ oddName, odd: 1.9, seen: 1.8 }]);
    expect(tallyIn(seen)).toMatchObject({ changed: 60 });
  });

  test('are in conflict per option: other options are still priced', async () => {
    const community = await aCommunity();
    const { secondAdministrator, aGame, aTip } = community;
    const game = await aGame({ prices: undefined });
    await aTip({ games: [game], oddName });
    const other = await aTip({ games: [game] });
    await setsPrices(community, game, [gg], { token: secondAdministrator.token });

    const prices = [
      { oddName, odd: 1.9, seen: 0 },
      { oddName: '1X2 - 1', odd: 2.2, seen: 0 },
    ];
    const answer = await setsPrices(community, game, prices, { headers: aKey() });

    expect(staleIn(answer)).toMatchObject({ by: expect.stringContaining('Dayo') });
    expect(await selectionOf(community, game, oddName)).toMatchObject({ odd: 1.8 });
    expect(await community.tip(other.id)).toMatchObject({ totalOdds: 2.2 });
  });

  test('show their own author, not the author of prices of other games in the tickets', async () => {
    const community = await aCommunity();
    const { administrator, secondAdministrator, aGame, aTip, clock } = community;
    const [game, second] = [await aGame(), await aGame()];
    await aTip({ games: [game, second], oddName });
    await setsPrices(community, game, [gg], { token: secondAdministrator.token });
    const at = clock().toISOString();
    clock.passes(minute);
    await setsPrices(community, second, [gg], { token: administrator.token });

    const prices = [{ oddName, odd: 1.9, seen: 0 }];
    const answer = await setsPrices(community, game, prices, { headers: aKey() });

    expect(staleIn(answer)).toMatchObject({ by: expect.stringContaining('Dayo'), at });
  });

  test('check conflicts with queries of limited size for any number of tickets', async () => {
    const community = await aCommunity();
    const game = await community.aGame();
    const count = 2 * batchSize;
    await manyTips(community, game, { count, oddName, odd: 1.8 });
    using queries = vi.spyOn(Client.prototype, 'query');

    const answer = await setsPrices(community, game, [{ oddName, odd: 1.9, seen: 0 }]);

    expect(staleIn(answer).fixture.selections).toMatchObject([{ odd: 1.8, tickets: count }]);
    const sizes = queries.mock.calls.map(([, parameters]) => Array(parameters).flat().length);
    expect(Math.max(...sizes)).toBeLessThan(count);
  });

  test('need a reason after kick-off, and then count in no record', async () => {
    const community = await aCommunity();
    const { api, aGame, aTip, clock } = community;
    const game = await aGame();
    const tip = await aTip({ games: [game], oddName });
    clock.passes(3 * hour);

    const refused = await setsPrices(community, game, [gg]);
    const answer = await setsPrices(community, game, [gg], { reason: 'It was open at kick-off.' });

    expect(problemOf(refused)).toBe('422 reason-required');
    expect(refused.body).toMatchObject({ errors: { 'prices.0.reason': ['reason-required'] } });
    expect(tallyIn(answer)).toMatchObject({ changed: 1 });
    expect(await community.tip(tip.id)).toMatchObject({ totalOdds: 1.8, recordOdds: 0 });
    const [entry] = await priceEntries(community);
    expect(entry).toMatchObject({ reason: 'It was open at kick-off.' });
    expect(await api.database.select().from(tips)).toMatchObject([{ recordOdds: '0' }]);
  });

  test.each([
    ['422 invalid-price', [{ oddName, odd: 1.005 }], { 'prices.0.odd': ['invalid-price'] }],
    ['422 invalid-price', [ng, { oddName, odd: 0.5 }], { 'prices.1.odd': ['invalid-price'] }],
    ['400 invalid-input', [gg, { ...gg, odd: 1.9 }], { 'prices.1': ['duplicate'] }],
    ['400 invalid-input', [], { prices: ['required'] }],
  ])('are refused with %s and the fields %j', async (problem, prices, errors) => {
    const community = await aCommunity();
    const { aGame, aTip } = community;
    const game = await aGame();
    await aTip({ games: [game], oddName });

    const answer = await setsPrices(community, game, prices);

    expect(problemOf(answer)).toBe(problem);
    expect(answer.body).toMatchObject({ errors });
    expect(await priceEntries(community)).toEqual([]);
  });

  test('are refused as a whole if one of them is wrong', async () => {
    const community = await aCommunity();
    const { aGame } = community;
    const game = await aGame();
    await manyTips(community, game, { count: 300, oddName: ng.oddName });
    await manyTips(community, game, { count: 1, oddName, last: true });

    const answer = await setsPrices(community, game, [ng, { oddName, odd: 1.005 }]);

    expect(problemOf(answer)).toBe('422 invalid-price');
    expect(await priceEntries(community)).toEqual([]);
  });
});
