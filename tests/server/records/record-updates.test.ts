import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { oneTipster } from '#contract/members.ts';
import { tipsterRecords } from '#server/db/record-tables.ts';
import { legs, tips } from '#server/db/schema.ts';

import { hour, minute } from '../../testing/clock/clock.ts';
import { aSettledTip } from '../../testing/tips/confirmed-tips.ts';
import { aCommunity, type Community, edits } from '../../testing/tips/tips.ts';

async function recordOf({ api, tipster }: Community) {
  return z.parse(oneTipster.reply, (await api.get(`/api/tipsters/${tipster.id}`)).body).record;
}

/** Confirms a tip with only the writes of another server version. */
async function isConfirmedElsewhere({ api, clock }: Community, id: string): Promise<void> {
  await api.database
    .update(tips)
    .set({ confirmedAt: clock(), version: sql`version + 1` })
    .where(eq(tips.id, id));
}

async function aWonTip(community: Community): Promise<string> {
  return aSettledTip(community.api, community.tipster.id, { confirmedAt: null });
}

describe('a record', () => {
  test('is right at once when a version that knows nothing of records confirms a tip', async () => {
    const community = await aCommunity();
    const id = await aWonTip(community);
    expect(await recordOf(community)).toMatchObject({ settled: 0 });

    await isConfirmedElsewhere(community, id);

    expect(await recordOf(community)).toMatchObject({ settled: 1, won: 1, flatProfit: 1 });
    const { body } = await community.api.get('/api/competitions?month=2026-03');
    expect(body).toMatchObject({ rows: [{ settled: 1, won: 1 }] });
  });

  test.each([
    { what: 'is taken out', change: { withdrawnAt: new Date() }, record: { settled: 0 } },
    {
      what: 'turns out to be a copy',
      change: { copiedFrom: randomUUID() },
      record: { settled: 0 },
    },
    { what: 'is open again', change: { confirmedAt: null }, record: { settled: 0 } },
    { what: 'is lost after all', change: { outcome: 'lost' as const }, record: { lost: 1 } },
    { what: 'had other odds', change: { recordOdds: '3.00' }, record: { flatProfit: 2 } },
  ])('follows when a confirmed tip $what', async ({ change, record }) => {
    const community = await aCommunity();
    const id = await aSettledTip(community.api, community.tipster.id);

    await community.api.database.update(tips).set(change).where(eq(tips.id, id));

    expect(await recordOf(community)).toMatchObject(record);
  });

  test('follows when a leg of a confirmed tip is decided otherwise', async () => {
    const community = await aCommunity();
    const { api, tipster } = community;
    const id = await aSettledTip(api, tipster.id);

    await api.database.update(legs).set({ result: 'lost' }).where(eq(legs.tipId, id));

    const { body } = await api.get(`/api/tipsters/${tipster.id}/record`);
    expect(body).toMatchObject({ byLeague: [{ settled: 1, won: 0, lost: 1 }] });
  });

  test('holds both of two tips that are confirmed at the same moment', async () => {
    const community = await aCommunity();
    const ids = [await aWonTip(community), await aWonTip(community)];

    await Promise.all(ids.map(async (id) => isConfirmedElsewhere(community, id)));

    expect(await recordOf(community)).toMatchObject({ settled: 2, won: 2, flatProfit: 2 });
  });

  test('holds all of what one transaction confirms', async () => {
    const community = await aCommunity();
    const { api, tipster, other, clock } = community;
    await aWonTip(community);
    await aWonTip(community);
    await aSettledTip(api, other.id, { confirmedAt: null });

    await api.database.transaction(async (tx) => {
      for (const { id } of await tx.select().from(tips)) {
        await tx.update(tips).set({ confirmedAt: clock() }).where(eq(tips.id, id));
      }
    });

    expect(await recordOf(community)).toMatchObject({ settled: 2, won: 2, flatProfit: 2 });
    expect(await recordOf({ ...community, tipster: other })).toMatchObject({ settled: 1, won: 1 });
    await api.database.update(tips).set({ outcome: 'lost' }).where(eq(tips.ownerId, tipster.id));
    expect(await recordOf(community)).toMatchObject({ settled: 2, lost: 2, flatProfit: -2 });
  });

  test('is not worked out again by posting, booking, pricing and deciding', async () => {
    const community = await aCommunity();
    const { api, tipster, clock, aGame, aTip } = community;
    await aSettledTip(api, tipster.id);
    const untouched = { settled: 77 };
    await api.database.update(tipsterRecords).set(untouched);

    const game = await aGame();
    const tip = await aTip({ games: [game] });
    await api.put(`/api/tips/bookTicket/${tip.id}`, tipster);
    clock.passes(minute);
    await edits(community, tip, [{ fixtureId: game.id, odd: 3 }]);
    clock.passes(4 * hour);
    await edits(community, tip, [{ fixtureId: game.id, result: 'won', reason: 'Seen.' }]);

    expect(await api.database.select().from(tipsterRecords)).toMatchObject([untouched]);
    const body = { IsGameSuccessful: true };
    const { token } = community.administrator;
    await api.put(`/api/tips/confirmTip/${tip.id}`, { token, body });
    expect(await recordOf(community)).toMatchObject({ settled: 2, won: 2 });
  });
});
