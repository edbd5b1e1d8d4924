import type { Goals, Score } from '#domain/fixture.ts';
import type { Rates } from '#domain/odds/goal-model.ts';

/** A played match with features of the table up to the day before. */
export type Match = { date: string; home: string; away: string; score: Score };
export type Forecast = Match & { rates: Rates };

/** Minimum matches of both clubs before a table is informative. */
const minMatches = 5;

/** Prior goals of every club: among 5, 10, 15, 20, 30 the best forecasts. */
const priorGoals = 15;

/** Prior matches of the league's mean, at 1.5 and 1.25 goals. */
const priorMatches = 50;

/** Goals of a club for and against, as a multiple of others' against the same clubs. */
type Strength = { attack: number; defence: number };

/** A match from the view of one club, with the expected goals of two average clubs. */
type Game = { opponent: string; scored: number; conceded: number; usual: Goals };

/** The goal rates (Maher 1982) of each match by the season's table up to the day before. */
export function forecasts(matches: readonly Match[]): Forecast[] {
  const days = Map.groupBy(matches, ({ date }) => date);
  return [...days.keys()].toSorted().flatMap((day) => {
    const { usual, strengthOf, gamesOf } = tableOf(matches.filter(({ date }) => date < day));
    return (days.get(day) ?? []).flatMap((match) => {
      const { home, away } = match;
      if (Math.min(gamesOf(home), gamesOf(away)) < minMatches) return [];
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
  // Each strength depends on the opponents', so it is iterated until it converges.
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
