import { describe, expect, test } from 'vitest';
import type { SettlementFact } from '#domain/settlement/settlement-fact.ts';
import type { FixtureStatus } from '#domain/fixture.ts';
import {
  postponementHours,
  proposeSettlement,
  settleAbandoned,
  settleByStatus,
} from '#domain/settlement/settlement.ts';
import { kickOff, minutes, option, score } from '../samples.ts';

const hours = (count: number) => minutes(count * 60);

describe('an abandoned match', () => {
  test('settles nothing with an impossible score', () => {
    expect(settleAbandoned(option('O/U 0.5 - Over'), score('2-0 1-0')).result).toBe('ask');
  });

  test.each<{ of: string; at: string; fact: SettlementFact }>([
    {
      of: '1X2 - 1',
      at: '1-0',
      fact: { code: 'open-when-abandoned', fullTime: { home: 1, away: 0 } },
    },
    { of: 'O/U 0.5 - Over', at: '1-0', fact: { code: 'goals', fullTime: { home: 1, away: 0 } } },
    {
      of: 'GG/NG - NG',
      at: '0-1 1-1',
      fact: { code: 'abandoned', fullTime: { home: 1, away: 1 } },
    },
    {
      of: 'HF/FT - 2/2',
      at: '1-0 1-2',
      fact: {
        code: 'abandoned-after-half-time',
        halfTime: { home: 1, away: 0 },
        fullTime: { home: 1, away: 2 },
      },
    },
  ])('gives a reason: $of of at $at it is "$fact.code"', ({ of, at, fact }) => {
    expect(settleAbandoned(option(of), score(at)).fact).toEqual(fact);
  });
});

describe('a postponed match', () => {
  const postponed = { status: 'postponed', kickOff } as const;

  test('is pending for 48 hours after its first kick-off', () => {
    expect(postponementHours).toBe(48);
    expect(settleByStatus(postponed, hours(1))).toBeUndefined();
    expect(settleByStatus(postponed, hours(48))).toBeUndefined();
  });

  test('is void afterwards', () => {
    expect(settleByStatus(postponed, new Date(hours(48).getTime() + 1))).toEqual({
      result: 'void',
      fact: { code: 'postponed', hours: 48 },
    });
  });
});

describe('the status of a match', () => {
  test.each<{ status: FixtureStatus; result: string | undefined; because: string }>([
    { status: 'scheduled', result: undefined, because: 'it is in the future' },
    { status: 'cancelled', result: 'void', because: 'it will not be played' },
    { status: 'awarded', result: 'ask', because: 'the result was awarded' },
    { status: 'played', result: undefined, because: 'its score decides' },
    { status: 'abandoned', result: undefined, because: 'its score decides' },
  ])('$status alone settles a leg as $result, because $because', ({ status, result }) => {
    expect(settleByStatus({ status, kickOff }, hours(72))?.result).toBe(result);
  });
});

describe('the proposal for a leg', () => {
  const over = option('O/U 1.5 - Over');
  const home = option('1X2 - 1');

  test.each([
    { status: 'scheduled', at: undefined, of: over, result: undefined },
    { status: 'played', at: '1-0 2-0', of: over, result: 'won' },
    { status: 'played', at: '1-0 2-0', of: home, result: 'won' },
    { status: 'played', at: undefined, of: over, result: 'ask' },
    { status: 'abandoned', at: '1-0 2-0', of: over, result: 'won' },
    { status: 'abandoned', at: '1-0 2-0', of: home, result: 'void' },
    { status: 'abandoned', at: undefined, of: over, result: 'ask' },
    { status: 'awarded', at: '0-3', of: home, result: 'ask' },
    { status: 'cancelled', at: undefined, of: home, result: 'void' },
    { status: 'postponed', at: undefined, of: home, result: 'void' },
  ] as const)('of a match that is $status, score $at, is $result', ({ status, at, of, result }) => {
    const report = { status, kickOff, score: at ? score(at) : undefined };

    expect(proposeSettlement(of, report, hours(72))?.result).toBe(result);
  });
});
