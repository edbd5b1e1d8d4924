import { type KnownLeg, type KnownTip, knownTips, leagueOf } from './tips.ts';

/** The texts of a settled tip of Ada's in lists. */
export type KnownCard = {
  id: string;
  games: number;
  made: string;
  /** The lines below its record that contain a number. */
  lines: readonly string[];
};

/**
 * Total odds of each tip and the units that it brought, worked out on paper. The odds of several
 * games are their product, rounded once: 1.10 × 2.00 = 2.20, 1.85 × 1.65 = 3.0525. A void game
 * counts 1.00.
 */
const figures: Readonly<Record<string, readonly [odds: string, units?: string]>> = {
  AC: ['1.40', '+0.4 units'],
  AB: ['2.20', '+1.2 units'],
  AA: ['3.05', '+2.05 units'],
  A9: ['2.00', '−1 unit'],
  A8: ['1.50', '+0.5 units'],
  A7: ['1.00', '0 units'],
  // Neither had a price at kick-off, so no units count.
  A6: ['–'],
  A5: ['4.00'],
  A4: ['6.00', '−1 unit'],
  A2: ['1.80', '−1 unit'],
  A1: ['2.50', '+1.5 units'],
  A0: ['1.80', '−1 unit'],
};

/** Ada's settled tips, the newest first. */
export const settledCards: readonly KnownCard[] = knownTips
  .filter(({ by, confirmed }) => by === 'Ada' && confirmed)
  .toSorted((one, other) => other.created.localeCompare(one.created))
  .map(toCard);

function toCard(tip: KnownTip): KnownCard {
  const { id, legs, created } = tip;
  const [odds, units] = figures[id] ?? ['no odds'];
  return {
    id,
    games: legs.length,
    made: dateText(created),
    lines: [
      ...legs.map((leg) => legLine(tip, leg)),
      ...(units === undefined ? [] : [units]),
      ...(odds === '–' ? [] : [`Odds ${odds}`]),
    ],
  };
}

/** A leg with the letters of its clubs, the pick, the game, its league, result and price. */
function legLine({ kickOff = '' }: KnownTip, leg: KnownLeg): string {
  const [home = '', away = ''] = leg.game.split(' Vs ');
  const letters = [home, away].map((club) => club.slice(0, 3).toUpperCase()).join(' ');
  const league = leagueOf(leg.game) === 'soccer_epl' ? 'EPL' : 'La Liga';
  const price = (leg.feed ?? leg.set?.odd)?.toFixed(2);
  const result = leg.result && `${leg.result[0]?.toUpperCase()}${leg.result.slice(1)}`;
  const pick = `${letters} ${pickWords(leg)} ${home} v ${away}, ${dayAndTime(kickOff)} · ${league}`;
  return [result, pick, leg.score?.join('–'), price].filter((part) => part !== undefined).join(' ');
}

function pickWords({ game, option }: KnownLeg): string {
  const [home = '', away = ''] = game.split(' Vs ');
  const words: Readonly<Record<string, string>> = {
    '1X2 - 1': `${home} to win`,
    '1X2 - X': 'Draw',
    '1X2 - 2': `${away} to win`,
    'O/U 2.5 - Over': 'Over 2.5 goals',
    'O/U 2.5 - Under': 'Under 2.5 goals',
    'GG/NG - GG': 'Both teams to score',
    'GG/NG - NG': 'Both teams to score: no',
  };
  return words[option] ?? option;
}

function partsOf(moment: string): Record<string, string> {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = format.formatToParts(new Date(moment));
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

function dateText(moment: string): string {
  const { day, month, year } = partsOf(moment);
  return `${day} ${month} ${year}`;
}

function dayAndTime(moment: string): string {
  const { weekday, day, month, hour, minute } = partsOf(moment);
  return `${weekday} ${day} ${month} ${hour}:${minute}`;
}
