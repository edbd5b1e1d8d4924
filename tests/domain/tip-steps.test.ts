import { describe, expect, test } from 'vitest';
import {
  applyBooking,
  changePrice,
  applyConfirmation,
  checkTipCopy,
  checkTipChange,
  applyWithdrawal,
  withdrawalDeadline,
  withdrawalWindowMs,
} from '#domain/tip.ts';
import { kickOff, leg, legsThat, minutes } from './samples.ts';

const createdAt = minutes(-60);
const saved = { ownerId: 'ann', expiresAt: kickOff, bookedAt: null };
const posted = { ownerId: 'ann', createdAt, legs: legsThat('pending', 'pending') };

describe('booking a tip', () => {
  test('sets the booking time and keeps the rest', () => {
    const now = minutes(-5);

    expect(applyBooking({ ...saved, stake: 3 }, 'ann', now)).toEqual({
      allowed: true,
      value: { ownerId: 'ann', expiresAt: kickOff, stake: 3, bookedAt: now },
    });
    expect(saved.bookedAt).toBeNull();
  });

  test('is allowed up to the last millisecond before the expiry', () => {
    expect(applyBooking(saved, 'ann', new Date(kickOff.getTime() - 1)).allowed).toBe(true);
  });

  test.each([
    {
      what: 'a tip of another member',
      tip: saved,
      by: 'bob',
      now: minutes(-5),
      problem: 'not-your-tip',
    },
    {
      what: 'a booked tip',
      tip: { ...saved, bookedAt: minutes(-9) },
      by: 'ann',
      now: minutes(-5),
      problem: 'already-booked',
    },
    { what: 'at its expiry', tip: saved, by: 'ann', now: kickOff, problem: 'tip-expired' },
    {
      what: 'a booked and expired tip, with the first reason',
      tip: { ...saved, bookedAt: minutes(-9) },
      by: 'ann',
      now: minutes(1),
      problem: 'already-booked',
    },
    {
      what: 'an expired tip of another member, with the first reason',
      tip: saved,
      by: 'bob',
      now: minutes(1),
      problem: 'not-your-tip',
    },
  ])('is refused for $what', ({ tip, by, now, problem }) => {
    expect(applyBooking(tip, by, now)).toEqual({ allowed: false, problem });
  });
});

describe('confirming a tip', () => {
  const settled = { ownerId: 'ann', legs: legsThat('won', 'lost', 'void') };

  test('sets the confirmation time and keeps the rest', () => {
    expect(applyConfirmation({ ...settled, stake: 3 }, 'the admin', minutes(120))).toEqual({
      allowed: true,
      value: { ...settled, stake: 3, confirmedAt: minutes(120) },
    });
  });

  test.each([
    { what: 'an own tip', tip: settled, by: 'ann', problem: 'own-tip' },
    {
      what: 'a confirmed tip',
      tip: { ...settled, confirmedAt: minutes(110) },
      by: 'the admin',
      problem: 'already-confirmed',
    },
    {
      what: 'a tip with an open leg',
      tip: { ...settled, legs: legsThat('won', 'pending') },
      by: 'the admin',
      problem: 'legs-undecided',
    },
  ])('is refused for $what', ({ tip, by, problem }) => {
    expect(applyConfirmation(tip, by, minutes(120))).toEqual({ allowed: false, problem });
  });
});

test('a tip is confirmed if all of up to six legs are decided, and otherwise not', () => {
  const results = ['pending', 'won', 'lost', 'void'] as const;
  let rows: (typeof results)[number][][] = [[]];
  for (let size = 1; size <= 6; size += 1) {
    rows = rows.flatMap((row) => results.map((result) => [...row, result]));
    const wrong = rows.filter((row) => {
      const { allowed } = applyConfirmation(
        { ownerId: 'ann', legs: legsThat(...row) },
        'bob',
        minutes(120),
      );
      return allowed === row.includes('pending');
    });

    expect(wrong).toEqual([]);
  }
});

describe('a change by an administrator', () => {
  test('is allowed on other members’ tips until they are confirmed', () => {
    expect(checkTipChange(posted, 'the admin')).toEqual({ allowed: true, value: posted });
    expect(checkTipChange(posted, 'ann')).toEqual({ allowed: false, problem: 'own-tip' });
    expect(checkTipChange({ ...posted, confirmedAt: kickOff }, 'the admin')).toEqual({
      allowed: false,
      problem: 'already-confirmed',
    });
  });
});

