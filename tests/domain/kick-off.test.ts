import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptLegs } from '#domain/slip.ts';
import { kickOff, leg, minutes } from './samples.ts';

const early = leg({ fixtureId: 'early', kickOff: minutes(-30) });
const noon = leg({ fixtureId: 'noon', kickOff });
const late = leg({ fixtureId: 'late', kickOff: minutes(90) });

describe('a tip that reaches the server before every kick-off', () => {
  test.each(['drop', 'refuse'] as const)('is complete if its sender chose %s', (ifStarted) => {
    const legs = [late, early, noon];

    expect(acceptLegs({ legs, arrivedAt: minutes(-31), ifStarted })).toEqual({
      allowed: true,
      value: { accepted: legs, dropped: [] },
    });
  });

  test('is accepted up to the last millisecond', () => {
    const arrivedAt = new Date(kickOff.getTime() - 1);

    const checked = acceptLegs({ legs: [noon], arrivedAt, ifStarted: 'refuse' });

    expect(checked.allowed).toBe(true);
  });
});

describe('a tip that reaches the server after some kick-offs', () => {
  test('is refused with every started game if its sender chose all or nothing', () => {
    const legs = [late, noon, early];

    expect(acceptLegs({ legs, arrivedAt: minutes(10), ifStarted: 'refuse' })).toEqual({
      allowed: false,
      problem: { code: 'fixture-started', started: [noon, early] },
    });
  });
});

describe('a tip that reaches the server after every kick-off', () => {
  test.each(['drop', 'refuse'] as const)('is refused if its sender chose %s', (ifStarted) => {
    const checked = acceptLegs({ legs: [early, noon], arrivedAt: minutes(1), ifStarted });

    expect(checked).toEqual({
      allowed: false,
      problem: { code: 'fixture-started', started: [early, noon] },
    });
  });
});

describe('the kick-off rule', () => {
  test('loses no leg, doubles none and accepts no started one', () => {
    const kickOffs = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 1, maxLength: 30 });

    fc.assert(
      fc.property(kickOffs, fc.integer({ min: -100, max: 100 }), (starts, receipt) => {
        const arrivedAt = minutes(receipt);
        const legs = starts.map((start, index) =>
          leg({ fixtureId: `fixture-${index}`, kickOff: minutes(start) }),
        );

        const checked = acceptLegs({ legs, arrivedAt, ifStarted: 'drop' });

        if (checked.allowed) {
          const { accepted, dropped } = checked.value;
          expect(new Set([...accepted, ...dropped])).toEqual(new Set(legs));
          expect(accepted.length + dropped.length).toBe(legs.length);
          expect(accepted.every((one) => arrivedAt < one.kickOff)).toBe(true);
          expect(dropped.some((one) => arrivedAt < one.kickOff)).toBe(false);
        } else {
          expect(starts.every((start) => start <= receipt)).toBe(true);
          expect(checked.problem.started).toEqual(legs);
        }
      }),
    );
  });
});
