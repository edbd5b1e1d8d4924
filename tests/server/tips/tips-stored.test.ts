import { createHash } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constantFrom,
  nat,
  oneof,
  record,
  string,
} from 'fast-check';
import { describe, expect, test } from 'vitest';

import { oddNameOf, findOptionById } from '#domain/catalogue.ts';
import { legResults } from '#domain/tip.ts';
import { fixtures, members, tips } from '#server/db/schema.ts';
import { toListedTip } from '#server/tips/presenter.ts';
import { readOwnTipRows } from '#server/tips/queries.ts';
import { toCachedJson } from '#server/tips/cached-json.ts';

import { day, hour } from '../../testing/clock/clock.ts';
import { confirms, reopens, setsPrices, setsResult } from '../../testing/tips/desk.ts';
import { aCommunity, type Community, edits, type Game, tipsOf } from '../../testing/tips/tips.ts';

// The cached JSON of a tip must equal the JSON built from its rows, after every change of the tip,
// its games or its tipster.

const oddNames = [1, 2, 8, 14].map((oddsId) => {
  const option = findOptionById(oddsId);
  return option ? oddNameOf(option) : expect.unreachable();
});

/** Random changes of a few games or tips; a refused change has no effect. */
const happening = oneof(
  record({
    what: constantFrom('post', 'copy'),
    which: nat(3),
    text: string({ unit: 'grapheme', maxLength: 20 }),
  }),
  record({
    what: constantFrom('book', 'withdraw', 'confirm', 'reopen', 'decide', 'correct'),
    which: nat(3),
    text: constantFrom(...legResults),
  }),
  record({
    what: constantFrom('price', 'play', 'end', 'move', 'rename', 'leave', 'wait'),
    which: nat(3),
    text: string({ unit: 'grapheme', maxLength: 12 }),
  }),
);
type Happening = typeof happening extends Arbitrary<infer One> ? One : never;