describe('withdrawing a tip', () => {
  test.each([
    { when: 'at once', now: createdAt },
    { when: 'after a minute', now: minutes(1, createdAt) },
    { when: 'after two minutes to the millisecond', now: minutes(2, createdAt) },
  ])('is allowed $when', ({ now }) => {
    expect(applyWithdrawal(posted, 'ann', now)).toEqual({
      allowed: true,
      value: { ...posted, withdrawnAt: now },
    });
  });

  test('has a window of two minutes', () => {
    expect(withdrawalWindowMs).toBe(120_000);
    expect(withdrawalDeadline(posted)).toEqual(minutes(2, createdAt));
  });

  test('has a window that ends before the first kick-off', () => {
    const kickOff = minutes(1, createdAt);
    const until = withdrawalDeadline({ createdAt, legs: [leg(), leg({ kickOff })] });

    expect(until.getTime()).toBe(kickOff.getTime() - 1);
  });

  test('is too late if a kick-off is an invalid date', () => {
    const tip = { ...posted, legs: [leg({ kickOff: new Date('soon') })] };

    expect(applyWithdrawal(tip, 'ann', createdAt).allowed).toBe(false);
  });

  test.each([
    { what: 'by another member', tip: posted, by: 'bob', problem: 'not-your-tip' },
    {
      what: 'once it is booked',
      tip: { ...posted, bookedAt: createdAt },
      by: 'ann',
      problem: 'already-booked',
    },
    {
      what: 'once it is confirmed',
      tip: { ...posted, confirmedAt: createdAt },
      by: 'ann',
      problem: 'already-confirmed',
    },
    {
      what: 'a millisecond after two minutes',
      tip: { ...posted, createdAt: new Date(createdAt.getTime() - 60_001) },
      by: 'ann',
      problem: 'too-late-to-withdraw',
    },
    {
      what: 'within two minutes when one of its games starts',
      tip: { ...posted, legs: [leg(), leg({ kickOff: minutes(1, createdAt) })] },
      by: 'ann',
      problem: 'too-late-to-withdraw',
    },
  ])('is refused $what', ({ tip, by, problem }) => {
    expect(applyWithdrawal(tip, by, minutes(1, createdAt))).toEqual({ allowed: false, problem });
  });
});

describe('changing the price of a leg', () => {
  const unpriced = { ...leg({ odd: 0 }), tipConfirmedAt: null };

  test('needs no reason before kick-off, and counts in the record', () => {
    expect(changePrice(unpriced, 2.15, minutes(-1))).toEqual({
      allowed: true,
      value: { ...unpriced, odd: 2.15, entersRecord: true },
    });
  });

  test('can remove the price again', () => {
    expect(changePrice({ ...unpriced, odd: 2 }, 0, minutes(-1))).toMatchObject({
      value: { odd: 0 },
    });
  });

  test('needs a reason after kick-off, and does not count in the record', () => {
    expect(changePrice(unpriced, 2.15, minutes(1), 'The price was missing')).toEqual({
      allowed: true,
      value: { ...unpriced, odd: 2.15, entersRecord: false },
    });
  });

  test.each([
    { when: 'at kick-off', now: kickOff, reason: undefined },
    { when: 'after kick-off', now: minutes(1), reason: undefined },
    { when: 'after kick-off with an empty reason', now: minutes(1), reason: '' },
    { when: 'after kick-off with a blank one', now: minutes(1), reason: '  ' },
  ])('is refused without a reason $when', ({ now, reason }) => {
    expect(changePrice(unpriced, 2.15, now, reason)).toEqual({
      allowed: false,
      problem: 'reason-required',
    });
  });

  test.each([0.5, -1, 1000.01, 1.234, NaN])('is refused for a price of %d', (odd) => {
    expect(changePrice(unpriced, odd, minutes(-1))).toEqual({
      allowed: false,
      problem: 'invalid-price',
    });
  });

  test('is refused after the confirmation of the tip', () => {
    const treated = { ...unpriced, tipConfirmedAt: minutes(120) };

    expect(changePrice(treated, 2.15, minutes(121), 'A typing mistake')).toEqual({
      allowed: false,
      problem: 'already-confirmed',
    });
  });
});

describe('copying a tip', () => {
  test('is allowed for all other members while no game has started', () => {
    expect(checkTipCopy(posted, 'bob', minutes(-1))).toEqual({ allowed: true, value: posted });
  });

  test('is allowed if one leg was withdrawn and another counts', () => {
    const tip = { ...posted, legs: legsThat('void', 'pending') };

    expect(checkTipCopy(tip, 'bob', minutes(-1)).allowed).toBe(true);
  });

  test.each([
    { what: 'an own tip', tip: posted, by: 'ann', now: minutes(-1), problem: 'own-tip' },
    {
      what: 'at the first kick-off',
      tip: posted,
      by: 'bob',
      now: kickOff,
      problem: 'tip-not-open',
    },
    {
      what: 'a tip with one game started',
      tip: { ...posted, legs: [leg(), leg({ kickOff: minutes(-10) })] },
      by: 'bob',
      now: minutes(-5),
      problem: 'tip-not-open',
    },
    {
      what: 'a decided tip',
      tip: { ...posted, legs: legsThat('void', 'void') },
      by: 'bob',
      now: minutes(-5),
      problem: 'tip-not-open',
    },
  ])('is refused for $what', ({ tip, by, now, problem }) => {
    expect(checkTipCopy(tip, by, now)).toEqual({ allowed: false, problem });
  });
});
