import { and, asc, eq, gt } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { SessionReply } from '#contract/account/accounts.ts';
import { stats } from '#contract/fixtures/fixtures.ts';
import { listTipsters, oneTipster } from '#contract/members.ts';
import { listBrokenRules } from '#domain/settlement/settlement-check.ts';
import { bettingOptions, findOptionById } from '#domain/catalogue.ts';
import { settleOption } from '#domain/settlement/settlement.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { fixtures, follows, members, tips } from '#server/db/schema.ts';
import { prepareDemoSeason, seedDemoSeason } from '#server/demo/season.ts';
import { toScore } from '#server/fixtures/presenter.ts';

import { aClock, day } from '../../testing/clock/clock.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { aMember } from '../../testing/people/members.ts';
import { testSettings, theApi } from '../../testing/server/api.ts';
import { storedTips } from '../../testing/tips/stored-tips.ts';

const clock = aClock('2026-11-20T10:20:00.000Z');
const { database: seeded } = await aDatabase();
const logins = await seedDemoSeason(seeded, { clock, hashPassword });

describe('the fixtures of the demo season', () => {
  test('go from ten weeks ago to three weeks ahead, in seven leagues, all priced', async () => {
    const rows = await seeded.select().from(fixtures).orderBy(asc(fixtures.kickOff));
    const days = [rows[0], rows.at(-1)].map((row) =>
      row ? (row.kickOff.getTime() - clock().getTime()) / day : 0,
    );
    expect(days[0]).toBeLessThan(-68);
    expect(days[1]).toBeGreaterThan(21);
    expect(new Set(rows.map(({ sportKey }) => sportKey)).size).toBe(7);
    for (const { priceHome, priceDraw, priceAway } of rows) {
      const matchOdds = [priceHome, priceDraw, priceAway].map((price) => 1 / Number(price));
      const book = matchOdds.reduce((sum, chance) => sum + chance);
      expect(book).toBeGreaterThan(1.03);
      expect(book).toBeLessThan(1.09);
    }
  });

  test('contain one that began an hour ago, and one that is about to begin', async () => {
    const rows = await seeded.select().from(fixtures).where(eq(fixtures.sportKey, 'soccer_epl'));
    const minutes = rows.map(({ kickOff }) => (kickOff.getTime() - clock().getTime()) / 60_000);
    expect(minutes).toContain(-60);
    expect(minutes).toContain(90);
  });

  test('have a score while in play, a half-time score from then on, and none before', async () => {
    const rows = await seeded.select().from(fixtures);
    const counts = { scheduled: 0, 'in-play': 0, played: 0 };
    for (const row of rows) {
      const minutes = (clock().getTime() - row.kickOff.getTime()) / 60_000;
      const score = toScore(row);
      const status = minutes < 0 ? 'scheduled' : minutes < 120 ? 'in-play' : 'played';
      counts[status] += 1;
      expect(row.status).toBe(status);
      expect(score !== undefined).toBe(status !== 'scheduled');
      expect(score?.halfTime !== undefined).toBe(minutes >= 45);
      if (!score || status === 'in-play') continue;
      const settled = bettingOptions.map((option) => ({
        option,
        settlement: settleOption(option, score),
      }));
      expect(listBrokenRules(settled)).toEqual([]);
    }
    expect(counts['in-play']).toBeGreaterThanOrEqual(2);
  });
});

