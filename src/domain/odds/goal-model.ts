/** Expected goals of each side in 90 minutes. */
export type GoalRates = { readonly home: number; readonly away: number };

/** Probabilities or prices of 1, X and 2. */
export type HomeDrawAway = { readonly home: number; readonly draw: number; readonly away: number };

/**
 * Share of goals scored before half-time: 2,875 of 6,389 in 2,278 matches of the top leagues of
 * England (two), Germany, Italy, Portugal, Spain and Turkey in 2024/25 and 2025/26, by data of
 * openfootball.
 */
export const firstHalfShare = 0.45;

/**
 * Share by which draws exceed those of independent sides (diagonal inflation, Karlis and Ntzoufras
 * 2003). With this value, draw prices imply the observed number of goals; see docs/decisions/034.
 */
export const drawSurplus = 0.15;

/** Maximum expected goals of a side, which no real match reaches. */
const maxExpectedGoals = 7;

/** Number of goal counts in a fit; higher counts are rarer than one in a million. */
const goalCounts = 26;

/** Poisson probabilities of 0, 1, 2 … goals; the last is that of `length - 1` or more goals. */
export function computeGoalProbabilities(rate: number, length: number): number[] {
  const probabilities = [Math.exp(-rate)];
  for (let goals = 1; goals < length - 1; goals += 1) {
    probabilities.push(((probabilities[goals - 1] ?? 0) * rate) / goals);
  }
  return [
    ...probabilities,
    Math.max(0, 1 - probabilities.reduce((sum, chance) => sum + chance, 0)),
  ];
}

/** Removes the draw surplus from probabilities of 1, X and 2. */
function removeDrawSurplus({ home, draw, away }: HomeDrawAway): HomeDrawAway {
  const level = draw / (1 + drawSurplus - drawSurplus * draw);
  const all = 1 + drawSurplus * level;
  return { home: home * all, draw: level, away: away * all };
}

/**
 * Finds the goal rates of two Poisson distributions (Maher 1982) with inflated draws that give
 * these probabilities of 1, X and 2, by Newton's method on the logarithms. Returns undefined if no
 * rates fit.
 */
export function fitGoalRates(outcomes: HomeDrawAway): GoalRates | undefined {
  const target = removeDrawSurplus(outcomes);
  let home = Math.log(1.4) + Math.log(target.home / target.away) / 4;
  let away = Math.log(1.4) - Math.log(target.home / target.away) / 4;
  for (let round = 0; round < 40; round += 1) {
    const rates = { home: Math.exp(home), away: Math.exp(away) };
    const { homeWins, level, awayWins, homeByOne, awayByOne } = computeWinProbabilities(rates);
    const missing = { home: target.home - homeWins, away: target.away - awayWins };
    if (Math.abs(missing.home) + Math.abs(missing.away) < 1e-9) return rates;

    // One more home goal turns draws into home wins, and defeats by one goal into draws; likewise
    // for away goals.
    const slope = level ** 2 - homeByOne * awayByOne;
    const byHome = missing.home * level + missing.away * homeByOne;
    const byAway = missing.away * level + missing.home * awayByOne;
    home = clampLogRate(home + limitStep(byHome / slope / rates.home));
    away = clampLogRate(away + limitStep(byAway / slope / rates.away));
  }
  return undefined;
}

function limitStep(step: number): number {
  return Math.max(-0.5, Math.min(0.5, step));
}

function clampLogRate(logarithm: number): number {
  return Math.max(-12, Math.min(Math.log(maxExpectedGoals), logarithm));
}

/** Probabilities of a home win, a level score and one-goal margins for independent sides. */
function computeWinProbabilities(rates: GoalRates) {
  const ofHome = computeGoalProbabilities(rates.home, goalCounts);
  const ofAway = computeGoalProbabilities(rates.away, goalCounts);
  let homeWins = 0;
  let level = 0;
  let homeByOne = 0;
  let awayByOne = 0;
  let fewer = 0;
  for (const [goals, chance] of ofHome.entries()) {
    homeWins += chance * fewer;
    level += chance * (ofAway[goals] ?? 0);
    homeByOne += chance * (ofAway[goals - 1] ?? 0);
    awayByOne += chance * (ofAway[goals + 1] ?? 0);
    fewer += ofAway[goals] ?? 0;
  }
  return { homeWins, level, awayWins: 1 - homeWins - level, homeByOne, awayByOne };
}
