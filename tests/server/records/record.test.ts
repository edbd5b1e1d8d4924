import { asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { listTipsters, oneTipster } from '#contract/members.ts';
import { competitionTable, tipsterRecord } from '#contract/records.ts';
import { findOptionById } from '#domain/catalogue.ts';
import { monthOf, recordOf, recordWindows } from '#domain/record.ts';
import type { TipOutcome } from '#domain/tip.ts';
import { fixtures, legs, tips } from '#server/db/schema.ts';
import { seedDemoSeason } from '#server/demo/season.ts';
import { changeCountedTips } from '#server/records/record-update.ts';

import { type Api, theApi } from '../../testing/server/api.ts';
import { aClock, day } from '../../testing/clock/clock.ts';

async function recordIn(api: Api, id: string) {
  return z.parse(oneTipster.reply, (await api.get(`/api/tipsters/${id}`)).body).record;
}

/** Returns the record that the domain's rules compute from a member's stored tips. */
async function recordByRule(api: Api, ownerId: string) {
  return byRule(await countedTips(api, ownerId));
}

async function countedTips({ database }: Api, ownerId: string) {
  const rows = await database.select().from(tips).where(eq(tips.ownerId, ownerId));
  return rows.filter((tip) => tip.confirmedAt && !tip.withdrawnAt && !tip.copiedFrom);
}

function byRule(tips: readonly { outcome: TipOutcome; recordOdds: string }[]) {
  const {
    stars,
    cappedProfit: _,
    priced: __,
    ...record
  } = recordOf(tips.map(({ outcome, recordOdds }) => ({ outcome, totalOdds: Number(recordOdds) })));
  return { ...record, ...(stars !== undefined && { stars: Math.round(stars * 100) / 100 }) };
}

test('the record of every demo tipster equals the calculation of the rules', async () => {
  const clock = aClock('2026-11-20T10:20:00.000Z');
  const api = await theApi({ clock });
  await seedDemoSeason(api.database, { clock, hashPassword: async () => 'none' });
  // Adds cases that the demo season lacks: above the profit limit, priced late, void, and a copy.
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
    const id = won[index]?.id ?? '';
    await api.database.transaction(async (tx) =>
      changeCountedTips(tx, [id], async () => tx.update(tips).set(change).where(eq(tips.id, id))),
    );
  }

  const tipsters = z.parse(listTipsters.reply, (await api.get('/api/tipsters?category=0')).body);

  expect(tipsters).toHaveLength(13);
  expect(won.length).toBeGreaterThan(50);
  for (const { id, record } of tipsters) {
    expect(record).toEqual(await recordByRule(api, id));
    expect(await recordIn(api, id)).toEqual(record);
    await expectParts(api, id);
  }
});

test('the demo season has records from the start, and a table for each of its months', async () => {
  const clock = aClock('2026-11-20T10:20:00.000Z');
  const api = await theApi({ clock });

  await seedDemoSeason(api.database, { clock, hashPassword: async () => 'none' });

  const { body } = await api.get('/api/competitions');
  const { months, rows } = z.parse(competitionTable.reply, body);
  expect(months).toEqual(['2026-11', '2026-10', '2026-09']);
  expect(rows.filter(({ rank }) => rank !== undefined).length).toBeGreaterThan(3);
  const [tipster] = z.parse(listTipsters.reply, (await api.get('/api/tipsters')).body);
  expect(tipster?.record.stars).toBeGreaterThan(0);
});

/** Expects that windows, months and groups of the stored record equal those of the rules. */
async function expectParts(api: Api, ownerId: string): Promise<void> {
  const record = z.parse(
    tipsterRecord.reply,
    (await api.get(`/api/tipsters/${ownerId}/record`)).body,
  );
  const counted = await countedTips(api, ownerId);
  const days = { '30d': 30, '90d': 90, all: 36_500 };
  for (const window of recordWindows) {
    const since = api.clock().getTime() - days[window] * day;
    const within = counted.filter(({ lastKickOff }) => lastKickOff.getTime() >= since);
    expect(record.windows[window]).toMatchObject(byRule(within));
  }
  for (const { month, running, ...sums } of record.months) {
    const ofMonth = counted.filter(({ lastKickOff }) => monthOf(lastKickOff) === month);
    const { stars: _, ...expected } = byRule(ofMonth);
    expect(sums).toEqual(expected);
    const before = counted.filter(({ lastKickOff }) => monthOf(lastKickOff) <= month);
    expect(running).toBe(byRule(before).flatProfit);
  }
  expect(record.months.map(({ settled }) => settled).reduce((a, b) => a + b, 0)).toBe(
    record.windows.all.settled,
  );

  const singles = await api.database
    .select()
    .from(legs)
    .innerJoin(fixtures, eq(fixtures.id, legs.fixtureId))
    .where(
      inArray(
        legs.tipId,
        counted.map(({ id }) => id),
      ),
    );
  const sumsOf = (chosen: typeof singles) => {
    const { stars: _, ...sums } = byRule(
      chosen.map(({ legs: leg }) => ({
        outcome: leg.result === 'pending' ? 'open' : leg.result,
        recordOdds: leg.kickOffOdd,
      })),
    );
    return sums;
  };
  for (const { group, ...sums } of record.byGroup) {
    const ofGroup = singles.filter(
      ({ legs: leg }) => findOptionById(leg.oddsId)?.oddsGroup === group,
    );
    expect(sums).toEqual(sumsOf(ofGroup));
  }
  for (const { sportKey, ...sums } of record.byLeague) {
    expect(sums).toEqual(sumsOf(singles.filter((row) => row.fixtures.sportKey === sportKey)));
  }
  const decided = singles.filter(({ legs: leg }) => leg.result !== 'void').length;
  for (const parts of [record.byGroup, record.byLeague]) {
    expect(parts.map(({ settled }) => settled).reduce((a, b) => a + b, 0)).toBe(decided);
  }
}
