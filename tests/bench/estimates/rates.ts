import type { Score } from '#domain/fixture.ts';
import type { Rates } from '#domain/goal-model.ts';

/** A match that was played, and what the table up to the day before says of it. */
export type Match = { date: string; home: string; away: string; score: Score };
export type Forecast = Match & { rates: Rates };

/** Until both clubs have played so often, a table says too little. */
const leastMatches = 5;

/** Every club starts with so many goals as the league expects: among 5, 10, 15, 20, 30 the best forecasts. */
const priorGoals = 15;

/** The league's own mean starts with so many matches of 1.5 and 1.25 goals. */
const priorMatches = 50;

type Strength = { attack: number; defence: number; matches: number };

/** Of each match the rates of goals (Maher 1982) that the season's table up to the day before gives. */
export function forecasts(matches: readonly Match[]): Forecast[] {
  const days = Map.groupBy(matches, ({ date }) => date);
  return [...days.keys()].toSorted().flatMap((day) => {
    const past = matches.filter(({ date }) => date < day);
    const { mean, strengthOf } = strengths(past);
    return (days.get(day) ?? []).flatMap((match) => {
      const [home, away] = [strengthOf(match.home), strengthOf(match.away)];
      if (home.matches < leastMatches || away.matches < leastMatches) return [];
      const rates = {
        home: mean.home * home.attack * away.defence,
        away: mean.away * away.attack * home.defence,
      };
      return [{ ...match, rates }];
    });
  });
}

/** What each club scores and lets in, as a multiple of the league's mean against the same clubs. */
function strengths(past: readonly Match[]) {
  const goals = (side: 'home' | 'away') =>
    past.reduce((sum, { score }) => sum + score.fullTime[side], 0);
  const count = past.length + priorMatches;
  const mean = {
    home: (goals('home') + 1.5 * priorMatches) / count,
    away: (goals('away') + 1.25 * priorMatches) / count,
  };
  const clubs = new Map<string, Strength>();
  const strengthOf = (club: string) => clubs.get(club) ?? { attack: 1, defence: 1, matches: 0 };

  // Each club's goals over what the others' strengths let one expect, again and again until it settles.
  for (let round = 0; round < 20; round += 1) {
    const sums = new Map<
      string,
      { got: number; due: number; let: number; feared: number; n: number }
    >();
    const add = (club: string, got: number, due: number, lost: number, feared: number) => {
      const sum = sums.get(club) ?? { got: 0, due: 0, let: 0, feared: 0, n: 0 };
      sums.set(club, {
        got: sum.got + got,
        due: sum.due + due,
        let: sum.let + lost,
        feared: sum.feared + feared,
        n: sum.n + 1,
      });
    };
    for (const { home, away, score } of past) {
      const { fullTime } = score;
      const [host, guest] = [strengthOf(home), strengthOf(away)];
      const [due, feared] = [mean.home * guest.defence, mean.away * guest.attack];
      add(home, fullTime.home, due, fullTime.away, feared);
      add(away, fullTime.away, mean.away * host.defence, fullTime.home, mean.home * host.attack);
    }
    for (const [club, { got, due, let: lost, feared, n }] of sums) {
      const attack = (got + priorGoals) / (due + priorGoals);
      const defence = (lost + priorGoals) / (feared + priorGoals);
      clubs.set(club, { attack, defence, matches: n });
    }
  }
  return { mean, strengthOf };
}
