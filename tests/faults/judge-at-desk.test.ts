import { describe, expect, test } from 'vitest';
import {
  areAboutSame,
  type Intent,
  toIntent,
  haveAnOrder,
  joined,
  undoes,
} from './contents/intents.ts';
import { memberAtFirst, nothingDue, applyIntent } from './contents/due.ts';
import { isUndecidedNow } from './contents/rows-due.ts';

const minute = 60 * 1000;
const hour = 60 * minute;
const tipId = '0195a000-0000-7000-8000-000000000003';
const about = { fixtureId: 'one', game: 'A Vs B' };

type Result = { result: 'won' | 'lost' | 'pending'; act?: string; ifPending?: true };

const settled = (result: Result): Intent =>
  toIntent('fixture.settle', { ...about, version: 1, results: [{ oddsId: 1, ...result }] });

/** A leg of Ada’s after requests of others, each a number of minutes after its game. */
function legAfter(...all: readonly (readonly [memberId: string, ask: Intent, minutes: number])[]) {
  const due = nothingDue({ timed: true });
  for (const id of ['ada', 'bola', 'chi']) due.members.set(id, memberAtFirst(id));
  const season = { kickOff: () => 0, result: () => undefined, version: () => 1 };
  const taking = (memberId: string, intent: Intent, arrivedAt: number) =>
    applyIntent(due, { memberId, key: 'key', intent, arrivedAt }, season);
  const option = { ...about, group: '1X2', oddName: '1X2 - 1', odd: 2, startDateOfGame: '' };
  const slip = { id: tipId, tipsterName: 'Ada', options: [option], stake: 1 };
  taking('ada', toIntent('tip.post', { ...slip, ifStarted: 'refuse' }), -hour);
  for (const [memberId, intent, minutes] of all)
    taking(memberId, intent, 2 * hour + minutes * minute);
  return due.tips.get(tipId)?.legs[0];
}

describe('an act at the desk that is taken back', () => {
  const won = settled({ result: 'won', act: 'first' });
  const lost = settled({ result: 'lost', act: 'second' });
  const undo = (act?: string) => settled({ result: 'pending', ...(act !== undefined && { act }) });

  test('leaves what the same person decided in an act before it', () => {
    expect(
      legAfter(['bola', won, 0], ['bola', lost, 1], ['bola', undo('second'), 2]),
    ).toMatchObject({ result: 'won', decision: { by: 'bola', act: 'first' } });
    expect(legAfter(['bola', won, 0], ['bola', lost, 1], ['bola', undo(), 2])?.result).toBe(
      'pending',
    );
  });

  test('changes nothing where another act decided the leg since', () => {
    const leg = legAfter(['bola', won, 0], ['bola', lost, 1], ['bola', undo('first'), 2]);
    expect(leg).toMatchObject({ result: 'lost', decision: { act: 'second' } });
  });

  test('changes nothing of what was decided one by one, nor by somebody else', () => {
    expect(
      legAfter(['bola', settled({ result: 'won' }), 0], ['bola', undo('first'), 1]),
    ).toMatchObject({ result: 'won' });
    expect(legAfter(['bola', won, 0], ['chi', undo('first'), 1])).toMatchObject({ result: 'won' });
  });

  test('lets a correction be told again that it stood on', () => {
    const confirm = toIntent('tips.confirm', { ids: [tipId] });
    const reopen = toIntent('tips.reopen', { ids: [tipId] });
    const results = [{ oddsId: 1, result: 'lost' as const }];
    const correct = toIntent('fixture.correct', {
      ...about,
      version: 1,
      results,
      reason: 'Offside',
    });
    const again = settled({ result: 'won', act: 'again' });
    const before = [
      ['bola', won, 0],
      ['bola', confirm, 1],
      ['bola', correct, 2],
      ['bola', reopen, 3],
    ] as const;

    expect(legAfter(...before, ['bola', again, 4])?.corrected).toBeUndefined();
    expect(legAfter(...before, ['bola', again, 4], ['bola', undo('again'), 5])).toMatchObject({
      result: 'lost',
      corrected: { result: 'won', reason: 'Offside' },
    });
  });
});

describe('what is said at the desk of the rest alone', () => {
  test('counts as undecided what an earlier result of the game decided', () => {
    const leg = legAfter(['chi', settled({ result: 'won' }), 0]);
    const at = (version: number) => ({
      kickOff: () => 0,
      result: () => undefined,
      version: () => version,
    });
    expect(leg && isUndecidedNow(leg, at(1))).toBe(false);
    expect(leg && isUndecidedNow(leg, at(2))).toBe(true);
  });

  test('decides no leg that is decided, whatever the reason', () => {
    const rest = settled({ result: 'lost', ifPending: true });
    expect(legAfter(['bola', rest, 0])).toMatchObject({ result: 'lost' });
    expect(legAfter(['chi', settled({ result: 'won' }), 0], ['bola', rest, 1])).toMatchObject({
      result: 'won',
      decision: { by: 'chi' },
    });
  });

  test('prices no leg that has a price', () => {
    const price = (more: object) =>
      toIntent('prices.set', { ...about, prices: [{ oddsId: 1, odd: 7, ...more }] });
    expect(legAfter(['bola', price({ ifUnpriced: true }), 0])).toMatchObject({ odd: 1.85 });
    expect(legAfter(['bola', price({}), 0])).toMatchObject({ odd: 7 });
  });
});

test('tickets that are confirmed or opened again are about the same where one is among both', () => {
  const confirm = toIntent('tips.confirm', { ids: ['a', 'b'] });
  expect(areAboutSame(confirm, toIntent('tips.reopen', { ids: ['b', 'c'] }))).toBe(true);
  expect(areAboutSame(confirm, toIntent('tips.reopen', { ids: ['c'] }))).toBe(false);
  expect(areAboutSame(settled({ result: 'won' }), settled({ result: 'lost' }))).toBe(true);
});

test('a change of one ticket has an order with what is done to it with others, and to its games', () => {
  const change = { ...about, odd: 2 };
  const seen = { ...about, group: '1X2', oddName: '1X2 - 1', odd: 2, startDateOfGame: '' };
  const legs = [{ ...seen, result: 'pending' as const, status: false }];
  const priced = toIntent('odds.set', { tipId, legs, changes: [change] });
  expect(haveAnOrder(toIntent('tips.reopen', { ids: [tipId] }), priced)).toBe(true);
  expect(haveAnOrder(priced, toIntent('tips.confirm', { ids: ['another'] }))).toBe(false);
  expect(haveAnOrder(priced, settled({ result: 'won' }))).toBe(true);
  const elsewhere = toIntent('prices.set', { ...about, fixtureId: 'two', prices: [] });
  expect(haveAnOrder(priced, elsewhere)).toBe(false);
});

test('what was refused is taken back whatever result was seen since, and the rest is left of it', () => {
  const decided = toIntent('fixture.settle', {
    ...about,
    version: 1,
    results: [
      { oddsId: 1, result: 'won', act: 'first' },
      { oddsId: 2, result: 'lost', act: 'first' },
    ],
  });
  const results = [{ oddsId: 1, result: 'pending' as const, act: 'first' }];
  const undo = toIntent('fixture.settle', { ...about, version: 2, results });
  const rest = { version: 1, results: [{ oddsId: 2, result: 'lost' }] };
  expect(undoes(undo, decided)).toBe(true);
  expect(undoes(settled({ result: 'won' }), decided)).toBe(false);
  expect(joined(decided, undo)).toMatchObject({ payload: rest });
});
