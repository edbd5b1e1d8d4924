import { catalogue, type OddsGroup, oddsGroups } from '#domain/catalogue.ts';
import { estimate } from '#domain/odds/estimate.ts';
import type { Score } from '#domain/fixture.ts';
import type { Outcomes } from '#domain/odds/goal-model.ts';
import { settle } from '#domain/settlement/settlement.ts';

/** A match with prices of 1, X and 2, and its score. */
export type PricedMatch = { file: string; prices: Outcomes; score: Score };

/** An option's estimated probability, and whether it won. */
export type Case = { oddsId: number; group: OddsGroup; chance: number; won: boolean };

export type Errors = { cases: number; brier: number; logLoss: number; gap: number };

export type Bin = { cases: number; estimated: number; seen: number };

/** Every option of a match that its score decides; undefined if the prices are no market. */
export function casesOf({ prices, score }: PricedMatch): Case[] | undefined {
  const estimates = estimate(prices);
  return (
    estimates &&
    catalogue.flatMap((option): Case[] => {
      // Only some scores determine the first goal, which would be a biased sample.
      if (option.oddsGroup === 'First Goal' && option.oddsName !== 'No Goal') return [];
      const { result } = settle(option, score);
      if (result !== 'won' && result !== 'lost') return [];
      const { oddsId, oddsGroup: group } = option;
      const chance = estimates.get(oddsId)?.probability ?? NaN;
      return [{ oddsId, group, chance, won: result === 'won' }];
    })
  );
}

/** Errors of each group, beside those of constant frequencies. */
export function errorsByGroup(cases: readonly Case[]) {
  return oddsGroups.map(({ group }) => {
    const ofGroup = cases.filter((each) => each.group === group);
    return { group, ...errorsOf(ofGroup), plain: errorsOf(atTheirShare(ofGroup)) };
  });
}

/** Ten bins of estimated probability: number of cases, estimated and actual frequency. */
export function bins(cases: readonly Case[]): Bin[] {
  return Array.from({ length: 10 }, (_, bin) => {
    const inBin = cases.filter(({ chance }) => Math.min(9, Math.floor(chance * 10)) === bin);
    return {
      cases: inBin.length,
      estimated: meanOf(inBin, ({ chance }) => chance),
      seen: meanOf(inBin, ({ won }) => Number(won)),
    };
  });
}

export function meanOf<Each>(all: readonly Each[], figure: (each: Each) => number): number {
  return all.reduce((sum, each) => sum + figure(each), 0) / Math.max(1, all.length);
}

function errorsOf(cases: readonly Case[]): Errors {
  return {
    cases: cases.length,
    brier: meanOf(cases, ({ chance, won }) => (chance - Number(won)) ** 2),
    logLoss: meanOf(cases, ({ chance, won }) => -Math.log(won ? chance : 1 - chance)),
    gap:
      bins(cases).reduce((sum, bin) => sum + bin.cases * Math.abs(bin.estimated - bin.seen), 0) /
      Math.max(1, cases.length),
  };
}

function atTheirShare(cases: readonly Case[]): Case[] {
  const byOption = Map.groupBy(cases, ({ oddsId }) => oddsId);
  return [...byOption.values()].flatMap((ofOption) => {
    const chance = meanOf(ofOption, ({ won }) => Number(won));
    return ofOption.map((each) => ({ ...each, chance }));
  });
}