describe('the cached JSON of a tip', () => {
  test('equals its row, legs, games and tipster after any change', async () => {
    const community = await aCommunity();
    await assert(
      asyncProperty(array(happening, { minLength: 10, maxLength: 20 }), async (all) => {
        const games = await severalGames(community);
        for (const each of all) {
          await happens(community, games, each);
          const [stored, unstored] = [await reported(community), await countUnstored(community)];
          const after = { what: each.what, stored: await presented(community), unstored: 0 };
          expect({ what: each.what, stored, unstored }).toEqual(after);
        }
      }),
      { numRuns: 6 },
    );
  }, 240_000);

  test.each([
    ['its price', sql`update legs set odd = 9`],
    ['its estimate', sql`update legs set odd = 0, estimated_odd = 9`],
    ['its price at kick-off', sql`update legs set kick_off_odd = 9`],
    ['its option', sql`update legs set odds_id = 2`],
    ['a decision', sql`update legs set result = 'won'`],
    ['when it was decided', sql`update legs set decided_at = now()`],
    ['a reason', sql`update legs set reason = 'Because.'`],
    ['a fact', sql`update legs set result = 'lost', fact = '{"code": "postponed", "hours": 50}'`],
    [
      'a correction',
      sql`update legs set corrected = '{"result": "won", "at": "2026-03-07T12:00:00Z", "reason": ""}'`,
    ],
    ['the order of legs', sql`update legs set position = 7 where position = 0`],
    ['the odds', sql`update tips set total_odds = 9`],
    ['the outcome', sql`update tips set outcome = 'lost'`],
    ['legs won', sql`update tips set legs_won = 1`],
    ['legs lost', sql`update tips set legs_lost = 1`],
    ['a confirmation', sql`update tips set confirmed_at = now()`],
    ['when it was posted', sql`update tips set created_at = created_at - interval '1 hour'`],
    ['an analysis', sql`update tips set analysis = 'Other words'`],
    ['a booking', sql`update tips set booked_at = now()`],
    ['a stake', sql`update tips set stake = 7`],
    ['what it copies', sql`update tips set copied_from = id`],
    ['its version', sql`update tips set version = 9`],
    ['a kick-off', sql`update fixtures set kick_off = kick_off + interval '1 hour'`],
    ['a score', sql`update fixtures set full_time_home = 1, full_time_away = 0`],
    [
      'a half-time score',
      sql`update fixtures set full_time_home = 1, full_time_away = 0, half_time_home = 1, half_time_away = 0`,
    ],
    ['a status', sql`update fixtures set status = 'in-play'`],
    ['a team', sql`update fixtures set home = 'A "team"'`],
    [
      'a league',
      sql`with league as (
        insert into leagues (key, title, "group", details) values ('other', 'Other', 'Soccer', '')
        returning key) update fixtures set sport_key = 'other'`,
    ],
    ['a name', sql`update members set first_name = 'Another \\ one'`],
    [
      'a deletion',
      sql`update members set deleted_at = now(), first_name = '', last_name = '', user_name = 'Former'`,
    ],
    ['a withdrawal', sql`update tips set withdrawn_at = now()`],
  ])('contains %s after a change in the database', async (_, change: SQL) => {
    const community = await aCommunity();
    const games = [await community.aGame(), await community.aGame()];
    await community.aTip({ games, rest: { analysis: 'Words', stake: 3 } });
    const before = await reported(community);

    await community.api.database.execute(change);

    const after = await reported(community);
    expect(after).toEqual(await presented(community));
    expect(after).not.toEqual(before);
  });

  test('stays cached when it is booked or its game moves', async () => {
    const community = await aCommunity();
    const game = await community.aGame();
    const { id } = await community.aTip({ games: [game] });
    await community.api.put(`/api/tips/bookTicket/${id}`, { token: community.tipster.token });
    await community.api.database
      .update(fixtures)
      .set({ kickOff: new Date(game.kickOff.getTime() + hour) });

    expect(await countUnstored(community)).toBe(0);
    expect(await reported(community)).toMatchObject([{ IsBooked: true }]);
  });

  test('of another version is not used', async () => {
    const community = await aCommunity();
    await community.aTip();
    await community.api.database.update(tips).set({ wire: sql`'0' || substr(wire, 2)` });

    expect(await reported(community)).toEqual(await presented(community));
  });

  // If this digest changes, increase `cachedJsonVersion`: stored JSON is then outdated.
  test('has another version once equal rows give other JSON', () => {
    const reported = Array.from({ length: 51 }, (_, index) => index + 1).map((oddsId) =>
      toCachedJson(specimen(oddsId)),
    );

    const digest = createHash('sha256').update(reported.join('\n')).digest('hex').slice(0, 16);
    expect(`${reported[0]?.[0]} ${digest}`).toMatchInlineSnapshot(`"3 17e3c54d3a0aec64"`);
  });
});

async function severalGames({ api, tipster, aGame }: Community): Promise<Game[]> {
  // Each run begins without tips and with the initial names.
  await api.database.execute(sql`truncate tips cascade`);
  await api.database
    .update(members)
    .set({ firstName: 'Ada', deletedAt: null })
    .where(eq(members.id, tipster.id));
  return Promise.all([aGame(), aGame({ prices: undefined }), aGame({ startsIn: day }), aGame()]);
}

