import { describe, expect, test } from 'vitest';
import { mayWithdraw } from '#client/features/my-tips/withdrawal.ts';
import { serverTip } from '../../sync/support/samples.ts';

const now = new Date('2026-03-01T10:01:00.000Z');

describe('a tip that was posted a minute ago', () => {
  test.each([
    { backendCan: true, may: true },
    { backendCan: undefined, may: true },
    { backendCan: false, may: false },
  ])(
    'can be taken back where the backend can do so is $backendCan: $may',
    ({ backendCan, may }) => {
      expect(mayWithdraw(serverTip(), now, backendCan)).toBe(may);
    },
  );

  test('cannot be taken back at a spec-only backend because it is being booked there', () => {
    const device = { state: 'saved', operationIds: ['booking'] } as const;
    const booked = {
      ...serverTip({ version: 0 }),
      device: { ...device, operationIds: ['booking'] },
    };

    expect(mayWithdraw(booked, now, false)).toBe(false);
  });
});
