import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { type FullRecord, tipsterRecord } from '#contract/records.ts';
import {
  flatProfitOf,
  isInRecordWindow,
  minSettledForFollowers,
  recordWindows,
} from '#domain/record.ts';

import { type Api, theApi } from '../../testing/server/api.ts';
import { aClock, hour } from '../../testing/clock/clock.ts';
import { aBookedCopy } from '../../testing/tips/booked-copies.ts';
import { confirmedTips } from '../../testing/tips/confirmed-tips.ts';
import { aMember } from '../../testing/people/members.ts';
import { aCommunity } from '../../testing/tips/tips.ts';

async function allOf(api: Api, tipsterId: string): Promise<FullRecord['windows']> {
  const { body } = await api.get(`/api/tipsters/${tipsterId}/record`);
  return z.parse(tipsterRecord.reply, body).windows;
}

describe('followers’ yield', () => {
  test('uses the prices at booking, unlike the tipster’s yield at kick-off', async () => {
    const community = await aCommunity();
    for (let n = 0; n < minSettledForFollowers; n += 1) await aBookedCopy(community, 2 + n / 10);

    const { all } = await allOf(community.api, community.tipster.id);

    // The profit is 1.00 + 1.10 + … + 1.90.
    expect(all.followers).toEqual({ priced: 10, flatProfit: 14.5, flatYield: 1.45 });
    expect(all).toMatchObject({ priced: 10, flatProfit: 5, flatYield: 0.5 });
  }, 60_000);

  test('is the sum over the settled copies if there are ten or more', async () => {
    const now = new Date('2026-11-20T12:00:00.000Z');
    const api = await theApi({ clock: aClock(now.toISOString()) });
    const [tipster, fan, other] = [await aMember(api), await aMember(api), await aMember(api)];
    const dice = diceOf(15);
    const counted: { outcome: 'won' | 'lost'; odds: number; lastKickOff: Date }[] = [];
    for (let n = 0; n < 60; n += 1) {
      const id = randomUUID();
      const kickOff = new Date(now.getTime() - dice(120 * 24) * hour);
      const isStanding = dice(6) > 0;
      const withdrawnAt = isStanding ? null : now;
      const isCopy = dice(8) === 0;
      const original = { id, withdrawnAt, ...(isCopy && { copiedFrom: randomUUID() }) };
      await confirmedTips(api, tipster.id, [{ kickOff, legs: [{ odd: 2 }], rest: original }]);
      for (const who of [fan, other, tipster]) {
        const result = (['won', 'lost', 'void'] as const)[dice(3)] ?? 'won';
        const odds = dice(7) === 0 ? 0 : (101 + dice(3000)) / 100;
        const bookedAt = dice(4) === 0 ? null : kickOff;
        const confirmedAt = dice(5) === 0 ? null : now;
        const rest = { copiedFrom: id, bookedAt, confirmedAt, bookedOdds: String(odds) };
        await confirmedTips(api, who.id, [{ kickOff, legs: [{ odd: 9, result }], rest }]);
        const counts = isStanding && !isCopy && who !== tipster && bookedAt && confirmedAt;
        if (counts && odds > 0 && result !== 'void') {
          counted.push({ outcome: result, odds, lastKickOff: kickOff });
        }
      }
    }

    const reported = await allOf(api, tipster.id);

    for (const window of recordWindows) {
      const { followers } = reported[window];
      const within = counted.filter(({ lastKickOff }) =>
        isInRecordWindow(window, lastKickOff, now),
      );
      const hundredths = within.reduce(
        (sum, { outcome, odds }) =>
          sum + Math.round(100 * (flatProfitOf({ outcome, totalOdds: odds }) ?? 0)),
        0,
      );
      const due = within.length >= minSettledForFollowers;
      expect(followers?.priced).toBe(due ? within.length : undefined);
      expect(followers?.flatProfit).toBe(due ? hundredths / 100 : undefined);
    }
    expect(reported.all.followers?.priced).toBeGreaterThan(20);
    expect(reported['30d'].followers, 'of six').toBeUndefined();
  }, 60_000);
});

/** A random number generator with a seed; returns integers below a limit. */
function diceOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
