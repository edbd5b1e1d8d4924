import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { recomputeRecords } from '#server/admin-command.ts';
import { recordSlices, tipsterRecords } from '#server/db/record-tables.ts';
import { fixtures, tips } from '#server/db/schema.ts';

import { hour, minute } from '../../testing/clock/clock.ts';
import { aSettledTip } from '../../testing/tips/confirmed-tips.ts';
import { confirms, recordsAreRight, reopens } from '../../testing/tips/desk.ts';
import { goodPassword } from '../../testing/people/members.ts';
import { aCommunity, type Community, confirmsTip, edits } from '../../testing/tips/tips.ts';

async function storedRecord({ api, tipster }: Community) {
  const { memberId } = tipsterRecords;
  const [record] = await api.database.select().from(tipsterRecords).where(eq(memberId, tipster.id));
  return record;
}

/** Creates tips whose legs are won, but which are not confirmed. */
async function decidedTips({ api, tipster }: Community, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    ids.push(await aSettledTip(api, tipster.id, { confirmedAt: null }));
  }
  return ids;
}

describe('a record', () => {
  test('counts all tips that two administrators confirm concurrently', async () => {
    const community = await aCommunity();
    const { administrator, secondAdministrator } = community;
    const ids = await decidedTips(community, 12);

    const answers = await Promise.all(
      ids.map(async (id, index) => {
        const { token } = index % 2 === 0 ? administrator : secondAdministrator;
        return confirmsTip(community, { id }, { token });
      }),
    );

    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect(await storedRecord(community)).toMatchObject({ settled: 12, won: 12, flatProfit: '12' });
    expect(await recordsAreRight(community)).toBe(true);
  });

  test('moves to another month with a tip that is reopened and confirmed again', async () => {
    const community = await aCommunity();
    const { api, tipster, clock } = community;
    const ids = await decidedTips(community, 1);
    await confirms(community, ids);
    const kickOff = new Date('2026-02-28T12:00:00Z');
    await api.database.update(fixtures).set({ kickOff });

    await reopens(community, ids);
    expect(await storedRecord(community)).toMatchObject({ settled: 0, form: [] });
    expect(await api.database.$count(recordSlices)).toBe(0);
    clock.passes(minute);
    await confirms(community, ids);

    expect(await api.get('/api/competitions?month=2026-02')).toMatchObject({
      body: { months: ['2026-02'], rows: [{ tipsterId: tipster.id, settled: 1 }] },
    });
    expect(await recordsAreRight(community)).toBe(true);
  });

  test.each([{ of: 'all tipsters' }, { of: 'one tipster' }])(
    'is correct again after the records of $of were recomputed',
    async ({ of }) => {
      const community = await aCommunity();
      const { api, tipster } = community;
      await aSettledTip(api, tipster.id);
      await aSettledTip(api, tipster.id, { outcome: 'lost', legsWon: 0, legsLost: 1 });
      const before = await storedRecord(community);
      await api.database.update(tipsterRecords).set({ settled: 77, form: [], stars: '5' });
      const key = sql`${recordSlices.key} || ' bent'`;
      await api.database.update(recordSlices).set({ won: 9, key });
      expect(await recordsAreRight(community)).toBe(false);

      await recomputeRecords(api.database, of === 'one tipster' ? tipster.email : undefined);

      expect(await storedRecord(community)).toEqual(before);
      expect(await recordsAreRight(community)).toBe(true);
    },
  );

  test('of a member without counted tips is removed when it is recomputed', async () => {
    const community = await aCommunity();
    const { api, tipster } = community;
    await aSettledTip(api, tipster.id);
    await api.database.update(tips).set({ confirmedAt: null });

    await recomputeRecords(api.database);

    expect(await storedRecord(community)).toBeUndefined();
    expect(await api.database.$count(recordSlices)).toBe(0);
  });

  test('is not recomputed for an unknown email', async () => {
    const { api } = await aCommunity();
    await expect(recomputeRecords(api.database, 'no@example.org')).rejects.toThrow(
      'Nobody is registered',
    );
  });

  test('has a void tip in the form, but in no number', async () => {
    const community = await aCommunity();
    await aSettledTip(community.api, community.tipster.id, { outcome: 'void' });

    expect(await storedRecord(community)).toMatchObject({ settled: 0, form: ['void'] });
    expect(await recordsAreRight(community)).toBe(true);
  });

  test('remains after deletion of the account or the texts', async () => {
    const community = await aCommunity();
    const { api, tipster } = community;
    const id = await aSettledTip(api, tipster.id, { analysis: 'They win at home.' });
    const before = await storedRecord(community);

    const { token } = tipster;
    await api.delete(`/api/tips/${id}/analysis`, { token });
    await api.delete('/api/users/me', { token, body: { password: goodPassword } });

    expect(await api.get(`/api/tips/${id}`)).toMatchObject({
      body: { analysisRemovedBy: 'tipster' },
    });
    expect(await storedRecord(community)).toEqual(before);
    expect(await recordsAreRight(community)).toBe(true);
  });

  test('does not change when tips are posted, booked, withdrawn, priced or settled', async () => {
    const community = await aCommunity();
    const { api, tipster, clock, aGame, aTip } = community;
    await aSettledTip(api, tipster.id);
    const untouched = { settled: 77 };
    await api.database.update(tipsterRecords).set(untouched);

    const game = await aGame();
    const withdrawn = await aTip({ games: [game] });
    await api.delete(`/api/tips/${withdrawn.id}`, { token: tipster.token });
    const tip = await aTip({ games: [game] });
    await api.put(`/api/tips/bookTicket/${tip.id}`, tipster);
    clock.passes(minute);
    await edits(community, tip, [{ fixtureId: game.id, odd: 3 }]);
    clock.passes(4 * hour);
    await edits(community, tip, [{ fixtureId: game.id, result: 'won', reason: 'Seen.' }]);

    expect(await api.database.select().from(tipsterRecords)).toMatchObject([untouched]);
  });
});