async function happens(
  community: Community,
  games: readonly Game[],
  { what, which, text }: Happening,
): Promise<void> {
  const { api, clock, tipster, administrator, other } = community;
  const token = administrator.token;
  const game = games[which] ?? expect.unreachable();
  const own = await readOwnTipRows(api.database, tipster.id, { limit: 100, before: undefined });
  const tip = own[which % Math.max(1, own.length)];
  const id = tip?.id ?? '';
  const leg = tip?.legs[which % tip.legs.length];
  const options = games
    .filter((_, index) => index !== which)
    .map(({ id: fixtureId }, index) => ({ fixtureId, oddName: oddNames[(index + which) % 4] }));
  switch (what) {
    case 'post':
      await api.post('/api/tips', {
        token: tipster.token,
        body: { options, analysis: text, stake: which, ifStarted: 'drop' },
      });
      return;
    case 'copy': {
      const body = { options, ifStarted: 'drop' };
      const original = await api.post('/api/tips', { token: other.token, body });
      const copiedFrom = Object(original.body).id;
      await api.post('/api/tips', { token: tipster.token, body: { ...body, copiedFrom } });
      return;
    }
    case 'book':
      await api.put(`/api/tips/bookTicket/${id}`, { token: tipster.token });
      return;
    case 'withdraw':
      await api.delete(`/api/tips/${id}`, { token: tipster.token });
      return;
    case 'confirm':
      await confirms(community, [id]);
      return;
    case 'reopen':
      await reopens(community, [id]);
      return;
    case 'decide':
      await edits(community, { id }, [
        { fixtureId: leg?.fixtureId, result: text, ...(which > 1 && { reason: 'Seen by "me"' }) },
      ]);
      return;
    case 'correct':
      await api.put(`/api/admin/corrections/${game.id}`, {
        token,
        body: {
          version: await versionOf(community, game),
          reason: 'Seen again',
          results: [{ oddsId: leg?.oddsId ?? 1, result: text }],
        },
      });
      return;
    case 'price':
      for (const oddName of oddNames) {
        await setsPrices(community, game, [{ oddName, odd: 1.5 + which }], { reason: 'Late' });
      }
      return;
    case 'play':
      await setsResult(community, game, { status: 'in-play', fullTime: [which, 0] });
      return;
    case 'end':
      await setsResult(community, game, {
        status: which > 2 ? 'abandoned' : 'played',
        ...(which <= 2 && { fullTime: [which, 1], halfTime: [0, 1] }),
      });
      return;
    case 'move':
      await api.database
        .update(fixtures)
        .set({ kickOff: new Date(game.kickOff.getTime() + which * hour) })
        .where(eq(fixtures.id, game.id));
      return;
    case 'rename':
      await api.database.update(members).set({ firstName: text }).where(eq(members.id, tipster.id));
      return;
    case 'leave':
      await api.database
        .update(members)
        .set({ deletedAt: which > 1 ? clock() : null })
        .where(eq(members.id, tipster.id));
      return;
    case 'wait':
      clock.passes(hour);
  }
}

async function versionOf({ api }: Community, { id }: Game): Promise<number> {
  const [row] = await api.database.select().from(fixtures).where(eq(fixtures.id, id));
  return row?.version ?? 0;
}

/** Returns the tipster's own tips from the response. */
async function reported(community: Community) {
  const { token } = await community.returns(community.tipster);
  return tipsOf(await community.api.get('/api/tips?limit=100', { token }));
}

/** Returns the tips as built from their rows. */
async function presented({ api, tipster: { id } }: Community) {
  const rows = await readOwnTipRows(api.database, id, { limit: 100, before: undefined });
  const tipsAsShown = rows.map((row) => toListedTip(row, { id, role: 'member' }));
  return JSON.parse(JSON.stringify(tipsAsShown));
}

async function countUnstored({ api }: Community): Promise<number> {
  return api.database.$count(tips, sql`${tips.wire} is null`);
}

function specimen(oddsId: number): Parameters<typeof toCachedJson>[0] {
  const at = new Date('2026-03-07T12:00:00.000Z');
  const fullTime = { home: 2, away: 1 };
  const leg = {
    position: 0,
    fixtureId: 'game "1"',
    oddsId,
    odd: 1.85,
    estimatedOdd: null,
    kickOffOdd: 1.9,
    bookedOdd: 1.8,
    result: 'won' as const,
    decidedAt: at,
    decidedBy: null,
    decidedVersion: 2,
    reason: null,
    fact: { code: 'ended' as const, fullTime },
    corrected: { result: 'lost' as const, at: at.toISOString(), reason: 'Seen again' },
    sportKey: 'soccer_epl',
    home: 'Home',
    away: 'Away',
    kickOff: at,
    fixtureStatus: 'played' as const,
    fixtureVersion: 2,
    halfTimeHome: 1,
    halfTimeAway: 1,
    fullTimeHome: 2,
    fullTimeAway: 1,
    firstGoal: null,
  };
  const undecided = {
    ...leg,
    result: 'pending' as const,
    decidedAt: null,
    decidedBy: null,
    decidedVersion: null,
    fact: null,
    corrected: null,
  };
  const estimated = { ...undecided, odd: 0, estimatedOdd: 2.1 };
  const inWords = { ...leg, result: 'lost' as const, fact: null, reason: 'In words' };
  expect(findOptionById(oddsId)).toBeDefined();
  return {
    totalOdds: '3.42',
    createdAt: at,
    confirmedAt: at,
    outcome: 'lost',
    legsWon: 1,
    legsLost: 1,
    analysis: 'Words',
    analysisRemovedBy: null,
    legs: [leg, undecided, estimated, inWords],
  };
}
