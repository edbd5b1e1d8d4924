import { describe, expect, test } from 'vitest';
import { chipOf, deviceStateOf, deviceStatesOf, divided, obstacleOf } from '#sync/status.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { row } from '../../testing/engine/samples.ts';

const rows = (...states: Partial<OperationRow>[]) =>
  states.map((values, index) => row({ seq: index + 1, ...values }));

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
      expect(deviceStateOf(row(values))).toBe(deviceState);
    },
  );
});

describe('operations that wait for another one', () => {
  const refused = row({ seq: 1, state: 'rejected', formerly: ['before'] });

  test.each([
    { why: 'it follows in its lane', values: {} },
    { why: 'it depends on it', values: { lane: 'tip:2', deps: [refused.id] } },
    { why: 'it depends on what that was before', values: { lane: 'tip:2', deps: ['before'] } },
  ])('say what they wait for: $why', ({ values }) => {
    const waiting = row({ seq: 2, ...values });

    expect(obstacleOf(waiting, [waiting, refused])).toBe(refused);
    expect([...deviceStatesOf([refused, waiting]).values()]).toEqual(['needs-you', 'waits']);
  });

  test('name the one that needs its person, however long the queue', () => {
    const second = row({ seq: 2, lane: 'tip:2', deps: [refused.id] });
    const third = row({ seq: 3, lane: 'tip:2' });

    expect(obstacleOf(third, [refused, second, third])).toBe(refused);
  });

  test('do not, where it is only not their turn', () => {
    const states = deviceStatesOf(rows({ state: 'sending' }, {}, { state: 'unknown' }));

    expect([...states.values()]).toEqual(['sending', 'saved', 'unknown']);
  });

  test('leave the chip to the one that needs its person', () => {
    const waiting = row({ seq: 2, attempts: 9 });

    expect(chipOf([refused, waiting], 'online', 'signed-in')).toEqual({
      kind: 'needs-you',
      count: 1,
    });
  });
});

describe('what is pending', () => {
  test('is a problem where it needs its person, and else saved, behind it or not', () => {
    const [refused, behind, outdated, paused, done] = rows(
      { state: 'rejected' },
      {},
      { lane: 'tip:2', state: 'blocked', blockedBy: 'update' },
      { lane: 'tip:3', state: 'blocked', blockedBy: 'auth' },
      { lane: 'tip:4', state: 'acked' },
    );

    expect(divided([refused, behind, outdated, paused, done].flatMap((row) => row ?? []))).toEqual({
      problems: [refused, outdated],
      saved: [behind, paused],
    });
  });
});

describe('the chip', () => {
  const refused = { state: 'rejected' } as const;
  const paused = { state: 'blocked', blockedBy: 'auth' } as const;
  const unverified = { state: 'blocked', blockedBy: 'unverified' } as const;
  const outdated = { state: 'blocked', blockedBy: 'update' } as const;
  const sending = { state: 'sending' } as const;
  const done = { state: 'acked' } as const;
  test.each([
    { outbox: [], reach: 'online', login: 'signed-in', chip: { kind: 'up-to-date', count: 0 } },
    { outbox: [], reach: 'unknown', login: 'none', chip: { kind: 'all-sent', count: 0 } },
    { outbox: [], reach: 'offline', login: 'signed-in', chip: { kind: 'offline', count: 0 } },
    { outbox: [done], reach: 'online', login: 'signed-in', chip: { kind: 'up-to-date', count: 0 } },
    {
      outbox: [{}, {}, done],
      reach: 'online',
      login: 'signed-in',
      chip: { kind: 'saved', count: 2 },
    },
    { outbox: [{}], reach: 'offline', login: 'signed-in', chip: { kind: 'offline', count: 1 } },
    {
      outbox: [{}, sending],
      reach: 'online',
      login: 'signed-in',
      chip: { kind: 'sending', count: 2 },
    },
    {
      outbox: [sending, {}],
      reach: 'offline',
      login: 'signed-in',
      chip: { kind: 'offline', count: 2 },
    },
    {
      outbox: [unverified, {}],
      reach: 'online',
      login: 'signed-in',
      chip: { kind: 'verify-email', count: 1 },
    },
    {
      outbox: [paused, unverified],
      reach: 'online',
      login: 'signed-in',
      chip: { kind: 'sign-in', count: 2 },
    },
    { outbox: [], reach: 'online', login: 'refused', chip: { kind: 'sign-in', count: 0 } },
    {
      outbox: [refused, paused, {}],
      reach: 'offline',
      login: 'refused',
      chip: { kind: 'needs-you', count: 1 },
    },
    {
      outbox: [outdated],
      reach: 'online',
      login: 'signed-in',
      chip: { kind: 'needs-you', count: 1 },
    },
  ] as const)(
    'says $chip.kind ($chip.count) with $outbox, $reach, $login',
    ({ outbox, reach, login, chip }) => {
      expect(chipOf(rows(...outbox), reach, login)).toEqual(chip);
    },
  );
});
