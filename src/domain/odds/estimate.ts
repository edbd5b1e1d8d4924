import { bettingOptions, type BettingOption } from '../catalogue.ts';
import type { Goals } from '../fixture.ts';
import {
  drawSurplus,
  firstHalfShare,
  computeGoalProbabilities,
  type HomeDrawAway,
  type GoalRates,
  fitGoalRates,
} from './goal-model.ts';
import { maxPrice, unpricedOdd } from './price.ts';
import { settleOption } from '../settlement/settlement.ts';

/**
 * The probability that an option wins if its stake is not returned, and its price without margin.
 */
type Estimate = { readonly probability: number; readonly price: number };

/** Estimates by option number. */
export type Estimates = ReadonlyMap<number, Estimate>;

const minEstimate = 1.01;

// Probabilities from fair prices with two decimals may add up to slightly less than 1.
const minSum = 0.99;
const maxSum = 1.5;

/**
 * Estimates probability and price of every option from the 1X2 prices: removes the margin, fits two
 * goal rates, and adds up the scores by which each option wins. Returns undefined if the prices are
 * not plausible.
 */
export function estimateOptionPrices(prices: HomeDrawAway): Estimates | undefined {
  const outcomes = removeMargin(prices);
  const rates = outcomes && fitGoalRates(outcomes);
  return rates && estimateFromGoalRates(rates);
}

/** True if a price is outside 0.4 to 2.5 times its estimate, which suggests a typing error. */
export function isFarFromEstimate(price: number, estimated: number): boolean {
  if (price === unpricedOdd) return false;
  // Compares whole hundredths, so that exactly 0.4 and 2.5 times are inside.
  const [one, other] = [Math.round(price * 100), Math.round(estimated * 100)];
  return 5 * Math.min(one, other) < 2 * Math.max(one, other);
}

/**
 * Converts three prices to probabilities by Shin (1993): the margin protects against informed
 * bettors, so it is larger for outsiders. Returns undefined if the prices are not plausible.
 */
export function removeMargin({ home, draw, away }: HomeDrawAway): HomeDrawAway | undefined {
  if (!(home > 1 && draw > 1 && away > 1)) return undefined;
  const sum = 1 / home + 1 / draw + 1 / away;
  if (!(sum >= minSum && sum <= maxSum)) return undefined;

  const chanceOf = (price: number, knowing: number) =>
    (Math.sqrt(knowing ** 2 + (4 * (1 - knowing)) / (price ** 2 * sum)) - knowing) /
    (2 * (1 - knowing));
  const probabilitiesFor = (knowing: number) => [home, draw, away].map((p) => chanceOf(p, knowing));

  // The sum falls with the share of informed money; the bisection finds the share where the sum is
  // 1.
  let low = 0;
  let high = 1;
  for (let halving = 0; halving < 50; halving += 1) {
    const middle = (low + high) / 2;
    if (probabilitiesFor(middle).reduce((all, chance) => all + chance) > 1) low = middle;
    else high = middle;
  }
  const [one = 0, none = 0, two = 0] = probabilitiesFor(low);
  const all = one + none + two;
  return { home: one / all, draw: none / all, away: two / all };
}

function estimateFromGoalRates(rates: GoalRates): Estimates {
  const { scores, kinds, options } = (scoreTable ??= buildScoreTable());
  const home = computeProbabilitiesByHalf(rates.home);
  const away = computeProbabilitiesByHalf(rates.away);
  const probabilities = new Float64Array(kinds);
  let all = 0;
  for (const { first, second, fullTime, kind } of scores) {
    const chance =
      (home.first[first.home] ?? 0) *
      (away.first[first.away] ?? 0) *
      (home.second[second.home] ?? 0) *
      (away.second[second.away] ?? 0) *
      (fullTime.home === fullTime.away ? 1 + drawSurplus : 1);
    probabilities[kind] = (probabilities[kind] ?? 0) + chance;
    all += chance;
  }
  return new Map(
    options.map(({ oddsId, wins, backs }) => {
      let won = 0;
      for (let kind = 0; kind < kinds; kind += 1)
        won += (wins[kind] ?? 0) * (probabilities[kind] ?? 0);
      const back = backs.reduce((sum, kind) => sum + (probabilities[kind] ?? 0), 0);
      const probability = won / (all - back);
      return [oddsId, { probability, price: toFairPrice(probability) }];
    }),
  );
}

function computeProbabilitiesByHalf(rate: number) {
  return {
    first: computeGoalProbabilities(rate * firstHalfShare, goalCountsPerHalf),
    second: computeGoalProbabilities(rate * (1 - firstHalfShare), goalCountsPerHalf),
  };
}

function toFairPrice(probability: number): number {
  const price = Math.round(100 / probability) / 100;
  return Math.max(minEstimate, Math.min(maxPrice, price));
}

/** Number of possible goal counts per side and half: 0 to 7, as no Over/Under option needs more. */
const goalCountsPerHalf = 8;

/** A score by halves; `kind` numbers classes of scores that settle all options equally. */
type CountedScore = { first: Goals; second: Goals; fullTime: Goals; kind: number };

/** `wins` has the winning share of each kind; `backs` lists the kinds that return the stake. */
type CountedOption = { oddsId: number; wins: readonly number[]; backs: readonly number[] };

type ScoreTable = { scores: CountedScore[]; kinds: number; options: CountedOption[] };

let scoreTable: ScoreTable | undefined;

/** Builds the table of all scores by half on first use: about 200,000 settlements. */
function buildScoreTable(): ScoreTable {
  const goals = Array.from({ length: goalCountsPerHalf }, (_, count) => count);
  const half = goals.flatMap((home) => goals.map((away): Goals => ({ home, away })));
  const kinds = new Map<string, { kind: number; shares: readonly (number | 'void')[] }>();
  const scores = half.flatMap((first) =>
    half.map((second): CountedScore => {
      const fullTime = { home: first.home + second.home, away: first.away + second.away };
      const shares = bettingOptions.map((option) =>
        computeWinningShare(option, first, second, fullTime),
      );
      const name = shares.join();
      const { kind } = kinds.get(name) ?? { kind: kinds.size };
      kinds.set(name, { kind, shares });
      return { first, second, fullTime, kind };
    }),
  );
  const all = [...kinds.values()].map(({ shares }) => shares);
  const options = bettingOptions.map(({ oddsId }, index) => ({
    oddsId,
    wins: all.map((shares) => Number(shares[index] === 'void' ? 0 : shares[index])),
    backs: all.flatMap((shares, kind) => (shares[index] === 'void' ? [kind] : [])),
  }));
  return { scores, kinds: kinds.size, options };
}

/**
 * Share of a score that wins an option: 0 or 1, or a share between for the first goal, which a
 * score may not determine.
 */
function computeWinningShare(
  option: BettingOption,
  first: Goals,
  second: Goals,
  fullTime: Goals,
): number | 'void' {
  const { result } = settleOption(option, { halfTime: first, fullTime });
  if (result === 'void') return 'void';
  if (result !== 'ask') return Number(result === 'won');
  // Each goal of the half is equally likely to be the first.
  const half = first.home + first.away > 0 ? first : second;
  return (option.oddsName === '1' ? half.home : half.away) / (half.home + half.away);
}
