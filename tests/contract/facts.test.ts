import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { SettlementFact, Leg } from '#contract/tips.ts';
import { bettingOptions } from '#domain/catalogue.ts';
import {
  proposeSettlement,
  settleOption,
  settleAbandoned,
  type Settlement,
} from '#domain/settlement/settlement.ts';
import { kickOff, minutes, score } from '../domain/samples.ts';
import { leg } from '../testing/engine/samples.ts';

const goals = [0, 1, 2, 3].flatMap((home) => [0, 1, 2, 3].map((away) => ({ home, away })));
const scores = goals.flatMap((fullTime) => [
  { fullTime },
  ...goals
    .filter(({ home, away }) => home <= fullTime.home && away <= fullTime.away)
    .map((halfTime) => ({ halfTime, fullTime })),
]);

/** The settlements of all options: at each score, if abandoned there, and without a score. */
const everything = bettingOptions.flatMap((of) => {
  const late = minutes(60 * 49);
  const statuses = ['cancelled', 'awarded', 'postponed', 'played'] as const;
  const settlements: (Settlement | undefined)[] = [
    ...scores.flatMap((at) => [settleOption(of, at), settleAbandoned(of, at)]),
    settleOption(of, score('2-0 1-0')),
    ...statuses.map((status) => proposeSettlement(of, { status, kickOff }, late)),
  ];
  return settlements.flatMap((settlement) => (settlement ? [{ of, ...settlement }] : []));
});

describe('a fact', () => {
  test('is the same after JSON and the contract’s schema', () => {
    const lost = everything.filter(({ fact }) => {
      const read = z.safeParse(SettlementFact, JSON.parse(JSON.stringify(fact)));
      return !read.success || JSON.stringify(read.data) !== JSON.stringify(fact);
    });

    expect(lost).toEqual([]);
    expect(new Set(everything.map(({ fact }) => fact.code)).size).toBe(20);
  });
});

describe('a leg of a newer server', () => {
  test.each([
    ['a code nobody here knows', { code: 'decided-by-a-coin' }],
    ['a code without its figures', { code: 'ended' }],
    ['no object', 'ended'],
  ])('is parsed without its fact if that is %s', (_, fact) => {
    const decidedLeg = { ...leg({ result: 'won', reason: 'A coin said so.' }), fact };

    expect(z.parse(Leg, decidedLeg)).toEqual(leg({ result: 'won', reason: 'A coin said so.' }));
  });
});
