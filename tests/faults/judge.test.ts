import { expect, test } from 'vitest';

import { differences } from './contents/differences.ts';
import { isDoneAlready } from './contents/done-already.ts';
import { figuresOf, memberAtFirst, nothingDue } from './contents/due.ts';
import { applyIntent } from './contents/kinds.ts';
import { type Intent, toIntent } from './contents/intents.ts';
import { type Refused, reasonsAgainst } from './contents/reasons.ts';
import type { AcceptedIntent } from './contents/rows-due.ts';
import { isTokenCheck, recordRefusedRead } from './model/checks/sessions.ts';
import { needPerson } from './model/checks/stuck.ts';
import type { Sent } from './world/network.ts';
import type { StoredRow } from './world/reading.ts';

// The planted bugs show what the checks detect, and the seeds show that correct code passes. These
// tests cover the limits of the rules, because a check that is too lenient would pass both.

const hour = 60 * 60 * 1000;
const windowMs = 120_000;
const tipId = '0195a000-0000-7000-8000-000000000001';
const about = { fixtureId: 'one', game: 'A Vs B' };
const option = { ...about, group: '1X2', oddName: '1X2 - 1', odd: 2, startDateOfGame: '' };
const slip = { id: tipId, tipsterName: 'Ada', options: [option], stake: 1 };

const postOf = (oddName: string, id = 'another') => {
  const options = [{ ...option, oddName }];
  return toIntent('tip.post', { ...slip, id, options, ifStarted: 'drop' });
};
const post = postOf('1X2 - 1', tipId);
const booking = toIntent('tip.book', { tipId });
const withdrawal = toIntent('tip.withdraw', { tipId });

type Result = { result: 'won' | 'lost' | 'void' | 'pending'; reason?: string; act?: string };
const settle = (version: number, result: Result) =>
  toIntent('fixture.settle', { ...about, version, results: [{ oddsId: 1, ...result }] });
const correct = (result: 'lost' | 'void', known: { over?: true } = {}) => {
  const results = [{ oddsId: 1, result, ...known }];
  return toIntent('fixture.correct', { ...about, version: 3, results, reason: 'As seen' });
};
const price = (odd: number, seen: number) =>
  toIntent('prices.set', { ...about, prices: [{ oddsId: 1, odd, seen }] });
const decide = (result: 'won' | 'void', reason?: string) => {
  const change = { ...about, result, ...(reason !== undefined && { reason }) };
  return toIntent('leg.settle', { tipId, legs: [], change });
};
const asSeen = decide('void', 'As seen');

/** The only game kicks off at 0, has no result, and is in its third version. */
const season = { kickOff: () => 0, result: () => undefined, version: () => 3 };

type Accepted = Pick<AcceptedIntent, 'memberId' | 'intent'> & { at: number };

/** The expected rows after Ada's tip, posted an hour before its game, and these requests. */
function dueAfter(...later: Accepted[]) {
  const due = nothingDue({ timed: true });
  for (const id of ['ada', 'bola', 'chi']) due.members.set(id, memberAtFirst(id));
  const posted = { memberId: 'ada', intent: post, at: -hour };
  for (const { at, ...each } of [posted, ...later]) {
    applyIntent(due, { ...each, key: tipId, arrivedAt: at }, season);
  }
  return due;
}

const by = (memberId: string, at: number, intent: Intent): Accepted => ({ memberId, intent, at });
const decision = by('chi', 2 * hour, decide('won'));
const confirmation = by('chi', 2 * hour + 1, toIntent('tips.confirm', { ids: [tipId] }));
const reopening = by('chi', 2 * hour + 2, toIntent('tips.reopen', { ids: [tipId] }));
const undone = [decision, confirmation, reopening];
const corrected = [decision, confirmation, by('bola', 3 * hour, correct('lost'))];

