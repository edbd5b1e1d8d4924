import type { Outcomes } from '#domain/odds/goal-model.ts';

import type { Forecast } from './rates.ts';

/** Weights of the features for 1 and for 2; those for X are zero. */
type Weights = { home: number[]; away: number[] };

/**
 * Probabilities of 1, X and 2 as a bookmaker would give them: a multinomial logit of the two rates,
 * fitted on other seasons' results. From two Poisson distributions they would be the very model
 * under test, and have too few draws.
 */
export function imitated(forecast: Forecast, others: readonly Forecast[]): Outcomes {
  return outcomesBy(weightsFor(others), featuresOf(forecast));
}

const fitted = new WeakMap<readonly Forecast[], Weights>();

function weightsFor(forecasts: readonly Forecast[]): Weights {
  const known = fitted.get(forecasts);
  if (known) return known;
  const rows = forecasts.map((forecast) => ({
    features: featuresOf(forecast),
    side: Math.sign(forecast.score.fullTime.home - forecast.score.fullTime.away),
  }));
  const weights: Weights = { home: [0, 0, 0, 0], away: [0, 0, 0, 0] };
  for (let step = 0; step < 2_000; step += 1) {
    const slopes: Weights = { home: [0, 0, 0, 0], away: [0, 0, 0, 0] };
    for (const { features, side } of rows) {
      const { home, away } = outcomesBy(weights, features);
      addTo(slopes.home, features, (Number(side > 0) - home) / rows.length);
      addTo(slopes.away, features, (Number(side < 0) - away) / rows.length);
    }
    addTo(weights.home, slopes.home, 1);
    addTo(weights.away, slopes.away, 1);
  }
  fitted.set(forecasts, weights);
  return weights;
}

function featuresOf({ rates }: Forecast): number[] {
  const gradient = Math.log(rates.home / rates.away);
  return [1, gradient, Math.log(rates.home * rates.away), gradient ** 2];
}

function outcomesBy({ home, away }: Weights, features: readonly number[]): Outcomes {
  const [one, two] = [home, away].map((weights) =>
    Math.exp(weights.reduce((sum, weight, index) => sum + weight * (features[index] ?? 0), 0)),
  );
  const all = 1 + (one ?? 0) + (two ?? 0);
  return { home: (one ?? 0) / all, draw: 1 / all, away: (two ?? 0) / all };
}

function addTo(sum: number[], terms: readonly number[], times: number): void {
  for (const [index, term] of terms.entries()) sum[index] = (sum[index] ?? 0) + term * times;
}
