import { describe, expect, test } from 'vitest';
import { type Intent, toIntent, haveAnOrder, joined } from './contents/intents.ts';
import { differences } from './contents/differences.ts';
import { figuresOf, memberAtFirst, nothingDue, applyIntent as apply } from './contents/due.ts';
import { type Refused, reasonsAgainst } from './contents/reasons.ts';

const ada = 'ada';
const tipNamed = { tipId: '0195a000-0000-7000-8000-000000000001' };

describe('asks of one thing that were never sent', () => {
  const price = (fixtureId: string, odd: number) =>
    toIntent('odds.set', { tipId: '1', legs: [], changes: [{ fixtureId, game: 'A Vs B', odd }] });

  test('keep the prices of both, and the later one of a leg', () => {
    const both = joined(joinedOf(price('one', 2), price('two', 3)), price('two', 4));
    expect(pricesIn(both)).toEqual([
      ['one', 2],
      ['two', 4],
    ]);
  });

  test('keep the prices of both of a fixture, by what was seen before both', () => {
    const fixture = { fixtureId: 'one', game: 'A Vs B' };
    const prices = (...set: { oddsId: number; odd: number; seen?: number }[]) =>
      toIntent('prices.set', { ...fixture, prices: set });
    const earlier = prices({ oddsId: 1, odd: 2, seen: 3 }, { oddsId: 2, odd: 4 });

    expect(joinedOf(earlier, prices({ oddsId: 1, odd: 5, seen: 2 }))).toEqual(
      prices({ oddsId: 2, odd: 4 }, { oddsId: 1, odd: 5, seen: 3 }),
    );
  });

  test('come to nothing where the same tickets are confirmed and opened again', () => {
    const confirmed = toIntent('tips.confirm', { ids: ['a', 'b'] });
    expect(joined(confirmed, toIntent('tips.reopen', { ids: ['b', 'a'] }))).toBe('nothing');
    const remaining = toIntent('tips.confirm', { ids: ['b'] });
    expect(joined(confirmed, toIntent('tips.reopen', { ids: ['a'] }))).toEqual(remaining);
    expect(joined(confirmed, toIntent('tips.reopen', { ids: ['a', 'c'] }))).toBeUndefined();
  });

  test('stay apart where one of something else has its place between them', () => {
    const about = { fixtureId: 'one', game: 'A Vs B' };
    const settled = toIntent('fixture.settle', {
      ...about,
      version: 1,
      results: [{ oddsId: 1, result: 'won' }],
    });
    const priced = toIntent('odds.set', { tipId: '1', legs: [], changes: [{ ...about, odd: 2 }] });

    expect(haveAnOrder(settled, toIntent('tips.confirm', { ids: ['a'] }))).toBe(true);
    expect(haveAnOrder(toIntent('tip.confirm', { tipId: '1' }), settled)).toBe(true);
    expect(haveAnOrder(settled, priced)).toBe(false);
  });

  test('are not joined where the later one does not speak for the earlier', () => {
    const settled = toIntent('leg.settle', {
      tipId: '1',
      legs: [],
      change: { fixtureId: 'one', game: 'A Vs B', result: 'won' },
    });
    expect(joined(settled, price('one', 2))).toBeUndefined();
  });
});