const ada = (arrivedAt: number) => ({ memberId: 'ada', arrivedAt });
const bola = (arrivedAt: number) => ({ memberId: 'bola', arrivedAt });
const chi = (arrivedAt: number) => ({ memberId: 'chi', arrivedAt });
/** Values of a request by Chi, after all others, that names this version. */
const withVersion = (version: number) => ({ ...chi(4 * hour), version });
const sentAt = (ms: number) => ({ ...chi(4 * hour), sentAt: ms });
type RefusedValues = Pick<Refused, 'memberId' | 'arrivedAt'> & Partial<Refused>;

test.each<[string, Intent, RefusedValues, string[], Accepted[]?]>([
  ['a follow', toIntent('follow.set', { tipsterId: 'bola', following: true }), ada(0), []],
  ['a post just before the kick-off', postOf('1X2 - X'), ada(-1), []],
  ['a post at the kick-off', postOf('1X2 - X'), ada(0), ['fixture-started']],
  ['a repeated post', post, ada(-1), ['already-tipped']],
  ['an equal post of another member', post, bola(-1), []],
  ['a booking just before the kick-off', booking, ada(-1), []],
  ['a booking at the kick-off', booking, ada(0), ['tip-expired']],
  ['a booking of another member’s tip', booking, bola(-1), ['not-found']],
  ['a booking of the current version', booking, { ...ada(-1), version: 3 }, []],
  ['a booking of an old version', booking, { ...ada(-1), version: 2 }, ['stale-version']],
  ['a withdrawal at the end of its window', withdrawal, ada(windowMs - hour), []],
  ['a late withdrawal', withdrawal, ada(windowMs - hour + 1), ['too-late-to-withdraw']],
  ['a decision before the whistle', decide('won'), chi(1.5 * hour - 1), ['too-early-to-decide']],
  ['a decision at the whistle', decide('won'), chi(1.5 * hour), []],
  ['a decision of a member', decide('won'), bola(2 * hour), ['not-allowed']],
  ['a void without a reason', decide('void'), chi(0), ['decision-needs-reason']],
  ['a void with a reason', asSeen, chi(0), []],
  ['a price instead of the seen one', price(7, 1.85), chi(-1), []],
  ['a price instead of another one', price(7, 2), chi(-1), ['stale-version']],
  ['a price without a reason at the kick-off', price(7, 1.85), chi(0), ['reason-required']],
  ['a result with the current version', settle(3, { result: 'won' }), withVersion(3), []],
  ['a result with an old version', settle(2, { result: 'won' }), withVersion(2), ['stale-version']],
  ['a void sent before the reopening', asSeen, sentAt(2 * hour + 2), ['already-confirmed'], undone],
  ['a void sent after the reopening', asSeen, sentAt(2 * hour + 3), [], undone],
  ['a correction after another one', correct('void'), withVersion(3), ['stale-version'], corrected],
  [
    'a correction that knows the other one',
    correct('void', { over: true }),
    withVersion(3),
    [],
    corrected,
  ],
])('knows the allowed refusals of %s', (_, intent, refused, reasons, later = []) => {
  const isAdministrator = (id: string) => id === 'chi';
  const known = { ...season, isAdministrator, mayBeUnverified: () => false };
  const all = { key: 'key', intent, version: undefined, ...refused };
  expect(reasonsAgainst(dueAfter(...later), all, known)).toEqual(reasons);
});

test.each([
  { differing: 0, isDone: true },
  { differing: 1, isDone: false },
])(
  'a decision is already done: $isDone, with $differing tickets of an older result',
  ({ differing, isDone }) => {
    const one = { oddsId: 1, tickets: 1, odd: 2, pending: 0, won: 0, lost: 0, void: 1, differing };
    const refusal = { fixture: { version: 3, status: 'played', selections: [one] } };
    expect(isDoneAlready(settle(2, { result: 'void', reason: 'Closed' }), refusal)).toBe(isDone);
  },
);

