import { eq, sql, TransactionRollbackError } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { tipsterRecord } from '#contract/records.ts';
import { Tip } from '#contract/tips.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import type { Transaction } from '#server/db/database.ts';
import { tipsterRecords } from '#server/db/record-tables.ts';
import { legs, tips } from '#server/db/schema.ts';
import { continueDemoSeason, seedDemoSeason } from '#server/demo/season.ts';

import { aClock, day } from '../support/clock.ts';
import { aDatabase } from '../support/database.ts';
import { theApi } from '../support/api.ts';

// The season of a given moment is always equal, so its tips have known ids.
const clock = aClock('2026-11-20T10:20:00.000Z');
const { database } = await aDatabase();
const [, administrator] =
  (await seedDemoSeason(database, { clock, hashPassword })) ?? expect.unreachable('no demo season');
const api = await theApi({ clock, database });

type ByHand = {
  what: string;
  id: string;
  /** Game, option, the price at kick-off, the leg's result, and the final score. */
  legs: readonly (readonly [
    game: string,
    oddName: string,
    odd: number,
    result: string,
    score: string,
  ])[];
  tip: Pick<
    Tip,
    'outcome' | 'totalOdds' | 'totalGamesWon' | 'totalGamesLost' | 'gameRankPercentage'
  >;
  /** Its share of the tipster's record. */
  worth: { settled: number; won: number; flatProfit: number };
};

/** Tips that the season has settled. */
const settled: readonly ByHand[] = [
  {
    what: 'a single that won',
    id: '01a09233-bf60-7464-a28c-ccbd3db75448',
    legs: [['Getafe Vs Osasuna', '1X2 - 2', 2.76, 'won', '1-3']],
    tip: {
      outcome: 'won',
      totalOdds: 2.76,
      totalGamesWon: 1,
      totalGamesLost: 0,
      gameRankPercentage: 100,
    },
    // 2.76 − 1
    worth: { settled: 1, won: 1, flatProfit: 1.76 },
  },
  {
    what: 'a single that lost',
    id: '01a0dc37-8060-7074-a6a8-3db700b4c627',
    legs: [['Sevilla Vs Levante', '1X2 - 1', 1.39, 'lost', '1-3']],
    tip: {
      outcome: 'lost',
      totalOdds: 1.39,
      totalGamesWon: 0,
      totalGamesLost: 1,
      gameRankPercentage: 0,
    },
    worth: { settled: 1, won: 0, flatProfit: -1 },
  },
  {
    what: 'two games that won, at odds whose product ends on half a hundredth',
    id: '01a11b29-b2c0-7450-a207-19f0916ae953',
    legs: [
      ['FC Lorient Vs RC Lens', 'Double Chance - 1X', 2.55, 'won', '2-1'],
      ['Angers Vs Stade Rennais', 'Double Chance - 1X', 1.9, 'won', '2-1'],
    ],
    // 2.55 × 1.90 = 4.845, half up: 4.85
    tip: {
      outcome: 'won',
      totalOdds: 4.85,
      totalGamesWon: 2,
      totalGamesLost: 0,
      gameRankPercentage: 100,
    },
    worth: { settled: 1, won: 1, flatProfit: 3.85 },
  },
  {
    what: 'three games that won',
    id: '01a08a3f-9d60-79b0-9c81-b6498f145792',
    legs: [
      ['Stade Rennais Vs RC Strasbourg', 'GG/NG - NG', 2.02, 'won', '0-0'],
      ['FC St. Pauli Vs Bayern München', 'GG/NG - GG', 2.08, 'won', '1-3'],
      ['Toulouse Vs Olympique Lyonnais', 'O/U 1.5 - Over', 1.27, 'won', '2-2'],
    ],
    // 2.02 × 2.08 = 4.2016, × 1.27 = 5.336032
    tip: {
      outcome: 'won',
      totalOdds: 5.34,
      totalGamesWon: 3,
      totalGamesLost: 0,
      gameRankPercentage: 100,
    },
    worth: { settled: 1, won: 1, flatProfit: 4.34 },
  },
  {
    what: 'two games of which one lost',
    id: '01a0fc9e-2de0-76cb-b71c-33dad0386e7a',
    legs: [
      ['Levante Vs Valencia', '1X2 - 2', 2.09, 'lost', '3-2'],
      ['Inter Vs Parma', 'O/U 2.5 - Over', 1.41, 'won', '2-2'],
    ],
    // 2.09 × 1.41 = 2.9469; one of two games
    tip: {
      outcome: 'lost',
      totalOdds: 2.95,
      totalGamesWon: 1,
      totalGamesLost: 1,
      gameRankPercentage: 50,
    },
    worth: { settled: 1, won: 0, flatProfit: -1 },
  },
  {
    what: 'four games of which one lost',
    id: '01a0fb79-35e0-76cf-9ad7-811edf285b32',
    legs: [
      ['Paris FC Vs OGC Nice', 'Double Chance HT - 1X HT', 1.34, 'won', '1-0'],
      // 1-0 at half-time
      ['FC Barcelona Vs Girona', 'Double Chance HT - X2 HT', 2.59, 'lost', '2-1'],
      ['Bayern München Vs Bayer Leverkusen', 'Double Chance - 12', 1.25, 'won', '3-4'],
      ['Toulouse Vs Stade Brestois', 'Double Chance - 1X', 1.28, 'won', '2-1'],
    ],
    // 1.34 × 2.59 = 3.4706, × 1.25 = 4.33825, × 1.28 = 5.55296; three of four games
    tip: {
      outcome: 'lost',
      totalOdds: 5.55,
      totalGamesWon: 3,
      totalGamesLost: 1,
      gameRankPercentage: 75,
    },
    worth: { settled: 1, won: 0, flatProfit: -1 },
  },
  {
    what: 'a void single, which counts nowhere',
    id: '01a0d7f5-1bc0-7ec6-8ed9-5cda6aa759f3',
    legs: [['Borussia Dortmund Vs Bayern München', 'DNB - 2', 2.19, 'void', '0-0']],
    // No game counts: the empty product is 1.
    tip: {
      outcome: 'void',
      totalOdds: 1,
      totalGamesWon: 0,
      totalGamesLost: 0,
      gameRankPercentage: 0,
    },
    worth: { settled: 0, won: 0, flatProfit: 0 },
  },
];