describe('the tips of the demo season', () => {
  test('are settled as the rules propose, with the reason', async () => {
    const tips = await storedTips(seeded);
    const settled = tips.flatMap(({ legs: rows }) =>
      rows.filter(({ leg }) => leg.result !== 'pending'),
    );
    expect(settled.length).toBeGreaterThan(200);
    for (const { leg, fixture } of settled) {
      const [option, score] = [findOptionById(leg.oddsId), toScore(fixture)];
      if (!option || !score) throw new Error('a settled leg has no option or no score');
      expect(leg).toMatchObject(settleOption(option, score));
    }
  });

  test('are posted and booked before kick-off, by registered members, and confirmed', async () => {
    const joined = new Map(
      (await seeded.select().from(members)).map(({ id, createdAt }) => [id, createdAt]),
    );
    for (const { tip } of await storedTips(seeded)) {
      const { createdAt, bookedAt, expiresAt, confirmedAt, lastKickOff } = tip;
      expect(createdAt.getTime()).toBeGreaterThan(joined.get(tip.ownerId)?.getTime() ?? Infinity);
      expect(createdAt.getTime()).toBeLessThan(expiresAt.getTime());
      expect((bookedAt ?? createdAt).getTime()).toBeLessThan(expiresAt.getTime());
      expect((bookedAt ?? createdAt).getTime()).toBeLessThanOrEqual(clock().getTime());
      expect((confirmedAt ?? lastKickOff).getTime()).toBeLessThanOrEqual(
        confirmedAt ? clock().getTime() : Infinity,
      );
    }
  });

  test('include tips in play, of tipsters and of the member', async () => {
    const live = (await storedTips(seeded)).filter(({ legs: rows }) =>
      rows.some(({ fixture }) => fixture.status === 'in-play'),
    );

    expect(new Set(live.map(({ tip }) => tip.ownerId)).size).toBeGreaterThan(5);
  });

  test('leave work for the administrator: prices, settlements and a first goal', async () => {
    const open = (await storedTips(seeded)).filter(({ tip }) => tip.confirmedAt === null);
    const openLegs = open.flatMap(({ legs: rows }) => rows);
    const played = openLegs.filter(({ fixture }) => fixture.status === 'played');
    expect(openLegs.filter(({ leg }) => Number(leg.odd) === 0).length).toBeGreaterThan(5);
    expect(played.length).toBeGreaterThan(5);
    expect(played.map(({ leg }) => findOptionById(leg.oddsId)?.oddsGroup)).toContain('First Goal');
    expect(open.filter(({ tip }) => tip.expiresAt > clock()).length).toBeGreaterThan(10);
  });

  test('exist for each game that the home page shows first', async () => {
    const api = await theApi({ clock, database: seeded });
    const rows = await seeded
      .select({ id: fixtures.id })
      .from(fixtures)
      .where(and(eq(fixtures.sportKey, 'soccer_epl'), gt(fixtures.kickOff, clock())))
      .orderBy(asc(fixtures.kickOff), asc(fixtures.id))
      .limit(3);

    const { tipsByFixture } = z.parse(stats.reply, (await api.get('/api/stats')).body);

    expect(rows.map(({ id }) => (tipsByFixture[id] ?? 0) > 0)).toEqual([true, true, true]);
  });

  test('and follows have cursors without a gap', async () => {
    const counters = await Promise.all(
      [tips, follows].map(async (table) => {
        const owner = table === tips ? tips.ownerId : follows.memberId;
        return seeded.select({ owner, cursor: table.cursor }).from(table);
      }),
    );
    for (const { id, cursor } of await seeded.select().from(members)) {
      const own = counters.flat().filter(({ owner }) => owner === id);
      const values = own.map((row) => row.cursor).toSorted((a, b) => a - b);
      expect(values).toEqual(Array.from({ length: cursor }, (_, index) => index + 1));
    }
  });

  test.each(['00:01', '23:58'])('include tips in play and future tips at %s', async (time) => {
    const at = new Date(`2026-11-22T${time}:00.000Z`);
    const { database } = await aDatabase();
    await seedDemoSeason(database, { clock: () => at, hashPassword: async () => 'none' });

    const stored = await storedTips(database);
    const statuses = stored.map(({ tip, legs: rows }) => ({
      isLate: tip.createdAt >= tip.expiresAt || (tip.bookedAt ?? tip.createdAt) > at,
      isSettledEarly: (tip.confirmedAt ?? at) > at,
      games: rows.map(({ fixture }) => fixture.status),
    }));
    expect(statuses.filter(({ isLate, isSettledEarly }) => isLate || isSettledEarly)).toEqual([]);
    const count = (status: string) =>
      statuses.filter(({ games }) => games.some((game) => game === status)).length;
    expect(count('in-play')).toBeGreaterThan(5);
    expect(count('scheduled')).toBeGreaterThan(10);
    const next = await database
      .select({ id: fixtures.id })
      .from(fixtures)
      .where(and(eq(fixtures.sportKey, 'soccer_epl'), gt(fixtures.kickOff, at)))
      .orderBy(asc(fixtures.kickOff), asc(fixtures.id))
      .limit(3);
    const tipped = new Set(
      stored.flatMap(({ legs: rows }) => rows.map(({ leg }) => leg.fixtureId)),
    );
    expect(next.map(({ id }) => tipped.has(id))).toEqual([true, true, true]);
  });
});