describe('what should stand', () => {
  const post = (fixtures: readonly string[], more: object = {}): Intent =>
    toIntent('tip.post', {
      id: '0195a000-0000-7000-8000-000000000001',
      tipsterName: 'Ada',
      options: fixtures.map((fixtureId) => ({
        fixtureId,
        game: 'A Vs B',
        group: '1X2',
        oddName: '1X2 - X',
        odd: 3,
        startDateOfGame: '2026-03-07T12:00:00.000Z',
      })),
      stake: 3,
      ifStarted: 'drop',
      ...more,
    });
  const after = (intent: Intent, arrivedAt: number) => {
    const due = nothingDue({ timed: true });
    due.members.set(ada, memberAtFirst('Ada'));
    const season = { kickOff: Number, result: () => undefined };
    apply(due, { memberId: ada, key: 'key', intent, arrivedAt }, season);
    return due;
  };

  test('has the legs whose games had not started when the request came', () => {
    const [tip] = after(post(['100', '200', '300']), 200).tips.values();
    expect(tip?.legs.map(({ fixtureId }) => fixtureId)).toEqual(['300']);
  });

  describe('after an administrator changed a fixture in all tickets', () => {
    const fixture = { fixtureId: '100', game: 'A Vs B' };
    const intents = {
      price: (oddsId = 2) => toIntent('prices.set', { ...fixture, prices: [{ oddsId, odd: 7 }] }),
      settle: toIntent('fixture.settle', {
        ...fixture,
        version: 1,
        results: [{ oddsId: 2, result: 'void', reason: 'Off' }],
      }),
      confirm: toIntent('tips.confirm', { ids: ['0195a000-0000-7000-8000-000000000001'] }),
      reopen: toIntent('tips.reopen', { ids: ['0195a000-0000-7000-8000-000000000001'] }),
    };
    /** A tip of Ada's on two games after a sequence of requests. */
    const afterAll = (memberId: string, arrivedAt: number, ...all: readonly Intent[]) => {
      const due = after(post(['100', '300']), 0);
      const season = { kickOff: Number, result: () => undefined };
      for (const intent of all) apply(due, { memberId, key: 'key', intent, arrivedAt }, season);
      const [tip] = due.tips.values();
      return tip;
    };

    test('has the price of its option, which a record counts before kick-off alone', () => {
      expect(afterAll('bola', 99, intents.price())?.legs).toMatchObject([
        { odd: 7, kickOffOdd: 7 },
        { odd: 3.4, kickOffOdd: 3.4 },
      ]);
      expect(afterAll('bola', 100, intents.price())?.legs).toMatchObject([
        { odd: 7, kickOffOdd: 3.4 },
        { odd: 3.4 },
      ]);
      expect(afterAll('bola', 99, intents.price(1))?.legs).toMatchObject([
        { odd: 3.4 },
        { odd: 3.4 },
      ]);
    });

    test('has the decision of its option, with its reason', () => {
      expect(afterAll('bola', 100, intents.settle)?.legs).toMatchObject([
        { result: 'void', reason: 'Off' },
        { result: 'pending' },
      ]);
    });

    test('has what another decided again, once it is taken back', () => {
      const settle = (memberId: string, result: 'won' | 'lost' | 'pending', arrivedAt: number) => ({
        memberId,
        key: 'key',
        arrivedAt,
        intent: toIntent('fixture.settle', {
          ...fixture,
          version: 1,
          results: [{ oddsId: 2, result }],
        }),
      });
      const due = after(post(['100', '300']), 0);
      const season = { kickOff: Number, result: () => undefined };
      apply(due, settle('chi', 'won', 100), season);
      apply(due, settle('bola', 'lost', 200), season);
      apply(due, settle('bola', 'pending', 300), season);
      apply(due, settle('bola', 'pending', 400), season);

      const [tip] = due.tips.values();
      expect(tip?.legs[0]).toMatchObject({ result: 'won', decision: { by: 'chi', at: 100 } });
    });

    test('has nothing on the own tips, nor on those that are confirmed', () => {
      expect(afterAll(ada, 99, intents.price(), intents.settle)?.legs).toMatchObject([
        { odd: 3.4, result: 'pending' },
        { odd: 3.4 },
      ]);
      const confirmed = afterAll('bola', 99, toIntent('tip.confirm', tipNamed), intents.price());
      expect(confirmed?.legs).toMatchObject([{ odd: 3.4 }, { odd: 3.4 }]);
    });

    test('is confirmed once all its legs are decided, and open again', () => {
      const other = toIntent('fixture.settle', {
        fixtureId: '300',
        game: 'A Vs B',
        version: 1,
        results: [{ oddsId: 2, result: 'won' }],
      });
      const decided = [intents.settle, other];
      expect(afterAll('bola', 400, intents.settle, intents.confirm)?.confirmed).toBeUndefined();
      expect(afterAll('bola', 400, ...decided, intents.confirm)?.confirmed).toBeDefined();
      expect(afterAll(ada, 400, ...decided, intents.confirm)?.confirmed).toBeUndefined();
      const again = afterAll('bola', 400, ...decided, intents.confirm, intents.reopen);
      expect(again?.confirmed).toBeUndefined();
    });
  });

  test('is no copy of a tip that nobody knows', () => {
    const [tip] = after(post(['300'], { copiedFrom: 'unknown' }), 0).tips.values();
    expect(tip?.copiedFrom).toBeUndefined();
  });

  test('has the exact product of what counts, and none while a leg is unpriced', () => {
    const leg = (odd: number, result: 'pending' | 'void' = 'pending') => ({ odd, result });
    expect(figuresOf([leg(1.1), leg(1.1)]).totalOdds).toBe(1.21);
    expect(figuresOf([leg(3), leg(0)]).totalOdds).toBe(0);
    expect(figuresOf([leg(3), leg(0, 'void')]).totalOdds).toBe(3);
  });
});

