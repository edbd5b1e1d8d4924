import { createHash } from 'node:crypto';

import { catalogue, type Option } from '#domain/catalogue.ts';
import type { Score } from '#domain/fixture.ts';
import { settle } from '#domain/settlement/settlement.ts';

import type { DemoMatch } from './schedule.ts';

// The bookmakers' margin: the probabilities behind their prices add up to more than one.
const margin = 1.06;
const lowest = 1.02;
const highest = 200;

// Average goals of the home and the away side, and the influence of strength.
const homeGoals = 1.5;
const awayGoals = 1.15;
const edge = 0.42;
const firstHalf = 0.45;
const maxGoalsPerHalf = 4;
const breakLength = 15;

type PossibleScore = { score: Score; halves: readonly [number, number, number, number] };

/** All possible scores: up to four goals of each side in each half. */
const possibleScores: readonly PossibleScore[] = Array.from(
  { length: (maxGoalsPerHalf + 1) ** 4 },
  (_, index) => {
    const goals = (power: number) =>
      Math.floor(index / (maxGoalsPerHalf + 1) ** power) % (maxGoalsPerHalf + 1);
    const halves = [goals(0), goals(1), goals(2), goals(3)] as const;
    const [h1, a1, h2, a2] = halves;
    return {
      halves,
      score: { halfTime: { home: h1, away: a1 }, fullTime: { home: h1 + h2, away: a1 + a2 } },
    };
  },
);

/** The final score, determined by the match's id. */
export function scoreOfDemo(match: DemoMatch): Score {
  const probabilities = probabilitiesOf(match);
  let remaining = chanceFrom(`score ${match.id}`).next() * sum(probabilities);
  const index = probabilities.findIndex((chance) => {
    remaining -= chance;
    return remaining < 0;
  });
  return (possibleScores[index] ?? possibleScores[0])?.score ?? { fullTime: { home: 0, away: 0 } };
}

/** The score a number of minutes after the kick-off, with a break of a quarter of an hour. */
export function scoreOfDemoAfter(match: DemoMatch, minutes: number): Score {
  const { halfTime = { home: 0, away: 0 }, fullTime } = scoreOfDemo(match);
  const chance = chanceFrom(`goals ${match.id}`);
  const scoredBy = (goals: number, from: number, now: number) =>
    Array.from({ length: goals }, () => from + chance.between(1, 45)).filter((at) => at <= now)
      .length;
  const inSecond = minutes - breakLength;
  const first = {
    home: scoredBy(halfTime.home, 0, minutes),
    away: scoredBy(halfTime.away, 0, minutes),
  };
  if (minutes < 45) return { fullTime: first };
  const home = first.home + scoredBy(fullTime.home - halfTime.home, 45, inSecond);
  const away = first.away + scoredBy(fullTime.away - halfTime.away, 45, inSecond);
  return { halfTime, fullTime: { home, away } };
}

/** The result of an option of a demo match. */
export function resultOfDemo(match: DemoMatch, option: Option) {
  return settle(option, scoreOfDemo(match)).result;
}

/** The price of an option; undefined if the score does not decide it. */
export function pricerOf(match: DemoMatch): (option: Option) => number | undefined {
  const probabilities = probabilitiesOf(match);
  return (option) => {
    let [won, lost] = [0, 0];
    for (const [index, result] of resultsOf(option).entries()) {
      if (result === 'ask') return undefined;
      if (result === 'won') won += probabilities[index] ?? 0;
      if (result === 'lost') lost += probabilities[index] ?? 0;
    }
    const price = (won + lost) / (won * margin);
    return Math.round(Math.min(highest, Math.max(lowest, price)) * 100) / 100;
  };
}

/** The groups with prices in the demo's feed beside 1X2. */
const otherPricedGroups = ['Double Chance', 'O/U 1.5', 'O/U 2.5', 'O/U 3.5', 'GG/NG', 'DNB'];

/** The feed's prices for a match. */
export function feedOfDemo(match: DemoMatch) {
  const priceOf = pricerOf(match);
  const [home = 0, draw = 0, away = 0] = optionsIn(['1X2']).map((option) => priceOf(option) ?? 0);
  const others = optionsIn(otherPricedGroups).flatMap((option) => {
    const price = priceOf(option);
    return price === undefined ? [] : [[option.oddsId, price] as const];
  });
  return { prices: { home, draw, away }, otherPrices: Object.fromEntries(others) };
}

/** The options of these groups. */
export function optionsIn(groups: readonly string[]): Option[] {
  return catalogue.filter(({ oddsGroup }) => groups.includes(oddsGroup));
}

const resultsByOption = new Map<number, ReturnType<typeof settle>['result'][]>();

function resultsOf(option: Option) {
  const known = resultsByOption.get(option.oddsId);
  if (known) return known;
  const results = possibleScores.map(({ score }) => settle(option, score).result);
  resultsByOption.set(option.oddsId, results);
  return results;
}

/** The probability of each score: goals are independent and Poisson distributed. */
function probabilitiesOf({ homeStrength, awayStrength }: DemoMatch): number[] {
  const better = edge * (homeStrength - awayStrength);
  const home = homeGoals * Math.exp(better);
  const away = awayGoals * Math.exp(-better);
  const bySide = [
    firstHalf * home,
    firstHalf * away,
    (1 - firstHalf) * home,
    (1 - firstHalf) * away,
  ];
  const byGoals = bySide.map((mean) =>
    Array.from({ length: maxGoalsPerHalf + 1 }, (_, k) => poisson(mean, k)),
  );
  return possibleScores.map(({ halves }) =>
    halves.reduce((product, goals, side) => product * (byGoals[side]?.[goals] ?? 0), 1),
  );
}

function poisson(mean: number, count: number): number {
  let chance = Math.exp(-mean);
  for (let k = 1; k <= count; k += 1) chance *= mean / k;
  return chance;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A seeded random generator. */
export type Chance = {
  /** From 0 up to but not including 1. */
  next: () => number;
  /** An integer between two, both included. */
  between: (min: number, max: number) => number;
  /** A random item. */
  of: <Item>(items: readonly Item[]) => Item | undefined;
};

export function chanceFrom(seed: string): Chance {
  // The mulberry32 generator.
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    of: (items) => items[Math.floor(next() * items.length)],
  };
}

/** A UUIDv7 for a moment, like those of clients. */
export function idAt(moment: Date, chance: Chance): string {
  const time = moment.getTime().toString(16).padStart(12, '0');
  const digits = (count: number) =>
    Array.from({ length: count }, () => chance.between(0, 15).toString(16)).join('');
  const variant = chance.between(8, 11).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-${variant}${digits(3)}-${digits(12)}`;
}
