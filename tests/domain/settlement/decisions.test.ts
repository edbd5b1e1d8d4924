import { describe, expect, test } from 'vitest';

import { bettingOptions } from '#domain/catalogue.ts';
import { validateDecision, earliestDecisionTime } from '#domain/settlement/settlement.ts';

import { kickOff, minutes, option, score } from '../samples.ts';

const scheduled = { status: 'scheduled', kickOff } as const;
const played = { ...scheduled, status: 'played', score: score('1-0 2-1') } as const;
const cancelled = { ...scheduled, status: 'cancelled' } as const;
const home = option('1X2 - 1');
const atHalfTime = option('Half Time - 1HT');

describe('won or lost', () => {
  test.each([
    { of: home, after: 89, allowed: false },
    { of: home, after: 90, allowed: true },
    { of: atHalfTime, after: 44, allowed: false },
    { of: atHalfTime, after: 45, allowed: true },
    { of: home, after: -60, allowed: false },
  ])('of $of.oddsGroup $after minutes after kick-off: $allowed', ({ of, after, allowed }) => {
    for (const result of ['won', 'lost'] as const) {
      const decided = validateDecision(of, scheduled, result, minutes(after), 'any');
      expect(decided).toEqual(
        allowed
          ? { allowed: true, value: result }
          : { allowed: false, problem: 'too-early-to-decide' },
      );
    }
  });

  test('is allowed as soon as the score is known', () => {
    expect(validateDecision(home, played, 'won', minutes(1)).allowed).toBe(true);
  });

  test.each(['postponed', 'cancelled'] as const)(
    'is never allowed for a match that is %s',
    (status) => {
      const match = { ...scheduled, status };

      expect(validateDecision(home, match, 'won', minutes(500), 'any')).toEqual({
        allowed: false,
        problem: 'too-early-to-decide',
      });
    },
  );

  test('against the score needs a reason', () => {
    expect(validateDecision(home, played, 'lost', minutes(120), ' ')).toEqual({
      allowed: false,
      problem: 'decision-needs-reason',
    });
    expect(
      validateDecision(home, played, 'lost', minutes(120), 'A goal was taken back.').allowed,
    ).toBe(true);
  });

  test('needs no reason if the rules leave the decision to a person', () => {
    const both = { ...played, score: score('1-1 2-1') };

    expect(validateDecision(option('First Goal - 1'), both, 'won', minutes(120)).allowed).toBe(
      true,
    );
    expect(validateDecision(home, scheduled, 'lost', minutes(120)).allowed).toBe(true);
  });
});

describe('void', () => {
  test.each([
    { match: scheduled, after: -60 },
    { match: scheduled, after: 120 },
    { match: played, after: 120 },
  ])('is allowed for a $match.status match at any time, with a reason', ({ match, after }) => {
    expect(validateDecision(home, match, 'void', minutes(after))).toEqual({
      allowed: false,
      problem: 'decision-needs-reason',
    });
    expect(validateDecision(home, match, 'void', minutes(after), 'Moved abroad.').allowed).toBe(
      true,
    );
  });

  test('needs no reason if the rules propose it', () => {
    expect(validateDecision(home, cancelled, 'void', minutes(-60)).allowed).toBe(true);
  });
});

test('the half-time whistle allows decisions on eight options, and the final whistle on all others', () => {
  const early = bettingOptions.filter(
    (each) => earliestDecisionTime(each, scheduled)?.getTime() === minutes(45).getTime(),
  );
  const late = bettingOptions.filter(
    (each) => earliestDecisionTime(each, scheduled)?.getTime() === minutes(90).getTime(),
  );

  expect([early.length, late.length]).toEqual([8, 43]);
});