describe('what is against an ask', () => {
  const hour = 60 * 60 * 1000;
  const [tipId, kickOff] = ['0195a000-0000-7000-8000-000000000001', 10 * hour];

  /** Reasons against a request of Chi, for a tip that Ada posted an hour before its game. */
  const against = (
    intent: Intent,
    arrivedAt: number,
    who: Partial<Refused> = {},
    done: { at: number; intent: Intent }[] = [],
  ) => {
    const due = nothingDue({ timed: true });
    for (const id of [ada, 'bola']) due.members.set(id, memberAtFirst(id));
    const season = { kickOff: () => kickOff, result: () => undefined };
    const posted = toIntent('tip.post', slip);
    apply(due, { memberId: ada, key: tipId, intent: posted, arrivedAt: kickOff - hour }, season);
    for (const one of done) {
      apply(
        due,
        { memberId: 'chi', key: 'at the desk', intent: one.intent, arrivedAt: one.at },
        season,
      );
    }
    const known = {
      ...season,
      version: () => 3,
      isAdministrator: (id: string) => id === 'chi',
      mayBeUnverified: () => false,
    };
    return reasonsAgainst(
      due,
      { memberId: ada, key: 'key', intent, arrivedAt, version: undefined, ...who },
      known,
    );
  };
  const slip = {
    id: tipId,
    tipsterName: 'Ada',
    options: [
      {
        fixtureId: 'one',
        game: 'A Vs B',
        group: '1X2',
        oddName: '1X2 - 1',
        odd: 2,
        startDateOfGame: new Date(kickOff).toISOString(),
      },
    ],
    stake: 1,
    ifStarted: 'drop' as const,
  };
  const slipOn = (oddName: string) => ({
    ...slip,
    options: slip.options.map((leg) => ({ ...leg, oddName })),
  });
  const decision = (result: 'won' | 'void', reason?: string) =>
    toIntent('leg.settle', {
      tipId,
      legs: [],
      change: { fixtureId: 'one', game: 'A Vs B', result, ...(reason && { reason }) },
    });

  test('is nothing where a tipster is followed', () => {
    const follow = toIntent('follow.set', { tipsterId: 'bola', following: true });
    expect(against(follow, kickOff)).toEqual([]);
  });

  test.each([
    { arrivedAt: kickOff - 1, reasons: [] },
    { arrivedAt: kickOff, reasons: ['fixture-started'] },
  ])('is a kick-off, from $arrivedAt on', ({ arrivedAt, reasons }) => {
    expect(against(toIntent('tip.post', slipOn('1X2 - X')), arrivedAt)).toEqual(reasons);
  });

  test('is an open tip of the same member on the same options, until it is taken back', () => {
    const repeat = toIntent('tip.post', { ...slip, id: 'another', stake: 3 });
    const withdrawal = { at: kickOff - hour, intent: toIntent('tip.withdraw', { tipId }) };
    expect(against(repeat, kickOff - 1)).toEqual(['already-tipped']);
    expect(against(repeat, kickOff - 1, { memberId: 'bola' })).toEqual([]);
    expect(against(repeat, kickOff - 1, {}, [withdrawal])).toEqual([]);
  });

  test('is the time since a post that is taken back', () => {
    const withdrawal = toIntent('tip.withdraw', { tipId });
    expect(against(withdrawal, kickOff - hour + 120_000)).toEqual([]);
    expect(against(withdrawal, kickOff - hour + 120_001)).toEqual(['too-late-to-withdraw']);
  });

  test('is another version than the one that was seen', () => {
    const booking = toIntent('tip.book', { tipId });
    expect(against(booking, 0, { version: 3 })).toEqual([]);
    expect(against(booking, 0, { version: 2 })).toEqual(['stale-version']);
  });

  test('is that a tip is nobody else’s to book, nor one’s own to price', () => {
    const booking = toIntent('tip.book', { tipId });
    expect(against(booking, 0, { memberId: 'bola' })).toEqual(['not-found']);
    const confirmation = toIntent('tip.confirm', { tipId });
    expect(against(confirmation, 0)).toEqual(['not-allowed', 'own-tip', 'legs-undecided']);
  });

  test('is a confirmation, though it was taken back while the request was on its way', () => {
    const done = [
      { at: 10, intent: toIntent('tip.confirm', { tipId }) },
      { at: 20, intent: toIntent('tips.reopen', { ids: [tipId] }) },
    ];
    const refused = (sentAt: number) =>
      against(decision('void', 'as seen'), 30, { memberId: 'chi', sentAt }, done);
    expect(refused(19)).toEqual(['already-confirmed']);
    expect(refused(21)).toEqual([]);
  });

  test('is another version of a fixture, or a price that somebody else has set', () => {
    const chi = { memberId: 'chi' };
    const fixture = { fixtureId: 'one', game: 'A Vs B' };
    const settle = toIntent('fixture.settle', {
      ...fixture,
      version: 2,
      results: [{ oddsId: 1, result: 'void', reason: 'Off' }],
    });
    expect(against(settle, 0, { ...chi, version: 3 })).toEqual([]);
    expect(against(settle, 0, { ...chi, version: 2 })).toEqual(['stale-version']);

    const price = (seen: number) =>
      toIntent('prices.set', { ...fixture, prices: [{ oddsId: 1, odd: 7, seen }] });
    expect(against(price(1.85), 0, chi)).toEqual([]);
    expect(against(price(2), 0, chi)).toEqual(['stale-version']);
  });

  test('is the whistle that has not gone, and a void that nobody explains', () => {
    const chi = { memberId: 'chi' };
    const whistle = kickOff + 1.5 * hour;
    expect(against(decision('won'), whistle - 1, chi)).toEqual(['too-early-to-decide']);
    expect(against(decision('won'), whistle, chi)).toEqual([]);
    expect(against(decision('void'), 0, chi)).toEqual(['decision-needs-reason']);
    expect(against(decision('void', 'as seen'), 0, chi)).toEqual([]);
  });
});

test('a difference names the field, what is there and what was asked', () => {
  const found = { legs: [{ odd: 2, result: 'won' }], stake: 1 };
  expect(differences({ legs: [{ odd: 3 }], stake: 1, analysis: undefined }, found)).toEqual([
    'legs[0].odd is 2 for 3',
  ]);
});

function joinedOf(earlier: Intent, later: Intent): Intent {
  const both = joined(earlier, later);
  if (both === undefined || both === 'nothing') throw new Error('They are not joined.');
  return both;
}

function pricesIn(intent: ReturnType<typeof joined>) {
  if (intent === undefined || intent === 'nothing' || intent.kind !== 'odds.set') return undefined;
  return intent.payload.changes.map(({ fixtureId, odd }) => [fixtureId, odd]);
}
