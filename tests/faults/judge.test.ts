import { describe, expect, test } from 'vitest';
import { isTokenCheck, recordRefusedRead } from './model/checks/sessions.ts';
import { needPerson } from './model/checks/stuck.ts';
import { differences } from './contents/differences.ts';
import { isDoneAlready } from './contents/done-already.ts';
import { applyIntent, figuresOf, formFields, memberAtFirst, nothingDue } from './contents/due.ts';
import { areAboutSame, haveAnOrder, type Intent, joined, toIntent } from './contents/intents.ts';
import { type Refused, reasonsAgainst } from './contents/reasons.ts';
import type { AcceptedIntent } from './contents/rows-due.ts';
import { missedTips } from './processes/missed-tips.ts';
import type { Change } from './world/bookkeeping.ts';
import type { Sent } from './world/network.ts';
import type { StoredRow } from './world/reading.ts';

// The planted bugs show what the checks detect, and each seed that they agree with the product. Here
// is where they must not be lenient, which neither shows.

const hour = 60 * 60 * 1000;
const tipId = '0195a000-0000-7000-8000-000000000001';
const about = { fixtureId: 'one', game: 'A Vs B' };
const option = { ...about, group: '1X2', oddName: '1X2 - 1', odd: 2, startDateOfGame: '' };
const slip = { tipsterName: 'Ada', options: [option], stake: 1, ifStarted: 'drop' as const };

const post = toIntent('tip.post', { ...slip, id: tipId });
const booking = toIntent('tip.book', { tipId });
const confirmation = toIntent('tips.confirm', { ids: [tipId] });
const reopening = toIntent('tips.reopen', { ids: [tipId] });
type Settled = { result: 'won' | 'lost' | 'void' | 'pending'; reason?: string; act?: string };
const settle = (version: number, ...results: (Settled & { oddsId?: number })[]) => {
  const all = results.map((each) => ({ oddsId: 1, ...each }));
  return toIntent('fixture.settle', { ...about, version, results: all });
};
const price = (odd: number, seen?: number) => {
  const prices = [{ oddsId: 1, odd, ...(seen !== undefined && { seen }) }];
  return toIntent('prices.set', { ...about, prices });
};
const decide = (result: 'won' | 'void', reason?: string) => {
  const change = { ...about, result, ...(reason !== undefined && { reason }) };
  return toIntent('leg.settle', { tipId, legs: [], change });
};

describe('two requests of which the first was never sent', () => {
  const confirm = (...ids: string[]) => toIntent('tips.confirm', { ids });
  const reopen = (...ids: string[]) => toIntent('tips.reopen', { ids });
  const won = settle(1, { result: 'won', act: 'first' }, { oddsId: 2, result: 'lost' });

  test.each<[string, Intent, Intent, ReturnType<typeof joined>]>([
    ['keep the price seen before both', price(2, 3), price(5, 2), price(5, 3)],
    ['come to nothing', confirm('a', 'b'), reopen('b', 'a'), 'nothing'],
    ['leave the rest of a confirmation', confirm('a', 'b'), reopen('a'), confirm('b')],
    ['stay two if the second names more', confirm('a'), reopen('a', 'c'), undefined],
    ['stay two if another action is undone', won, settle(1, { result: 'pending' }), undefined],
    ['stay two of different kinds', decide('won'), price(2), undefined],
  ])('%s', (_, earlier, later, both) => {
    expect(joined(earlier, later)).toEqual(both);
  });

  test('keep the switches that only the earlier form has', () => {
    const form = { ...formFields(memberAtFirst('Ada')), id: 'ada', email: 'ada@example.org' };
    const earlier = toIntent('profile.save', { ...form, showPhone: true });

    expect(joined(earlier, toIntent('profile.save', { ...form, state: 'Oyo' }))).toMatchObject({
      payload: { state: 'Oyo', showPhone: true },
    });
  });

  test.each<[Intent, Intent, boolean]>([
    [confirm('a', 'b'), reopen('b', 'c'), true],
    [confirm('a', 'b'), reopen('c'), false],
  ])('are about the same ticket or not', (one, other, is) => {
    expect(areAboutSame(one, other)).toBe(is);
  });

  const odds = toIntent('odds.set', { tipId, legs: [], changes: [{ ...about, odd: 2 }] });
  test.each<[Intent, Intent, boolean]>([
    [won, confirm('a'), true],
    [toIntent('tip.confirm', { tipId }), won, true],
    [reopening, odds, true],
    [odds, confirm('another'), false],
    [odds, toIntent('prices.set', { ...about, fixtureId: 'two', prices: [] }), false],
  ])('have an order or not', (one, other, is) => {
    expect(haveAnOrder(one, other)).toBe(is);
  });
});

const season = { kickOff: () => 0, result: () => undefined, version: () => 3 };

