import { asc, eq, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { listTipsters, oneTipster } from '#contract/members.ts';
import { recordOf } from '#domain/record.ts';
import { tips } from '#server/db/schema.ts';
import { seedDemoSeason } from '#server/fixtures/demo-season.ts';

import { aClock, hour } from '../support/a-clock.ts';
import { type Api, theApi } from '../support/the-api.ts';
import { aCommunity, type Community } from '../support/tips.ts';
import { edits } from '../support/treating.ts';

async function recordIn(api: Api, id: string) {
  return z.parse(oneTipster.reply, (await api.get(`/api/tipsters/${id}`)).body).record;
}

/** The record that the domain makes of a member's stored tickets. */
async function recordByRule({ database }: Api, ownerId: string) {
  const rows = await database.select().from(tips).where(eq(tips.ownerId, ownerId));
  const counted = rows.filter((tip) => tip.confirmedAt && !tip.withdrawnAt && !tip.copiedFrom);
  const { stars, ...record } = recordOf(
    counted.map(({ outcome, recordOdds }) => ({ outcome, totalOdds: Number(recordOdds) })),
  );
  return { ...record, ...(stars !== undefined && { stars: Math.round(stars * 100) / 100 }) };
}

test('the record of every tipster of the demo season is what the rules make of their tickets', async () => {
  const clock = aClock('2026-11-20T10:20:00.000Z');
  const api = await theApi({ clock });
  await seedDemoSeason(api.database, { clock, hashPassword: async () => 'none' });
  // A season has none of these by itself: over the cap, priced late, void, and one's copy.
  const confirmed = await api.database
    .select()
    .from(tips)
    .where(isNotNull(tips.confirmedAt))
    .orderBy(asc(tips.id));
  const won = confirmed.filter(({ outcome }) => outcome === 'won');
  const rare = [
    { recordOdds: '345.67' },
    { recordOdds: '0' },
    { outcome: 'void' as const, recordOdds: '1' },
    { copiedFrom: confirmed[0]?.id ?? null },
  ];
  for (const [index, change] of rare.entries()) {
    await api.database
      .update(tips)
      .set(change)
      .where(eq(tips.id, won[index]?.id ?? ''));
  }

  const tipsters = z.parse(listTipsters.reply, (await api.get('/api/tipsters?category=0')).body);

  expect(tipsters).toHaveLength(13);
  expect(won.length).toBeGreaterThan(50);
  for (const { id, record } of tipsters) {
    expect(record).toEqual(await recordByRule(api, id));
    expect(await recordIn(api, id)).toEqual(record);
  }
});

test.each([
  { what: 'a lost tip priced anew', oddName: '1X2 - 1', result: 'lost', odd: 1, profit: -1 },
  { what: 'a won tip priced anew', oddName: '1X2 - 1', result: 'won', odd: 9, profit: 0.85 },
  { what: 'a lost tip never priced', oddName: 'DNB - 1', result: 'lost', odd: 9, profit: 0 },
  { what: 'a won tip never priced', oddName: 'DNB - 1', result: 'won', odd: 9, profit: 0 },
])('after kick-off $what is in the record with the price at kick-off', async (given) => {
  const community = await aCommunity();

  const record = await settledLate(community, given);

  expect(record).toMatchObject({ settled: 1, flatProfit: given.profit });
});

test('a leg that is void is not in the record odds, priced or not', async () => {
  const community = await aCommunity();
  const { api, tipster, aGame, aTip } = community;
  const games = [await aGame(), await aGame({ prices: undefined })];
  const { id } = await aTip({ games });
  community.clock.passes(3 * hour);
  const [priced, other] = games.map((game) => ({ fixtureId: game.id }));

  await edits(community, { id }, [
    { ...priced, result: 'won' },
    { ...other, result: 'void', odd: 3, reason: 'Late.' },
  ]);
  await confirms(community, id);

  expect(await recordIn(api, tipster.id)).toMatchObject({ settled: 1, flatProfit: 0.85 });
  expect(await recordByRule(api, tipster.id)).toMatchObject({ settled: 1, flatProfit: 0.85 });
});

/** The record after a tip on one game, which is priced and settled when the game is over. */
async function settledLate(
  community: Community,
  { oddName, result, odd }: { oddName: string; result: string; odd: number },
) {
  const { api, clock, tipster, aGame, aTip } = community;
  const game = await aGame();
  const ticket = await aTip({ games: [game], oddName });
  clock.passes(3 * hour);
  const change = { fixtureId: game.id, odd, reason: 'The shop says so.' };

  expect((await edits(community, ticket, [change])).body).toMatchObject({ totalOdds: odd });
  await edits(community, ticket, [{ fixtureId: game.id, result }]);
  await confirms(community, ticket.id);
  return recordIn(api, tipster.id);
}

async function confirms({ api, administrator }: Community, id: string): Promise<void> {
  const body = { IsGameSuccessful: true };
  const answer = await api.put(`/api/tips/confirmTip/${id}`, { token: administrator.token, body });
  expect(answer.status).toBe(200);
}