/** Tips that the season leaves to the administrator, with the actions on them. */
const treated: readonly (ByHand & {
  before: readonly object[];
  after: readonly object[];
})[] = [
  {
    what: 'one that nobody priced before kick-off, which counts in the hit rate and in no profit',
    id: '01a1ed4f-ea80-7df7-a031-913b10123124',
    before: [],
    after: [
      {
        game: 'Stade Rennais Vs Toulouse',
        odd: 3.1,
        result: 'lost',
        reason: 'The only goal was the guest’s, and the price came late.',
      },
    ],
    // It shows 3.10, which was set after kick-off; at kick-off there was none.
    legs: [['Stade Rennais Vs Toulouse', 'First Goal - 1', 0, 'lost', '0-1']],
    tip: {
      outcome: 'lost',
      totalOdds: 3.1,
      totalGamesWon: 0,
      totalGamesLost: 1,
      gameRankPercentage: 0,
    },
    worth: { settled: 1, won: 0, flatProfit: 0 },
  },
  {
    what: 'one that won more than a tip adds to the stars, which counts twenty units',
    id: '01a1f706-7d00-7cd3-992f-0425894f033a',
    before: [
      { game: 'Manchester United Vs Burnley', odd: 5.5 },
      { game: 'VfB Stuttgart Vs Hamburger SV', odd: 4.2 },
    ],
    after: [
      { game: 'Manchester United Vs Burnley', result: 'won' },
      { game: 'VfB Stuttgart Vs Hamburger SV', result: 'won' },
    ],
    legs: [
      ['Manchester United Vs Burnley', 'Away to Score - Yes', 5.5, 'won', '3-1'],
      ['VfB Stuttgart Vs Hamburger SV', 'Away to Score - Yes', 4.2, 'won', '1-1'],
    ],
    // 5.50 × 4.20 = 23.10, which pays 22.10
    tip: {
      outcome: 'won',
      totalOdds: 23.1,
      totalGamesWon: 2,
      totalGamesLost: 0,
      gameRankPercentage: 100,
    },
    worth: { settled: 1, won: 1, flatProfit: 22.1 },
  },
  {
    what: 'one with a void game, which counts 1.00 in the odds and in no ratio',
    id: '01a1f802-4220-78f5-8fae-1c1d09a480b1',
    before: [{ game: 'FC Augsburg Vs RB Leipzig', result: 'void', reason: 'It was called off.' }],
    after: [{ game: 'Lecce Vs Lazio', result: 'won' }],
    legs: [
      ['FC Augsburg Vs RB Leipzig', '1X2 - 2', 1.43, 'void', '1-1'],
      ['Lecce Vs Lazio', '1X2 - 2', 1.76, 'won', '0-4'],
    ],
    // 1.00 × 1.76
    tip: {
      outcome: 'won',
      totalOdds: 1.76,
      totalGamesWon: 1,
      totalGamesLost: 0,
      gameRankPercentage: 100,
    },
    worth: { settled: 1, won: 1, flatProfit: 0.76 },
  },
];

