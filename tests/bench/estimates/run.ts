import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

import { oddNameOf, catalogue } from '#domain/catalogue.ts';
import { withoutMargin } from '#domain/odds/estimate.ts';
import {
  drawSurplus,
  goalProbabilities,
  type Outcomes,
  ratesFor,
  withoutSurplus,
} from '#domain/odds/goal-model.ts';
import { readSeason } from '#domain/results/season-file.ts';

import {
  bins,
  type Case,
  casesOf,
  errorsByGroup,
  meanOf,
  type PricedMatch,
} from './calibration.ts';
import { imitated } from './imitation.ts';
import { type Forecast, forecasts, type Match } from './rates.ts';

type Season = { file: string; matches: (Match & { prices?: Outcomes | undefined })[] };

const Price = z.number();
const Rows = z.object({
  matches: z._default(
    z.array(
      z.object({
        prices: z.optional(z.object({ home: Price, draw: Price, away: Price })),
      }),
    ),
    [],
  ),
});

const surpluses = [0, 0.05, 0.1, 0.125, 0.15, 0.175, 0.2];

const [folder] = process.argv.slice(2);
const usage =
  'Usage: npm run estimates -- FOLDER, with season files of openfootball. A match may have closing ' +
  'prices beside its score: "prices": { "home": 2.1, "draw": 3.4, "away": 3.6 }.';
await (folder ? calibrate(folder) : Promise.reject(new Error(usage))).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

async function calibrate(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  if (names.length === 0) throw new Error(`There is no .json file in ${folder}.`);
  const seasons = await Promise.all(names.map(async (name) => seasonIn(folder, name)));
  const priced = seasons.flatMap(pricedIn);
  const imitation = imitatedFor(seasons.filter((season) => pricedIn(season).length === 0));
  console.log(
    `${names.length} files: ${priced.length} matches with prices, ` +
      `${imitation.length} with 1, X and 2 from the tables up to the day before.`,
  );
  for (const matches of [priced, imitation]) if (matches.length > 0) show(matches);
}

async function seasonIn(folder: string, file: string): Promise<Season> {
  const text = await readFile(join(folder, file), 'utf8');
  const season = readSeason(text);
  if (!season.allowed) throw new Error(`${file}: ${season.problem.join(' ')}`);
  const rows = Rows.parse(JSON.parse(text)).matches;
  const matches = season.value.matches.flatMap(({ status, score, ...match }, index) =>
    status === 'played' && score ? [{ ...match, score, prices: rows[index]?.prices }] : [],
  );
  return { file, matches };
}

function pricedIn({ file, matches }: Season): PricedMatch[] {
  return matches.flatMap(({ prices, score }) => (prices ? [{ file, prices, score }] : []));
}

/** Fair prices of each season's matches, fitted on the results of the other seasons. */
function imitatedFor(seasons: readonly Season[]): PricedMatch[] {
  if (seasons.length === 1)
    throw new Error('One season without prices has no other to learn from.');
  const known = seasons.map(({ file, matches }) => ({ file, forecasts: forecasts(matches) }));
  return known.flatMap(({ file, forecasts }) => {
    const others: Forecast[] = known.flatMap((other) =>
      other.file === file ? [] : other.forecasts,
    );
    return forecasts.map((forecast) => {
      const { home, draw, away } = imitated(forecast, others);
      return {
        file,
        prices: { home: 1 / home, draw: 1 / draw, away: 1 / away },
        score: forecast.score,
      };
    });
  });
}

function show(matches: readonly PricedMatch[]): void {
  const found = matches.flatMap((match) => {
    const cases = casesOf(match);
    return cases ? [{ ...match, cases }] : [];
  });
  console.log(`\n${found.length} of ${matches.length} have an estimate.`);
  showSurpluses(found);
  for (const [file, ofFile] of Map.groupBy(found, ({ file }) => file)) {
    console.log(`${file.padEnd(20)} ${goalsAt(ofFile, drawSurplus)}`);
  }
  showCases(found.flatMap(({ cases }) => cases));
}

/** Goals by other surpluses: the right one has the right mean, too. */
function showSurpluses(matches: readonly PricedMatch[]): void {
  console.log('\nsurplus of draws: goals expected, goals that fell, log loss of the score');
  const known = matches.filter(({ prices }) => surpluses.every((each) => modelOf(prices, each)));
  for (const surplus of surpluses) {
    const loss = meanOf(known, (match) => -Math.log(chanceOfScore(match, surplus)));
    console.log(`${surplus.toFixed(3)} ${goalsAt(known, surplus)} ${loss.toFixed(4)}`);
  }
}

function goalsAt(matches: readonly PricedMatch[], surplus: number): string {
  const expected = meanOf(matches, ({ prices }) => {
    const rates = modelOf(prices, surplus)?.rates;
    return rates ? rates.home + rates.away : NaN;
  });
  const fell = meanOf(matches, ({ score }) => score.fullTime.home + score.fullTime.away);
  return `${expected.toFixed(3)} ${fell.toFixed(3)}`;
}

function chanceOfScore({ prices, score }: PricedMatch, surplus: number): number {
  const model = modelOf(prices, surplus);
  if (!model) return NaN;
  const { rates, level } = model;
  const { home, away } = score.fullTime;
  const apart =
    (goalProbabilities(rates.home, 26)[home] ?? 0) * (goalProbabilities(rates.away, 26)[away] ?? 0);
  return (apart * (home === away ? 1 + surplus : 1)) / (1 + surplus * level);
}

function modelOf(prices: Outcomes, surplus: number) {
  const outcomes = withoutMargin(prices);
  const rates = outcomes && ratesFor(outcomes, surplus);
  if (!rates)
    throw new Error(`${JSON.stringify(prices)} have no rates at a surplus of ${surplus}.`);
  return { rates, level: withoutSurplus(outcomes, surplus).draw };
}

function showCases(cases: readonly Case[]): void {
  const figure = (number: number) => number.toFixed(4).padStart(8);
  console.log(
    '\nof each group: cases, Brier, log loss; both if one knew only how often each option wins; mean gap in ten bins',
  );
  for (const { group, plain, ...errors } of errorsByGroup(cases)) {
    const figures = [errors.brier, errors.logLoss, plain.brier, plain.logLoss, errors.gap];
    console.log(group.padEnd(22) + String(errors.cases).padStart(7) + figures.map(figure).join(''));
  }
  console.log('\nof each option: cases, estimated, seen');
  for (const option of catalogue) {
    const ofOption = cases.filter(({ oddsId }) => oddsId === option.oddsId);
    if (ofOption.length === 0) continue;
    const estimated = meanOf(ofOption, ({ chance }) => chance);
    const seen = meanOf(ofOption, ({ won }) => Number(won));
    console.log(
      oddNameOf(option).padEnd(28) +
        String(ofOption.length).padStart(6) +
        figure(estimated) +
        figure(seen),
    );
  }
  showBins('all groups', cases);
  for (const [group, ofGroup] of Map.groupBy(cases, ({ group }) => group)) showBins(group, ofGroup);
}

function showBins(name: string, cases: readonly Case[]): void {
  console.log(`\n${name}: estimated, seen, cases`);
  for (const { cases: count, estimated, seen } of bins(cases)) {
    if (count > 0) console.log(`${estimated.toFixed(3)} ${seen.toFixed(3)} ${count}`);
  }
}
