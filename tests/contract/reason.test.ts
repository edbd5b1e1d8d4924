import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Fact } from '#contract/facts.ts';
import { factIn, reasonText } from '#contract/reason.ts';
import { Leg } from '#contract/tips.ts';
import { catalogue } from '#domain/catalogue.ts';
import { proposal, settle, settleAbandoned, type Settlement } from '#domain/settlement.ts';
import { kickOff, minutes, option, score } from '../domain/samples.ts';
import { leg } from '../sync/support/samples.ts';

const goals = [0, 1, 2, 3].flatMap((home) => [0, 1, 2, 3].map((away) => ({ home, away })));
const scores = goals.flatMap((fullTime) => [
  { fullTime },
  ...goals
    .filter(({ home, away }) => home <= fullTime.home && away <= fullTime.away)
    .map((halfTime) => ({ halfTime, fullTime })),
]);

/** Everything the rules say of every option at scores like these, and without any score. */
const everything = catalogue.flatMap((of) => {
  const late = minutes(60 * 49);
  const statuses = ['cancelled', 'awarded', 'postponed', 'played'] as const;
  const said: (Settlement | undefined)[] = [
    ...scores.flatMap((at) => [settle(of, at), settleAbandoned(of, at)]),
    settle(of, score('2-0 1-0')),
    ...statuses.map((status) => proposal(of, { status, originalKickOff: kickOff }, late)),
  ];
  return said.flatMap((settlement) => (settlement ? [{ of, ...settlement }] : []));
});

describe('a fact', () => {
  test('crosses the wire as it is, whatever the rules say', () => {
    const lost = everything.filter(({ fact }) => {
      const read = z.safeParse(Fact, JSON.parse(JSON.stringify(fact)));
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
  ])('is read without its fact where that is %s', (_, fact) => {
    const told = { ...leg({ result: 'won', reason: 'A coin said so.' }), fact };

    expect(z.parse(Leg, told)).toEqual(leg({ result: 'won', reason: 'A coin said so.' }));
  });
});

describe('the sentence for those who read no codes', () => {
  test.each([
    ['1X2 - 1', '1-0 3-1', '1X2 - 1 needs a home win; it ended 3-1.'],
    ['1X2 - X', '1-0 3-1', '1X2 - X needs a draw; it ended 3-1.'],
    ['Double Chance - 12', '0-0 1-1', 'Double Chance - 12 needs a winner; it ended 1-1.'],
    ['O/U 2.5 - Over', '1-0 3-1', 'Over 2.5 needs three goals; there were 4 (3-1).'],
    ['O/U 2.5 - Under', '1-0 1-0', 'Under 2.5 needs at most two goals; there was 1 (1-0).'],
    ['O/U 0.5 - Over', '0-0', 'Over 0.5 needs one goal; there were none (0-0).'],
    ['O/U 0.5 - Under', '0-0', 'Under 0.5 needs no goal; there were none (0-0).'],
    ['O/U 6.5 - Over', '4-0 4-3', 'Over 6.5 needs seven goals; there were 7 (4-3).'],
    ['O/U 6.5 - Under', '4-0 4-2', 'Under 6.5 needs at most six goals; there were 6 (4-2).'],
    [
      'First Goal - 1',
      '0-0 0-2',
      'First Goal - 1 needs the first goal from the home side; only the away side scored (0-2).',
    ],
    [
      'First Goal - 2',
      '0-1 3-1',
      'First Goal - 2 needs the first goal from the away side; only the away side scored before half-time (0-1).',
    ],
    [
      'HF/FT - X/1',
      '0-0 1-0',
      'HF/FT - X/1 needs level scores at half-time and the home side ahead at the end; it stood 0-0 at half-time and ended 1-0.',
    ],
    ['DNB - 1', '0-1 1-1', 'DNB - 1 is void: the match was drawn 1-1.'],
    [
      'Odd/Even - Even',
      '0-0',
      'Odd/Even - Even needs an even number of goals; there were none (0-0).',
    ],
    [
      'GG/NG HT - NG HT',
      '1-1 2-1',
      'GG/NG HT - NG HT needs a side that does not score before half-time; it stood 1-1 at half-time.',
    ],
  ])('of %s at %s is kept as it was', (name, at, sentence) => {
    const { result, fact } = settle(option(name), score(at));

    expect(result === 'ask' ? undefined : reasonText(option(name), result, fact)).toBe(sentence);
    expect(factIn(sentence)).toEqual(fact);
  });

  test.each([
    ['1X2 - 1', '1-0', '1X2 - 1 is void: this was open when the match was abandoned at 1-0.'],
    ['O/U 0.5 - Over', '1-0', 'Over 0.5 needs one goal; there was 1 (1-0).'],
    [
      'GG/NG - NG',
      '0-1 1-1',
      'GG/NG - NG needs a side that does not score; the match was abandoned at 1-1.',
    ],
    [
      'HF/FT - 2/2',
      '1-0 1-2',
      'HF/FT - 2/2 needs the away side ahead at half-time and the away side ahead at the end; it stood 1-0 at half-time and 1-2 when it was abandoned.',
    ],
    [
      'HF/FT - 1/1',
      '1-0 1-2',
      'HF/FT - 1/1 is void: it stood 1-0 at half-time and 1-2 when it was abandoned.',
    ],
  ])('of %s, abandoned at %s, is kept as it was', (name, at, sentence) => {
    const { result, fact } = settleAbandoned(option(name), score(at));

    expect(result === 'ask' ? undefined : reasonText(option(name), result, fact)).toBe(sentence);
    expect(factIn(sentence)).toEqual(fact);
  });

  test('tells its fact again, for every option and score', () => {
    const decided = everything.flatMap(({ of, result, fact }) =>
      result === 'ask' ? [] : [{ fact, sentence: reasonText(of, result, fact) ?? '' }],
    );
    const wrong = decided.filter(
      ({ fact, sentence }) => JSON.stringify(factIn(sentence)) !== JSON.stringify(fact),
    );

    expect(decided.length).toBeGreaterThan(5_000);
    expect(wrong).toEqual([]);
    expect(decided.filter(({ sentence }) => sentence.includes('undefined'))).toEqual([]);
  });

  test.each([
    ['It ended 2-1.'],
    ['it ended 2-1'],
    ['The shop paid it as won.'],
    ['1X2 - 1 needs a home win; the shop says so.'],
    [''],
  ])('is none of the rules’ where a person wrote "%s"', (reason) => {
    expect(factIn(reason)).toBeUndefined();
  });
});
