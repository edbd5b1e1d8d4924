import { asc, eq, lt } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import type { Database } from '#server/db/database.ts';
import { fixtures, members } from '#server/db/schema.ts';
import { continueDemoSeason, seedDemoSeason } from '#server/demo/season.ts';

import { aClock, day, hour } from '../../testing/clock/clock.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { storedTips } from '../../testing/tips/stored-tips.ts';

const clock = aClock('2026-11-20T10:20:00.000Z');

async function aDemoDatabase(): Promise<Database> {
  const { database } = await aDatabase();
  await seedDemoSeason(database, { clock, hashPassword: async () => 'none' });
  return database;
}

describe('a demo season that is some days old', () => {
  test('gets results of ended games and new rounds', async () => {
    const database = await aDemoDatabase();
    const before = await database.select().from(fixtures);
    const now = new Date(clock().getTime() + 9 * day);

    await continueDemoSeason(database, now);

    const rows = await database.select().from(fixtures);
    const late = rows.filter(({ kickOff }) => kickOff.getTime() + 2 * hour <= now.getTime());
    expect(
      late.every(({ status, fullTimeHome }) => status === 'played' && fullTimeHome !== null),
    ).toBe(true);
    const farthest = Math.max(...rows.map(({ kickOff }) => kickOff.getTime()));
    expect(farthest - now.getTime()).toBeGreaterThan(21 * day);
    expect(rows.length).toBeGreaterThan(before.length + 50);
  });

  test('notifies the owners of tips whose games have ended', async () => {
    const database = await aDemoDatabase();
    const before = await storedTips(database);
    const waiting = before.filter(({ legs: rows }) =>
      rows.some(({ fixture }) => fixture.status !== 'played'),
    );

    await continueDemoSeason(database, new Date(clock().getTime() + 30 * day));

    const counters = new Map(
      (await database.select().from(members)).map(({ id, cursor }) => [id, cursor]),
    );
    const after = new Map((await storedTips(database)).map(({ tip }) => [tip.id, tip]));
    expect(waiting.length).toBeGreaterThan(10);
    for (const { tip } of before) {
      const isReported = waiting.some(({ tip: { id } }) => id === tip.id);
      expect(after.get(tip.id)?.cursor).toBe(isReported ? counters.get(tip.ownerId) : tip.cursor);
    }
  });

  test('keeps an administrator’s result and every kick-off', async () => {
    const database = await aDemoDatabase();
    const before = await database.select().from(fixtures).orderBy(asc(fixtures.id));
    const reported = before.find(({ status }) => status === 'scheduled')?.id ?? '';
    const abandoned = { status: 'abandoned', fullTimeHome: 9, fullTimeAway: 9 } as const;
    await database.update(fixtures).set(abandoned).where(eq(fixtures.id, reported));

    await continueDemoSeason(database, new Date(clock().getTime() + 40 * day));

    const after = new Map((await database.select().from(fixtures)).map((row) => [row.id, row]));
    expect(after.get(reported)).toMatchObject(abandoned);
    for (const { id, kickOff } of before) expect(after.get(id)?.kickOff).toEqual(kickOff);
  });

  test('continues for years', async () => {
    const database = await aDemoDatabase();
    const now = new Date(clock().getTime() + 1000 * day);

    await continueDemoSeason(database, now);

    const rows = await database.select().from(fixtures);
    const nearby = rows.filter(({ kickOff }) => kickOff.getTime() > now.getTime() - 7 * day);
    expect(nearby.length).toBeGreaterThan(150);
    expect(rows.filter(({ kickOff, status }) => kickOff <= now && status === 'scheduled')).toEqual(
      [],
    );
  });

  test('continues after a season file changed its first games', async () => {
    const [imported, other] = [await aDemoDatabase(), await aDemoDatabase()];
    const [first] = await imported.select().from(fixtures).orderBy(asc(fixtures.kickOff));
    const beganAt = first?.kickOff.getTime() ?? 0;
    await imported
      .update(fixtures)
      .set({ source: 'file' })
      .where(lt(fixtures.kickOff, new Date(beganAt + 3 * day)));
    await imported
      .update(fixtures)
      .set({ kickOff: new Date(beganAt + 3 * hour) })
      .where(eq(fixtures.id, first?.id ?? ''));
    const now = new Date(clock().getTime() + 9 * day);

    await continueDemoSeason(imported, now);
    await continueDemoSeason(other, now);

    const kickOffsIn = async (database: Database) =>
      (await database.select().from(fixtures).orderBy(asc(fixtures.id)))
        .filter(({ id }) => id !== first?.id)
        .map(({ id, kickOff: at }) => ({ id, kickOff: at }));
    expect(await kickOffsIn(imported)).toEqual(await kickOffsIn(other));
  });

  test('of an earlier version is reported and stays unchanged', async () => {
    const database = await aDemoDatabase();
    const [first] = await database.select().from(fixtures).orderBy(asc(fixtures.kickOff));
    await database.delete(fixtures).where(eq(fixtures.id, first?.id ?? ''));
    const before = await database.select().from(fixtures).orderBy(asc(fixtures.id));
    const lines: string[] = [];
    const now = new Date(clock().getTime() + 9 * day);

    await continueDemoSeason(database, now, (line) => lines.push(line));

    expect(await database.select().from(fixtures).orderBy(asc(fixtures.id))).toEqual(before);
    expect(lines).toEqual([expect.stringContaining('earlier version')]);
  });

  test('is not created in a database without a demo season', async () => {
    const { database } = await aDatabase();
    await continueDemoSeason(database, clock());
    expect(await database.$count(fixtures)).toBe(0);
  });
});
