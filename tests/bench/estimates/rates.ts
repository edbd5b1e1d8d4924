import type { Goals, Score } from '#domain/fixture.ts';
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

/** What a club scores and lets in, as a multiple of what others do against the same clubs. */
type Strength = { attack: number; defence: number };

/** A match as one of its clubs sees it, with the goals that two clubs of no strength would score. */
type Game = { opponent: string; scored: number; conceded: number; usual: Goals };

/** Of each match the rates of goals (Maher 1982) that the season's table up to the day before gives. */
export function forecasts(matches: readonly Match[]): Forecast[] {
  const days = Map.groupBy(matches, ({ date }) => date);
  return [...days.keys()].toSorted().flatMap((day) => {
    const { usual, strengthOf, gamesOf } = tableOf(matches.filter(({ date }) => date < day));
    return (days.get(day) ?? []).flatMap((match) => {
      const { home, away } = match;
      if (Math.min(gamesOf(home), gamesOf(away)) < leastMatches) return [];
      const rates = {
        home: usual.home * strengthOf(home).attack * strengthOf(away).defence,
        away: usual.away * strengthOf(away).attack * strengthOf(home).defence,
      };
      return [{ ...match, rates }];
    });
  });
}

function tableOf(past: readonly Match[]) {
  const meanAt = (side: 'home' | 'away', prior: number) =>
    sumOf(past, ({ score }) => score.fullTime[side], prior * priorMatches) /
    (past.length + priorMatches);
  const usual = { home: meanAt('home', 1.5), away: meanAt('away', 1.25) };
  const turned = { home: usual.away, away: usual.home };
  const games = new Map<string, Game[]>();
  const add = (club: string, game: Game) => games.set(club, [...(games.get(club) ?? []), game]);
  for (const { home, away, score } of past) {
    const { fullTime } = score;
    add(home, { opponent: away, scored: fullTime.home, conceded: fullTime.away, usual });
    add(away, { opponent: home, scored: fullTime.away, conceded: fullTime.home, usual: turned });
  }

  const clubs = new Map<string, Strength>();
  const strengthOf = (club: string) => clubs.get(club) ?? { attack: 1, defence: 1 };
  // Each strength rests on those of the opponents: again and again until they settle.
  for (let round = 0; round < 20; round += 1) {
    for (const [club, played] of games) {
      const scored = sumOf(played, (game) => game.scored, priorGoals);
      const conceded = sumOf(played, (game) => game.conceded, priorGoals);
      const due = sumOf(
        played,
        (game) => game.usual.home * strengthOf(game.opponent).defence,
        priorGoals,
      );
      const feared = sumOf(
        played,
        (game) => game.usual.away * strengthOf(game.opponent).attack,
        priorGoals,
      );
      clubs.set(club, { attack: scored / due, defence: conceded / feared });
    }
  }
  return { usual, strengthOf, gamesOf: (club: string) => games.get(club)?.length ?? 0 };
}

function sumOf<Each>(all: readonly Each[], figure: (each: Each) => number, start: number): number {
  return all.reduce((sum, each) => sum + figure(each), start);
}
