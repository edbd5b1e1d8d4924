import { leagueKeyed } from '../fixtures/leagues.ts';
import { fixtureId } from '../seasons/season.ts';
import { instantAt } from '../seasons/zoned-time.ts';

/** A game of the demo season. Strength ranges from 1 for the best club of a league to -1. */
export type DemoMatch = {
  id: string;
  sportKey: string;
  round: number;
  home: string;
  away: string;
  homeStrength: number;
  awayStrength: number;
  kickOff: Date;
};

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const week = 7 * day;
const firstMonday = Date.UTC(1970, 0, 5);

/** The kick-offs of a round: days after the week's Monday, and the local time. */
const slots: readonly [day: number, time: string][] = [
  [4, '20:00'],
  [5, '12:30'],
  [5, '15:00'],
  [5, '15:00'],
  [5, '17:30'],
  [5, '20:00'],
  [6, '14:00'],
  [6, '16:30'],
  [6, '19:00'],
  [7, '20:00'],
];

/**
 * The demo's games between two moments. Every league plays a round a week, season after season, so
 * the schedule has no beginning and is equal for every call.
 */
export function demoMatches(from: Date, to: Date): DemoMatch[] {
  const weeks = weeksBetween(from.getTime() - 2 * week, to.getTime() + week);
  return demoLeagues
    .flatMap((league) => weeks.flatMap((number) => roundOf(league, number)))
    .filter(({ kickOff }) => kickOff >= from && kickOff <= to)
    .toSorted((a, b) => a.kickOff.getTime() - b.kickOff.getTime());
}

/**
 * Moves the next games of the first leagues forward: two are in play, one of them in its first
 * half, and one is about to begin.
 */
export function withGamesNow(matches: readonly DemoMatch[], now: Date): DemoMatch[] {
  const at = (hours: number) => roundedDown(now.getTime() + hours * hour);
  const next = [at(-1), at(1.5)];
  // Applied to a game so far ahead that no tip is on it.
  const later = [at(-0.4)];
  return matches
    .map((match) => {
      const remainingMs = match.kickOff.getTime() - now.getTime();
      const isNext = match.sportKey === demoLeagues[0]?.key && remainingMs > 0;
      const isLater = match.sportKey === demoLeagues[1]?.key && remainingMs > 10 * day;
      const time = isNext ? next.shift() : isLater ? later.shift() : undefined;
      return time === undefined ? match : { ...match, kickOff: new Date(time) };
    })
    .toSorted((a, b) => a.kickOff.getTime() - b.kickOff.getTime());
}

/** A round by the circle method: one club is fixed, the others move by one position every week. */
function roundOf({ key, lag, clubs }: DemoLeague, weekNumber: number): DemoMatch[] {
  const zone = leagueKeyed(key)?.zone ?? 'UTC';
  const roundsOfHalf = clubs.length - 1;
  const season = Math.floor(weekNumber / (2 * roundsOfHalf));
  const round = weekNumber % (2 * roundsOfHalf);
  const clubIndexes = clubs.map((_, rank) =>
    rank === 0 ? 0 : 1 + ((rank - 1 + round) % roundsOfHalf),
  );

  return slots.slice(0, clubs.length / 2).map(([slotDay, time], pair) => {
    const sides = [clubIndexes[pair] ?? 0, clubIndexes[clubs.length - 1 - pair] ?? 0];
    // A club moves by a pair a week, so swapping every other pair alternates home and away games.
    // The second half of a season is the first with home and away swapped.
    const isSwapped = (pair === 0 ? round % roundsOfHalf : pair) % 2 === 1;
    if (isSwapped !== round >= roundsOfHalf) sides.reverse();
    const [home = 0, away = 0] = sides;
    const names = { home: clubs[home] ?? '', away: clubs[away] ?? '' };
    const date = new Date(firstMonday + weekNumber * week + (slotDay + lag) * day);
    return {
      id: fixtureId(['demo', key, String(season), names.home, names.away]),
      sportKey: key,
      round: round + 1,
      ...names,
      homeStrength: strengthOf(home, clubs.length),
      awayStrength: strengthOf(away, clubs.length),
      kickOff: instantAt(date.toISOString().slice(0, 10), time, zone),
    };
  });
}

