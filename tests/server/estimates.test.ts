import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { postSlip } from '#client/data/outbox/queue.ts';
import { changeSlip, emptySlip } from '#client/data/tips/slip.ts';
import { openFixtures } from '#contract/fixtures/fixtures.ts';
import type { Tip } from '#contract/tips.ts';
import { catalogue, optionNamed } from '#domain/catalogue.ts';
import { estimate } from '#domain/odds/estimate.ts';
import { tipsterRecords } from '#server/db/record-tables.ts';
import { fixtures, legs } from '#server/db/schema.ts';

import { hour } from '../testing/clock/clock.ts';
import { aCommunity, edits, type Game, tipOf } from '../testing/tips/tips.ts';
import { aDevice } from '../sync/support/a-device.ts';

const over = 'O/U 2.5 - Over';
const prices = [1.85, 3.5, 4.2] as const;
const oddsIdOver = optionNamed(over)?.oddsId ?? 0;
const estimatedOver = estimate({ home: 1.85, draw: 3.5, away: 4.2 })?.get(oddsIdOver)?.price ?? 0;

const oddsIn = ({ options, totalOdds, estimatedTotal }: Tip) => ({
  legs: options.map(({ odd, estimatedOdd }) => ({ odd, estimatedOdd })),
  totalOdds,
  estimatedTotal,
});

describe('a leg that the feed does not price', () => {
  test('carries an estimate, and its tip a total with it', async () => {
    const { api, aTip, aGame } = await aCommunity();
    const games = [await aGame({ prices }), await aGame({ prices })];

    const tip = await aTip({ games, oddName: over });

    const total = Math.round(estimatedOver * estimatedOver * 100) / 100;
    expect(oddsIn(tip)).toEqual({
      legs: games.map(() => ({ odd: 0, estimatedOdd: estimatedOver })),
      totalOdds: 0,
      estimatedTotal: total,
    });
    expect(oddsIn(tipOf(await api.get(`/api/tips/${tip.id}`)))).toEqual(oddsIn(tip));
  });

  test('carries none where its game has no prices of 1, X and 2', async () => {
    const { aTip, aGame } = await aCommunity();

    const tip = await aTip({ games: [await aGame({ prices: undefined })], oddName: over });

    expect(tip.options[0]).not.toHaveProperty('estimatedOdd');
    expect(tip).not.toHaveProperty('estimatedTotal');
  });

  test('keeps the estimate of its post when the feed’s prices change', async () => {
    const { api, aTip, aGame, tip: read } = await aCommunity();
    const game = await aGame({ prices });
    const tip = await aTip({ games: [game], oddName: over });

    await api.database.update(fixtures).set({ priceHome: '3.00', priceAway: '2.20' });

    expect(oddsIn(await read(tip.id))).toEqual(oddsIn(tip));
  });

  test('shows no estimate while it has a price, and the same one when that is taken back', async () => {
    const community = await aCommunity();
    const game = await community.aGame({ prices });
    const tip = await community.aTip({ games: [game], oddName: over });

    const priced = tipOf(await edits(community, tip, [{ fixtureId: game.id, odd: 2.4 }]));
    const again = tipOf(await edits(community, tip, [{ fixtureId: game.id, odd: 0 }]));

    expect(oddsIn(priced)).toEqual({ legs: [{ odd: 2.4 }], totalOdds: 2.4 });
    expect(oddsIn(again)).toEqual(oddsIn(tip));
  });

  test('is not estimated by what a client says', async () => {
    const { aTip, aGame, api, tipster } = await aCommunity();
    const game = await aGame({ prices });
    const options = [{ fixtureId: game.id, oddName: over, estimatedOdd: 900 }];

    const answer = await api.post('/api/tips', { token: tipster.token, body: { options } });

    expect(tipOf(answer, 201).options[0]?.estimatedOdd).toBe(estimatedOver);
    const administrators = await aTip();
    expect(administrators.options[0]).not.toHaveProperty('estimatedOdd');
  });
});

describe('an estimate', () => {
  test('is in no record: its tip counts in the hit rate and in no profit', async () => {
    const community = await aCommunity();
    const { api, clock, administrator, tipster } = community;
    const game = await community.aGame({ prices });
    const tip = await community.aTip({ games: [game], oddName: over });
    clock.passes(4 * hour);
    await edits(community, tip, [{ fixtureId: game.id, result: 'won', reason: 'It ended 2-1.' }]);

    const confirmed = await api.put(`/api/tips/confirmTip/${tip.id}`, {
      token: administrator.token,
      body: { IsGameSuccessful: true },
    });

    expect(tipOf(confirmed)).toMatchObject({ totalOdds: 0, estimatedTotal: estimatedOver });
    const [record] = await api.database
      .select()
      .from(tipsterRecords)
      .where(eq(tipsterRecords.memberId, tipster.id));
    expect(record).toMatchObject({ settled: 1, won: 1, priced: 0, flatProfit: '0' });
  });
});

/** Prices with a margin of 6 %, by that of a home win. */
function marketOf(home: number) {
  const away = 1 / (1.06 - 1 / home - 1 / 3.6);
  return [home, 3.6, Math.round(away * 100) / 100] as const;
}

/** A member's phone with the server's games, all of them on its slip with one option each. */
async function aPhoneWithSlip(
  games: readonly Game[],
  community: Awaited<ReturnType<typeof aCommunity>>,
) {
  const { api, tipster } = community;
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const phone = aDevice({
    url: api.app.listeningOrigin,
    owner: tipster.id,
    token: () => tipster.token,
  });
  const known = openFixtures.reply.parse((await api.get('/api/fixtures')).body);
  await phone.publicStore.fixtures.bulkPut(
    known.fixtures.map((row) => ({ ...row, kickOffAt: Date.parse(row.kickOff) })),
  );
  // The options of the catalogue in turn, so that groups with and without a price are included.
  const slip = games.map(({ id: fixtureId, game, kickOff }, index) => ({
    fixtureId,
    game,
    kickOff,
    sportKey: 'soccer_epl',
    oddsId: catalogue[(index * 7) % catalogue.length]?.oddsId ?? 1,
  }));
  await changeSlip(phone.store, () => ({ ...emptySlip, slip }));
  return phone;
}

describe('a tip made without a connection', () => {
  test('shows the estimates that the server gives it for the same feed', async () => {
    const community = await aCommunity();
    const games = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        community.aGame({ prices: marketOf(1.5 + index * 0.2) }),
      ),
    );
    const phone = await aPhoneWithSlip(games, community);
    const device = {
      publicStore: phone.publicStore,
      member: { id: community.tipster.id, store: phone.store },
    };

    await postSlip(device, community.clock());
    const [offline] = await phone.sees();
    await phone.drains();
    await phone.pulls();
    const [online] = await phone.sees();

    if (!offline || !online) expect.unreachable('the tip is not there');
    expect(online.device).toBeUndefined();
    expect(oddsIn(offline)).toEqual(oddsIn(online));
    expect(offline.estimatedTotal).toBeGreaterThan(1);
    const stored = await community.api.database.$count(
      legs,
      and(eq(legs.tipId, online.id), eq(legs.odd, '0')),
    );
    expect(offline.options.filter(({ estimatedOdd }) => estimatedOdd !== undefined)).toHaveLength(
      stored,
    );
  });
});