await treatToTheEnd();

describe('ten tips of the demo season, worked out by hand', () => {
  test.each(settled)('$what', async ({ id, legs: games, tip, worth }) => {
    expect(await readingOf(id)).toMatchObject({ legs: games, tip, worth });
  });

  test.each(treated)('$what', async ({ id, legs: games, tip, worth }) => {
    expect(await readingOf(id)).toMatchObject({ legs: games, tip, worth });
  });
});

describe('a tipster of the demo season with three settled tips', () => {
  test('has the record that follows from them on paper', async () => {
    const [row] = await database
      .select({ id: tips.ownerId })
      .from(tips)
      .where(eq(tips.id, '01a09095-ede0-7bd4-be6c-5789c75fc571'));
    const answer = await api.get(`/api/tipsters/${row?.id}/record`);
    const record = z.parse(tipsterRecord.reply, answer.body);

    // 12 September: O/U 2.5 - Under at 2.14 lost, no stake.     −1
    //  9 October:   O/U 2.5 - Over  at 1.94 won,  stake 5.      +0.94, staked +4.70
    // 11 October:   1X2 - 1         at 1.59 lost, stake 2.      −1,    staked −2
    expect(record.windows.all).toEqual({
      settled: 3,
      won: 1,
      lost: 2,
      hitRate: 0.333333,
      // Wilson with z² = 3.8415: (1/3 + 0.6402 ± 1.96 × √(2/27 + 0.1067)) / 2.2805
      low: 0.061492,
      high: 0.79234,
      flatProfit: -1.06,
      priced: 3,
      // −1.06 / 3
      flatYield: -0.353333,
      // 2.70 / 7
      staked: { tips: 2, units: 7, profit: 2.7, yield: 0.385714 },
      // (2.14 + 1.94 + 1.59) / 3 = 5.67 / 3
      averageOdds: 1.89,
      legs: { settled: 3, won: 1, lost: 2 },
      streak: { result: 'lost', length: 1 },
      longestWon: 1,
      longestLost: 1,
      points: [
        ['2026-09-12T16:30:00.000Z', -1],
        ['2026-10-09T14:30:00.000Z', -0.06],
        ['2026-10-11T15:30:00.000Z', -1.06],
      ],
      // From zero, where the line begins.
      drawdown: 1.06,
    });
    expect(record.windows['30d'].settled).toBe(0);
    expect(record.months).toEqual([
      { month: '2026-09', settled: 1, won: 0, lost: 1, flatProfit: -1, running: -1 },
      { month: '2026-10', settled: 2, won: 1, lost: 1, flatProfit: -0.06, running: -1.06 },
    ]);
    expect(record.byLeague).toEqual([
      { sportKey: 'soccer_epl', settled: 2, won: 0, lost: 2, flatProfit: -2 },
      { sportKey: 'soccer_france_ligue_one', settled: 1, won: 1, lost: 0, flatProfit: 0.94 },
    ]);
    expect(record.byGroup).toEqual([
      { group: 'O/U 2.5', settled: 2, won: 1, lost: 1, flatProfit: -0.06 },
      { group: '1X2', settled: 1, won: 0, lost: 1, flatProfit: -1 },
    ]);
  });
});