describe('the members of the demo season', () => {
  test('are twelve tipsters and a member, most with stars and some new', async () => {
    const api = await theApi({ clock, database: seeded });
    const answer = await api.get('/api/tipsters?category=0');
    const tipsters = z.parse(listTipsters.reply, answer.body);
    const withStars = tipsters.filter(({ record }) => record.stars !== undefined);
    expect(tipsters).toHaveLength(13);
    expect(withStars).toHaveLength(10);
    expect(tipsters.every((tipster) => tipster.tips.length > 2)).toBe(true);
    expect(tipsters.reduce((sum, { followers }) => sum + followers, 0)).toBeGreaterThan(30);
  });

  test.each([0, 1])('log in with the printed password (%i)', async (index) => {
    const api = await theApi({ clock, database: seeded });
    const login = logins?.[index];
    const { email, password } = login ?? {};
    const answer = await api.post('/api/auth', { body: { email, password, rememberMe: true } });
    expect(answer).toMatchObject({ status: 200, body: { userId: expect.any(String) } });
  });
});

describe('the administrator of the demo season', () => {
  test('has a complete profile with a picture, so that the login opens the home page', async () => {
    const api = await theApi({ clock, database: seeded });
    const { email, password } = logins?.[1] ?? {};
    const login = await api.post('/api/auth', { body: { email, password, rememberMe: true } });
    const { access_token: token, userId } = z.parse(SessionReply, login.body);

    const answer = await api.get(`/api/tipsters/${userId}`, { token });

    const profile = z.parse(oneTipster.reply, answer.body);
    const { firstName, lastName, country, phoneNumber, state, address } = profile;
    const form = { firstName, lastName, country, phoneNumber, state, address };
    for (const text of Object.values(form)) expect(text ?? '').not.toBe('');
    expect(profile.isTipster).toBe(false);
    expect(await api.get(profile.picture ?? 'no picture')).toMatchObject({ status: 200 });
  });
});

describe('seeding', () => {
  test('gives equal rows for equal times', async () => {
    const { database } = await aDatabase();
    await seedDemoSeason(database, { clock, hashPassword: async () => 'none' });
    expect(await storedTips(database)).toEqual(await storedTips(seeded));
  });

  test('happens once when two servers start together', async () => {
    const { database } = await aDatabase();
    const tools = { clock, hashPassword: async () => 'none' };
    const both = await Promise.all([
      seedDemoSeason(database, tools),
      seedDemoSeason(database, tools),
    ]);
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await database.$count(members)).toBe(14);
  });

  test.each([
    { what: 'in production', changes: { environment: 'production' } },
    { what: 'with DEMO off', changes: { demo: false } },
  ] as const)('does not happen $what', async ({ changes }) => {
    const { database } = await aDatabase();
    const settings = { ...(await testSettings()), ...changes };
    await prepareDemoSeason({ settings, database, clock }, expect.unreachable);
    expect(await database.$count(fixtures)).toBe(0);
  });

  test('does not happen in a database with members', async () => {
    const { database } = await aDatabase();
    const settings = await testSettings();
    await aMember({ settings, database, clock });
    await prepareDemoSeason({ settings, database, clock }, expect.unreachable);
    expect(await database.$count(fixtures)).toBe(0);
  });

  test('is logged with the logins', async () => {
    const { database } = await aDatabase();
    const message: string[] = [];
    await prepareDemoSeason({ settings: await testSettings(), database, clock }, (line) =>
      message.push(line),
    );
    expect(message).toEqual([
      expect.stringContaining('demo season'),
      expect.stringMatching(/^Log in as member: member@touchline[.]example \/ \S+$/),
      expect.stringMatching(/^Log in as administrator: admin@touchline[.]example \/ \S+$/),
    ]);
  });
});