/** A tip of Ada's, posted an hour before its game, after requests of others. */
function dueAfter(...all: (Pick<AcceptedIntent, 'memberId' | 'intent'> & { at: number })[]) {
  const due = nothingDue({ timed: true });
  for (const id of ['ada', 'bola', 'chi']) due.members.set(id, memberAtFirst(id));
  const posted = { memberId: 'ada', intent: post, at: -hour };
  for (const { at, ...each } of [posted, ...all]) {
    applyIntent(due, { ...each, key: tipId, arrivedAt: at }, season);
  }
  return due;
}

describe('an undo', () => {
  const won = { memberId: 'bola', intent: settle(3, { result: 'won', act: 'first' }), at: 1 };
  const lost = { memberId: 'bola', intent: settle(3, { result: 'lost', act: 'second' }), at: 2 };
  const undo = (memberId: string, act: string) => {
    return { memberId, intent: settle(3, { result: 'pending', act }), at: 3 };
  };

  test.each([
    ['restores the decision before the action', [won, lost, undo('bola', 'second')], 'won'],
    ['changes nothing if another action decided since', [won, lost, undo('bola', 'first')], 'lost'],
    ['changes nothing of another administrator', [won, undo('chi', 'first')], 'won'],
  ])('%s', (_, all, result) => {
    expect(dueAfter(...all).tips.get(tipId)?.legs[0]?.result).toBe(result);
  });
});

test('the total is the exact product of what counts, and nothing while a leg is unpriced', () => {
  const leg = (odd: number, result: 'pending' | 'void' = 'pending') => ({ odd, result });
  expect(figuresOf([leg(1.1), leg(1.1)]).totalOdds).toBe(1.21);
  expect(figuresOf([leg(3), leg(0)]).totalOdds).toBe(0);
  expect(figuresOf([leg(3), leg(0, 'void')]).totalOdds).toBe(3);
});

describe('a refusal', () => {
  const confirmed = { memberId: 'chi', intent: confirmation, at: 2 * hour + 1 };
  const decided = { memberId: 'chi', intent: decide('won'), at: 2 * hour };
  const reopened = { memberId: 'chi', intent: reopening, at: 2 * hour + 2 };

  test.each<[string, Intent, Partial<Refused>, string[], ReturnType<typeof dueAfter>?]>([
    ['of a follow', toIntent('follow.set', { tipsterId: 'bola', following: true }), {}, []],
    ['just before the kick-off', toIntent('tip.post', slipOn('1X2 - X')), { arrivedAt: -1 }, []],
    ['at the kick-off', toIntent('tip.post', slipOn('1X2 - X')), {}, ['fixture-started']],
    ['of a repeat', post, { arrivedAt: -1 }, ['already-tipped']],
    ['of another’s equal tip', post, { arrivedAt: -1, memberId: 'bola' }, []],
    ['of a withdrawal', toIntent('tip.withdraw', { tipId }), { arrivedAt: 120_000 - hour }, []],
    ['of the version that was seen', booking, { arrivedAt: -1, version: 3 }, []],
    ['of another version', booking, { arrivedAt: -1, version: 2 }, ['stale-version']],
    ['of another’s booking', booking, { arrivedAt: -1, memberId: 'bola' }, ['not-found']],
    [
      'before the whistle',
      decide('won'),
      { arrivedAt: 1.5 * hour - 1, ...chi() },
      ['too-early-to-decide'],
    ],
    ['at the whistle', decide('won'), { arrivedAt: 1.5 * hour, ...chi() }, []],
    ['of a void', decide('void'), chi(), ['decision-needs-reason']],
    ['of a void with a reason', decide('void', 'as seen'), chi(), []],
    ['of the price that was seen', price(7, 1.85), { arrivedAt: -1, ...chi() }, []],
    ['of another price', price(7, 2), { arrivedAt: -1, ...chi() }, ['stale-version']],
    [
      'of the current result',
      settle(3, { result: 'void', reason: 'Off' }),
      { version: 3, ...chi() },
      [],
    ],
    [
      'during a confirmation that is undone',
      decide('void', 'as seen'),
      { arrivedAt: 2 * hour + 3, sentAt: 2 * hour + 2, ...chi() },
      ['already-confirmed'],
      dueAfter(decided, confirmed, reopened),
    ],
    [
      'after a confirmation was undone',
      decide('void', 'as seen'),
      { arrivedAt: 2 * hour + 4, sentAt: 2 * hour + 3, ...chi() },
      [],
      dueAfter(decided, confirmed, reopened),
    ],
  ])('%s has these reasons', (_, intent, refused, reasons, due = dueAfter()) => {
    const known = {
      ...season,
      isAdministrator: (id: string) => id === 'chi',
      mayBeUnverified: () => false,
    };
    const all = {
      memberId: 'ada',
      key: 'key',
      intent,
      arrivedAt: 0,
      version: undefined,
      ...refused,
    };
    expect(reasonsAgainst(due, all, known)).toEqual(reasons);
  });

  function chi() {
    return { memberId: 'chi' };
  }

  function slipOn(oddName: string) {
    return { ...slip, id: 'another', options: [{ ...option, oddName }] };
  }

  test('shows a decision as made already only if the newest result does not differ', () => {
    const one = { oddsId: 1, tickets: 1, odd: 2, pending: 0, won: 0, lost: 0, void: 1 };
    const refusal = (differing: number) => ({
      fixture: { version: 3, status: 'played', selections: [{ ...one, differing }] },
    });
    const closed = settle(2, { result: 'void', reason: 'Closed' });
    expect(isDoneAlready(closed, refusal(0))).toBe(true);
    expect(isDoneAlready(closed, refusal(1))).toBe(false);
  });
});