/** Prices and settles what the season leaves open, and continues the season meanwhile. */
async function treatToTheEnd(): Promise<void> {
  const { email, password } = administrator ?? expect.unreachable('no administrator');
  const login = await api.post('/api/auth', { body: { email, password, rememberMe: true } });
  const { access_token: token } = z.parse(z.object({ access_token: z.string() }), login.body);
  const edit = async (id: string, options: readonly object[]) => {
    if (options.length === 0) return;
    expect(await api.put(`/api/tips/${id}`, { token, body: { options } })).toMatchObject({
      status: 200,
    });
  };

  for (const { id, before } of treated) await edit(id, before);
  clock.passes(3 * day);
  await continueDemoSeason(database, clock());
  for (const { id, after } of treated) {
    await edit(id, after);
    const body = { IsGameSuccessful: true };
    expect(await api.put(`/api/tips/confirmTip/${id}`, { token, body })).toMatchObject({
      status: 200,
    });
  }
}

/** A stored and presented tip in the form of the expectations. */
async function readingOf(id: string): Promise<object> {
  const tip = z.parse(Tip, (await api.get(`/api/tips/${id}`)).body);
  expect(tip.IsGameSuccessful).toBe(true);
  const rows = await database.select().from(legs).where(eq(legs.tipId, id));
  const prices = new Map(rows.map((leg) => [leg.fixtureId, Number(leg.kickOffOdd)]));
  return {
    legs: tip.options.map(({ fixtureId, game, oddName, result, score }) => {
      return [game, oddName, prices.get(fixtureId), result, score?.fullTime.join('-')];
    }),
    tip,
    worth: await worthOf(id),
  };
}

/** The difference of the tipster's stored record without a tip. */
async function worthOf(id: string): Promise<ByHand['worth']> {
  let worth: ByHand['worth'] | undefined;
  await database
    .transaction(async (tx) => {
      const [{ ownerId } = expect.unreachable(`no ticket ${id}`)] = await tx
        .select({ ownerId: tips.ownerId })
        .from(tips)
        .where(eq(tips.id, id));
      const whole = await storedRecord(tx, ownerId);
      await tx.update(tips).set({ confirmedAt: null }).where(eq(tips.id, id));
      await tx.execute(sql`select recompute_record(${ownerId})`);
      const rest = await storedRecord(tx, ownerId);
      const profit = Math.round(100 * whole.flatProfit) - Math.round(100 * rest.flatProfit);
      worth = {
        settled: whole.settled - rest.settled,
        won: whole.won - rest.won,
        flatProfit: profit / 100,
      };
      tx.rollback();
    })
    .catch((error: unknown) => expect(error).toBeInstanceOf(TransactionRollbackError));
  return worth ?? expect.unreachable('nothing was read');
}

async function storedRecord(tx: Transaction, memberId: string): Promise<ByHand['worth']> {
  const [row] = await tx.select().from(tipsterRecords).where(eq(tipsterRecords.memberId, memberId));
  const { settled, won, flatProfit } = row ?? expect.unreachable('no record');
  return { settled, won, flatProfit: Number(flatProfit) };
}
