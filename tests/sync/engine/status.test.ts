import { describe, expect, test } from 'vitest';
import { appBadgeCount, showAppBadge } from '#sync/app-badge.ts';
import {
  chipStatusOf,
  displayStateOf,
  computeDisplayStates,
  divideOperationsByProblem,
  findObstacles,
} from '#sync/status.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { row } from '../../testing/engine/samples.ts';

const rows = (...states: Partial<OperationRow>[]) =>
  states.map((values, index) => row({ seq: index + 1, ...values }));

const refused = { state: 'rejected' } as const;
const paused = { state: 'blocked', blockedBy: 'auth' } as const;
const unverified = { state: 'blocked', blockedBy: 'unverified' } as const;
const outdated = { state: 'blocked', blockedBy: 'update' } as const;
const sending = { state: 'sending' } as const;
const done = { state: 'acked' } as const;

describe('an operation', () => {
  test.each([
    { values: { state: 'pending' }, deviceState: 'saved' },
    { values: { state: 'sending' }, deviceState: 'sending' },
    { values: { state: 'unknown', attempts: 7 }, deviceState: 'unknown' },
    { values: { state: 'unknown', attempts: 8 }, deviceState: 'needs-you' },
    { values: { state: 'pending', attempts: 8 }, deviceState: 'needs-you' },
    {
      values: { state: 'unknown', attempts: 8, problem: { code: 'unreachable', message: '' } },
      deviceState: 'unknown',
    },
    {
      values: { state: 'unknown', attempts: 8, problem: { code: 'not-understood', message: '' } },
      deviceState: 'needs-you',
    },
    { values: { state: 'blocked', blockedBy: 'auth' }, deviceState: 'blocked' },
    { values: { state: 'blocked', blockedBy: 'unverified' }, deviceState: 'blocked' },
    { values: { state: 'blocked', blockedBy: 'person' }, deviceState: 'needs-you' },
    { values: { state: 'conflict' }, deviceState: 'needs-you' },
    { values: { state: 'rejected' }, deviceState: 'needs-you' },
    { values: { state: 'unreadable' }, deviceState: 'needs-you' },
    { values: { state: 'acked' }, deviceState: undefined },
  ] satisfies { values: Partial<OperationRow>; deviceState: unknown }[])(
    '$values.state $values.blockedBy $values.problem.code after $values.attempts tries is $deviceState',
    ({ values, deviceState }) => {
      expect(displayStateOf(row(values))).toBe(deviceState);
    },
  );
});

describe('operations that wait for another one', () => {
  const obstacle = row({ seq: 1, state: 'rejected' });

  test.each([
    { why: 'it has the same subject', values: {} },
    { why: 'it shares one subject', values: { subjects: ['tip:2', ...obstacle.subjects] } },
  ])('have the state waits: $why', ({ values }) => {
    const waiting = row({ seq: 2, ...values });

    expect(findObstacles([waiting, obstacle]).get(waiting.id)).toBe(obstacle);
    expect([...computeDisplayStates([obstacle, waiting]).values()]).toEqual(['needs-you', 'waits']);
  });

  test('name the operation that needs the person, in a queue of any length', () => {
    const second = row({ seq: 2, subjects: ['tip:2', ...obstacle.subjects] });
    const third = row({ seq: 3, subjects: ['tip:2'] });

    expect(findObstacles([obstacle, second, third]).get(third.id)).toBe(obstacle);
  });

  test('are shown as usual if the other one needs nobody', () => {
    const states = computeDisplayStates(rows({ state: 'sending' }, {}, { state: 'unknown' }));

    expect([...states.values()]).toEqual(['sending', 'saved', 'unknown']);
  });

  test('do not count in the chip beside the operation that needs the person', () => {
    const waiting = row({ seq: 2, attempts: 9 });

    expect(chipStatusOf([obstacle, waiting], 'online', 'signed-in')).toEqual({
      kind: 'needs-you',
      count: 1,
    });
  });
});

describe('what is pending', () => {
  test('counts as a problem if it needs the person, and otherwise as saved', () => {
    const [first, behind, old, waiting, last] = rows(
      refused,
      {},
      { subjects: ['tip:2'], ...outdated },
      { subjects: ['tip:3'], ...paused },
      { subjects: ['tip:4'], ...done },
    );

    expect(
      divideOperationsByProblem([first, behind, old, waiting, last].flatMap((row) => row ?? [])),
    ).toEqual({
      problems: [first, old],
      saved: [behind, waiting],
    });
  });
});

describe('the chip', () => {
  test.each([
    { outbox: [], reach: 'online', kind: 'up-to-date', count: 0 },
    { outbox: [], reach: 'unknown', login: 'none', kind: 'all-sent', count: 0 },
    { outbox: [], reach: 'offline', kind: 'offline', count: 0 },
    { outbox: [done], reach: 'online', kind: 'up-to-date', count: 0 },
    { outbox: [{}, {}, done], reach: 'online', kind: 'saved', count: 2 },
    { outbox: [{}], reach: 'offline', kind: 'offline', count: 1 },
    { outbox: [{}, sending], reach: 'online', kind: 'sending', count: 2 },
    { outbox: [sending, {}], reach: 'offline', kind: 'offline', count: 2 },
    { outbox: [unverified, {}], reach: 'online', kind: 'verify-email', count: 1 },
    { outbox: [paused, unverified], reach: 'online', kind: 'sign-in', count: 2 },
    { outbox: [], reach: 'online', login: 'refused', kind: 'sign-in', count: 0 },
    { outbox: [refused, paused], reach: 'offline', login: 'refused', kind: 'needs-you', count: 1 },
    { outbox: [outdated], reach: 'online', kind: 'needs-you', count: 1 },
  ] as const)('shows $kind ($count) with $outbox, $reach', (expected) => {
    const { outbox, reach, kind, count } = expected;
    const login = 'login' in expected ? expected.login : 'signed-in';

    expect(chipStatusOf(rows(...outbox), reach, login)).toEqual({ kind, count });
  });
});

describe('the number on the app’s icon', () => {
  test.each([
    { what: 'nothing is pending', outbox: [], number: 0 },
    { what: 'an operation waits for a connection', outbox: [{}], number: 0 },
    {
      what: 'operations were refused',
      outbox: [
        refused,
        { subjects: ['tip:2'] },
        { subjects: ['tip:3'], state: 'conflict' as const },
      ],
      number: 2,
    },
    { what: 'the login has ended', outbox: [paused], number: 1 },
    { what: 'the email is not verified', outbox: [unverified], number: 1 },
  ])('is $number if $what', ({ outbox, number }) => {
    expect(appBadgeCount(rows(...outbox))).toBe(number);
  });

  test('is set, cleared for 0, and ignored if the browser has no badge or refuses it', async () => {
    const calls: (number | 'none')[] = [];
    const holder = {
      setAppBadge: async (count: number) => void calls.push(count),
      clearAppBadge: async () => void calls.push('none'),
    };
    const refuses = async () => Promise.reject(new Error('Not installed.'));

    await showAppBadge(holder, 3);
    await showAppBadge(holder, 0);

    expect(calls).toEqual([3, 'none']);
    await expect(showAppBadge({}, 1)).resolves.toBeUndefined();
    await expect(showAppBadge({ setAppBadge: refuses }, 1)).resolves.toBeUndefined();
  });
});