const won = by('bola', 1, settle(3, { result: 'won', act: 'first' }));
const lost = by('bola', 2, settle(3, { result: 'lost', act: 'second' }));
const undo = (who: string, act: string, at = 3) =>
  by(who, at, settle(3, { result: 'pending', act }));

test.each([
  ['restores the decision before the action', [won, lost, undo('bola', 'second')], 'won'],
  ['changes nothing if another action decided since', [won, lost, undo('bola', 'first')], 'lost'],
  ['keeps the decision of another administrator', [won, undo('chi', 'first')], 'won'],
  ['opens the leg within ten minutes', [won, undo('bola', 'first', 600_001)], 'pending'],
  ['changes nothing after ten minutes', [won, undo('bola', 'first', 600_002)], 'won'],
])('an undo %s', (_, all, result) => {
  expect(dueAfter(...all).tips.get(tipId)?.legs[0]?.result).toBe(result);
});

const leg = (odd: number, result: 'pending' | 'void' = 'pending') => ({ odd, result });

test.each([
  ['the exact product', [leg(1.1), leg(1.1)], 1.21],
  ['0 with an unpriced leg', [leg(3), leg(0)], 0],
  ['the product without void legs', [leg(3), leg(0, 'void')], 3],
])('the total of a tip is %s', (_, legs, total) => {
  expect(figuresOf(legs).totalOdds).toBe(total);
});

test('a difference names the field, the found and the expected value', () => {
  const expected = { legs: [{ odd: 3 }], stake: 1, analysis: undefined, text: undefined };
  const found = { legs: [{ odd: 2, result: 'won' }], stake: 1, text: '' };
  expect(differences(expected, found)).toEqual([
    'legs[0].odd is 2 for 3',
    'text is "" for missing',
  ]);
});

test('a refused operation and the operations that wait for it need their person', () => {
  const rows = new Map<string, StoredRow>();
  const add = (name: string, subjects: string[], state: StoredRow['state'] = 'pending') => {
    const id = { seq: rows.size, id: name, memberId: 'ada', kind: 'tip.book', payload: {} };
    const times = { attempts: 0, nextAt: 0, notBefore: 0, queuedAt: '2026-03-07T12:00:00.000Z' };
    rows.set(name, { ...id, ...times, subjects, state, sentEver: false });
  };
  add('earlier', ['tip:1']);
  add('refused', ['tip:1'], 'rejected');
  add('answered', ['tip:1', 'tip:4'], 'acked');
  add('behind', ['tip:1', 'tip:2']);
  add('behind that', ['tip:2']);
  add('of other tips', ['tip:3', 'tip:4']);

  const needy = [...needPerson([...rows.values()].toReversed())].map(({ id }) => id);
  expect(needy).toEqual(['refused', 'behind', 'behind that']);
});

const sender = { name: 'a tab', isAlive: () => true, isOffline: () => false };
const headers = { authorization: 'Bearer one' };
const batch = { number: 1, sender, headers, method: 'POST', path: '/api/ops', at: 0 };
const check: Sent = { ...batch, body: '[]', key: 'a key of its own', isChange: true };
const read = { ...check, method: 'GET', path: '/api/sync', body: undefined, isChange: false };

test.each<[string, boolean, number, Partial<Sent>]>([
  ['an empty batch with a refused token', true, 401, {}],
  ['an empty batch after an unanswered read', false, 503, {}],
  ['another token', false, 401, { headers: { authorization: 'Bearer two' } }],
  ['a batch with an operation', false, 401, { body: '[{}]' }],
  ['a batch without a key', false, 401, { key: undefined }],
  ['another call', false, 401, { path: '/api/tips' }],
])('%s is a check of the token: %s', (_, isCheck, status, changes) => {
  const device = { refusedCredentials: new Set<string>() };
  recordRefusedRead(device, { sent: read, answer: { status, headers: {}, body: '{}' } });
  expect(isTokenCheck(device, { ...check, ...changes })).toBe(isCheck);
});