function strengthOf(rank: number, clubs: number): number {
  return 1 - (2 * rank) / (clubs - 1);
}

function weeksBetween(from: number, to: number): number[] {
  const first = Math.floor((from - firstMonday) / week);
  const last = Math.floor((to - firstMonday) / week);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function roundedDown(time: number): number {
  const grain = 5 * 60 * 1000;
  return Math.floor(time / grain) * grain;
}

/** A league of the demo season: its key, and its clubs by strength. */
export type DemoLeague = {
  key: string;
  /** Delay of its weekends in days, so that every day of the week has a game. */
  lag: number;
  clubs: readonly string[];
};

export const demoLeagues: readonly DemoLeague[] = [
  league('soccer_epl', 0, [
    'Arsenal, Manchester City, Liverpool, Chelsea, Aston Villa, Newcastle United, Tottenham Hotspur',
    'Manchester United, Brighton & Hove Albion, Crystal Palace, AFC Bournemouth, Fulham, Everton',
    'Brentford, Nottingham Forest, Sunderland, Leeds United, West Ham United, Burnley',
    'Wolverhampton Wanderers',
  ]),
  league('soccer_spain_la_liga', 0, [
    'FC Barcelona, Real Madrid, Atlético de Madrid, Villarreal, Real Betis, Athletic Club',
    'Real Sociedad, Celta de Vigo, Rayo Vallecano, Espanyol, Sevilla, Osasuna, Valencia, Getafe',
    'Mallorca, Girona, Deportivo Alavés, Elche, Levante, Real Oviedo',
  ]),
  league('soccer_italy_serie_a', 1, [
    'Inter, Napoli, AC Milan, Juventus, AS Roma, Atalanta, Bologna, Como, Lazio, Fiorentina',
    'Udinese, Sassuolo, Torino, Cremonese, Cagliari, Parma, Genoa, Lecce, Pisa, Hellas Verona',
  ]),
  league('soccer_germany_bundesliga', 0, [
    'Bayern München, Borussia Dortmund, Bayer Leverkusen, RB Leipzig, VfB Stuttgart',
    'Eintracht Frankfurt, TSG Hoffenheim, SC Freiburg, Borussia Mönchengladbach, 1. FC Köln',
    'Union Berlin, Werder Bremen, VfL Wolfsburg, Mainz 05, Hamburger SV, FC Augsburg',
    'FC St. Pauli, 1. FC Heidenheim',
  ]),
  league('soccer_france_ligue_one', 5, [
    'Paris Saint-Germain, Olympique de Marseille, AS Monaco, LOSC Lille, Olympique Lyonnais',
    'RC Lens, RC Strasbourg, Stade Rennais, OGC Nice, Toulouse, Stade Brestois, Paris FC',
    'Auxerre, FC Nantes, Angers, Le Havre, FC Lorient, FC Metz',
  ]),
  league('soccer_portugal_primeira_liga', 4, [
    'Sporting CP, FC Porto, Benfica, SC Braga, Vitória de Guimarães, Gil Vicente, Famalicão',
    'Moreirense, Estoril Praia, Santa Clara, Rio Ave, Casa Pia, Nacional, Alverca, Arouca',
    'Estrela da Amadora, Tondela, AVS',
  ]),
  league('soccer_netherlands_eredivisie', 3, [
    'PSV, Feyenoord, Ajax, AZ, FC Utrecht, FC Twente, NEC, SC Heerenveen, FC Groningen',
    'Sparta Rotterdam, Go Ahead Eagles, Fortuna Sittard, FC Volendam, PEC Zwolle, NAC Breda',
    'Excelsior, Heracles Almelo, Telstar',
  ]),
];

function league(key: string, lag: number, lines: readonly string[]): DemoLeague {
  return { key, lag, clubs: lines.flatMap((line) => line.split(', ')) };
}
