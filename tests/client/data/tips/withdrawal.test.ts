import { describe, expect, test } from 'vitest';
import { canWithdraw, toWithdrawal } from '#client/data/tips/withdrawal.ts';
import type { Tip } from '#contract/tips.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { leg, row, serverTip } from '../../../testing/engine/samples.ts';

const now = new Date('2026-03-01T10:01:00.000Z');

describe('a tip that was posted a minute ago', () => {
  test('can be withdrawn', () => {
    expect(canWithdraw(serverTip(), now)).toBe(true);
  });

  test.each<{ when: string; values: Partial<Tip> }>([
    { when: 'it was confirmed', values: { IsGameSuccessful: true } },
    {
      when: 'a game has kicked off',
      values: { options: [leg(), leg({ startDateOfGame: '2026-03-01T10:01:00.000Z' })] },
    },
  ])('cannot be withdrawn once $when', ({ values }) => {
    expect(canWithdraw(serverTip(values), now)).toBe(false);
  });
});

describe('a tip without a response of the server', () => {
  const unposted = (device: Partial<NonNullable<OptimisticTip['device']>>): OptimisticTip => ({
    ...serverTip({ version: 0 }),
    device: { state: 'saved', operationIds: ['post'], ...device },
  });

  test.each<{ device: Parameters<typeof unposted>[0]; may: boolean }>([
    { device: { state: 'saved' }, may: true },
    { device: { state: 'waits' }, may: true },
    { device: { state: 'blocked' }, may: true },
    { device: { state: 'sending', mayBePosted: true }, may: true },
    { device: { state: 'unknown', mayBePosted: true }, may: true },
    { device: { state: 'needs-you', mayBePosted: true }, may: true },
    { device: { state: 'needs-you' }, may: false },
    { device: { state: 'unknown', mayBePosted: true, withdrawalId: 'other' }, may: false },
  ])('can be withdrawn in the state $device: $may', ({ device, may }) => {
    expect(canWithdraw(unposted(device), now)).toBe(may);
  });
});

describe('a withdrawal that the server has not accepted', () => {
  const unsent = row({ kind: 'tip.withdraw' });
  const sent = row({ kind: 'tip.withdraw', state: 'unknown', sentEver: true });
  const seconds = (after: number) =>
    new Date(Date.parse('2026-03-01T10:00:00.000Z') + after * 1000);
  const soon = serverTip({
    options: [leg(), leg({ startDateOfGame: '2026-03-01T10:01:00.000Z' })],
  });

  test.each([
    {
      when: 'may be sent within two minutes',
      tip: serverTip(),
      at: 40,
      state: 'waiting',
      remainingMs: 80_000,
    },
    { when: 'is late afterwards', tip: serverTip(), at: 121, state: 'late', remainingMs: -1000 },
    { when: 'is late after a kick-off', tip: soon, at: 60, state: 'late', remainingMs: -1 },
  ] as const)('$when', ({ tip, at, state, remainingMs }) => {
    expect(toWithdrawal(unsent, tip, seconds(at))).toEqual({
      state,
      remainingMs,
      untilKickOff: tip === soon,
      isCopy: false,
    });
  });

  test('may have arrived in time once it was sent', () => {
    expect(toWithdrawal(sent, serverTip(), seconds(300)).state).toBe('unanswered');
  });

  test('was too late if it was refused as too late, whatever the phone’s clock says', () => {
    const refused = row({ kind: 'tip.withdraw', state: 'rejected', sentEver: true });

    expect(toWithdrawal(refused, serverTip(), seconds(10)).state).toBe('refused');
  });

  test('has no deadline while the arrival of its tip is unknown', () => {
    expect(toWithdrawal(unsent, serverTip({ version: 0 }), seconds(300))).toMatchObject({
      state: 'waiting',
      remainingMs: undefined,
    });
  });
});
