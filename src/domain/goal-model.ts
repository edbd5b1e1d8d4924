import type { Goals } from './fixture.ts';

/** How many goals each side may expect in 90 minutes. */
export type Rates = { readonly home: number; readonly away: number };

/** The chances of 1, X and 2. */
export type Outcomes = { readonly home: number; readonly draw: number; readonly away: number };

/**
 * Of all goals, the share before half-time: 2,875 of 6,389 in the 2,278 matches of the top leagues of
 * England (two), Germany, Italy, Portugal, Spain and Turkey, 2024/25 and 2025/26, as openfootball tells them.
 */
export const firstHalfShare = 0.45;

/**
 * By how much 0-0 and 1-1 are likelier, and 1-0 and 0-1 less likely, than if the sides did not mind each
 * other: rho of Dixon and Coles (1997). It is chosen so that the prices of a draw speak of as many goals
 * as there are; docs/decisions/034 has the figures.
 */
export const lowScoreBond = -0.1;

/** No side of a football match expects more, and from 10 on such a bond makes no sense. */
const mostExpected = 7;

/** Up to how many goals a fit looks: more are rarer than one in a million at any rate. */
const toldApart = 26;

/** The chances of 0, 1, 2 … goals at a rate; the last is that of so many or more. */
export function goalChances(rate: number, length: number): number[] {
  const chances = [Math.exp(-rate)];
  for (let goals = 1; goals < length - 1; goals += 1) {
    chances.push(((chances[goals - 1] ?? 0) * rate) / goals);
  }
  return [...chances, Math.max(0, 1 - chances.reduce((sum, chance) => sum + chance, 0))];
}

/** What the bond multiplies a score's chance by. */
export function bondAt({ home, away }: Goals, rates: Rates, bond = lowScoreBond): number {
  if (home > 1 || away > 1) return 1;
  if (home === away) return home === 0 ? 1 - rates.home * rates.away * bond : 1 - bond;
  return 1 + bond * (home === 0 ? rates.home : rates.away);
}

/**
 * The rates at which two Poisson distributions (Maher 1982), bound at low scores (Dixon and Coles 1997),
 * give these chances of 1, X and 2: Newton's method on the logarithms. Undefined where football has none.
 */
export function ratesFor(outcomes: Outcomes, bond = lowScoreBond): Rates | undefined {
  let home = Math.log(1.4) + Math.log(outcomes.home / outcomes.away) / 4;
  let away = Math.log(1.4) - Math.log(outcomes.home / outcomes.away) / 4;
  for (let round = 0; round < 40; round += 1) {
    const rates = { home: Math.exp(home), away: Math.exp(away) };
    const at = slopesAt(rates, bond);
    const missing = { home: outcomes.home - at.home, away: outcomes.away - at.away };
    if (Math.abs(missing.home) + Math.abs(missing.away) < 1e-9) return rates;

    const slope = at.homeByHome * at.awayByAway - at.homeByAway * at.awayByHome;
    const byHome = missing.home * at.awayByAway - missing.away * at.homeByAway;
    const byAway = missing.away * at.homeByHome - missing.home * at.awayByHome;
    home = within(home + stepOf(byHome / slope / rates.home));
    away = within(away + stepOf(byAway / slope / rates.away));
  }
  return undefined;
}

function stepOf(step: number): number {
  return Math.max(-0.5, Math.min(0.5, step));
}

function within(logarithm: number): number {
  return Math.max(-12, Math.min(Math.log(mostExpected), logarithm));
}

/**
 * What either side wins, and how that changes with either rate. One more goal at home wins the draws;
 * one more away takes what was won by one. So the slopes are the chances of those margins.
 */
function slopesAt({ home, away }: Rates, bond: number) {
  const ofHome = goalChances(home, toldApart);
  const ofAway = goalChances(away, toldApart);
  let level = 0;
  let homeByOne = 0;
  let awayByOne = 0;
  let homeWins = 0;
  let fewer = 0;
  for (const [goals, chance] of ofHome.entries()) {
    homeWins += chance * fewer;
    level += chance * (ofAway[goals] ?? 0);
    homeByOne += chance * (ofAway[goals - 1] ?? 0);
    awayByOne += chance * (ofAway[goals + 1] ?? 0);
    fewer += ofAway[goals] ?? 0;
  }
  // What the bond takes from 1-0, and as much from 0-1, goes to 0-0 and 1-1.
  const taken = bond * home * away * Math.exp(-home - away);
  const byHome = taken * (1 / home - 1);
  const byAway = taken * (1 / away - 1);
  return {
    home: homeWins + taken,
    away: 1 - homeWins - level + taken,
    homeByHome: level + byHome,
    homeByAway: byAway - homeByOne,
    awayByHome: byHome - awayByOne,
    awayByAway: level + byAway,
  };
}