test('a difference names the field, what is there and what was asked', () => {
  const found = { legs: [{ odd: 2, result: 'won' }], stake: 1 };
  expect(differences({ legs: [{ odd: 3 }], stake: 1, analysis: undefined }, found)).toEqual([
    'legs[0].odd is 2 for 3',
  ]);
});

describe('an operation that needs its person', () => {
  const aRow = (seq: number, changes: Partial<StoredRow> = {}): StoredRow => ({
    seq,
    id: `row ${seq}`,
    memberId: 'ada',
    kind: 'tip.book',
    lane: 'tip:1',
    deps: [],
    payload: {},
    state: 'pending',
    attempts: 0,
    nextAt: 0,
    notBefore: 0,
    queuedAt: '2026-03-07T12:00:00.000Z',
    sentEver: false,
    ...changes,
  });

  test('is a refused one, and every one that waits for it', () => {
    const early = aRow(1, { lane: 'tip:2', deps: ['row 3'] });
    const refused = aRow(2, { state: 'rejected' });
    const behind = aRow(3);
    const other = aRow(4, { lane: 'tip:3' });
    expect(needPerson([early, refused, behind, other])).toEqual(new Set([refused, behind, early]));
  });
});

describe('an empty batch', () => {
  const sent = (changes: Partial<Sent>): Sent => ({
    number: 1,
    sender: { name: 'a tab', isAlive: () => true, isOffline: () => false },
    method: 'POST',
    path: '/api/ops',
    headers: { authorization: 'Bearer one' },
    body: '[]',
    key: 'a key of its own',
    isChange: true,
    at: 0,
    ...changes,
  });
  const read = sent({ method: 'GET', path: '/api/sync', body: undefined, isChange: false });

  test.each<[string, number, Partial<Sent>, boolean]>([
    ['a refused token', 401, {}, true],
    ['a token of an unanswered read', 503, {}, false],
    ['another token', 401, { headers: { authorization: 'Bearer two' } }, false],
    ['a batch with an operation', 401, { body: '[{}]' }, false],
    ['a batch without a key', 401, { key: undefined }, false],
    ['another call', 401, { path: '/api/tips' }, false],
  ])('checks a token or not: %s', (_, status, changes, is) => {
    const device = { refusedCredentials: new Set<string>() };
    recordRefusedRead(device, { sent: read, answer: { status, headers: {}, body: '{}' } });
    expect(isTokenCheck(device, sent(changes))).toBe(is);
  });
});

describe('a tip that a desk operation did not change', () => {
  const nothing = {
    id: 1,
    tx: '1',
    member: null,
    status: null,
    code: null,
    version: null,
    becomes: null,
  };
  const posted = (subject: string, committed: number): Change => {
    return { ...nothing, what: 'posted', subject, began: committed - 5, committed };
  };
  /** A transaction of a desk operation: its begin, and the tips that it changed. */
  const part = (began: number, ...changed: string[]): Change[] => {
    const legs = changed.map((subject) => ({ what: 'leg', subject }));
    const all = [...legs, { what: 'answered', subject: 'key' }];
    return all.map((one) => ({ ...nothing, ...one, began, committed: began + 20 }));
  };

  test.each([
    ['posted before', [part(1000, 'b')], [posted('a', 500)], []],
    ['posted meanwhile', [part(1000, 'b')], [posted('a', 1010)], ['a']],
    ['changed after all', [part(1000, 'a')], [posted('a', 1010)], []],
    ['posted meanwhile, without any change', [part(1000)], [posted('a', 1010)], ['a']],
    [
      'posted before the last batch, which looks behind the earlier ones',
      [part(1000, 'b'), part(5000, 'd')],
      [posted('c', 2000), posted('a', 2000)],
      ['a'],
    ],
  ])('may have been missed or not: %s', (_, parts, posts, missed) => {
    expect([...missedTips(parts, posts)]).toEqual(missed);
  });
});
