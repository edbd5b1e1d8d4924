import type { LegResult } from '#domain/tip.ts';

type Score = readonly [home: number, away: number];

/** A leg of the known season: option, price and result of its game. */
export type KnownLeg = {
  game: string;
  option: string;
  /** The odds feed's price before kick-off. */
  feed?: number;
  /** A price set by an administrator; `late` means after kick-off. */
  set?: { odd: number; late?: true };
  result?: Exclude<LegResult, 'pending'>;
  score?: Score;
  /** True if the leg is settled as the rules propose, with their reason. */
  byRule?: true;
};

type Tipster = 'Ada' | 'Ben' | 'Cleo' | 'Max';

/** A tip of the known season; times are UTC. Without `kickOff`, its games are in `schedule`. */
export type KnownTip = {
  /** The last characters of its id; the first one stands for the tipster. */
  id: string;
  by: Tipster;
  created: string;
  kickOff?: string;
  legs: readonly KnownLeg[];
  stake?: number;
  analysis?: string;
  booked?: true;
  copyOf?: string;
  /** True if an administrator has confirmed the tip. */
  confirmed?: boolean;
  withdrawn?: true;
};

const tipsters: Readonly<Record<string, Tipster>> = { A: 'Ada', B: 'Ben', C: 'Cleo', D: 'Max' };

function tip(id: string, rest: Omit<KnownTip, 'id' | 'by'>): KnownTip {
  const by = tipsters[id[0] ?? ''];
  if (!by) throw new Error(`Nobody posts ${id}.`);
  return { id, by, ...rest };
}

type More = Partial<Omit<KnownTip, 'id' | 'by' | 'kickOff' | 'legs'>>;

/** A confirmed tip on games that have ended, posted at 10:00 on the day before. */
function played(id: string, kickOff: string, legs: readonly KnownLeg[], more: More = {}): KnownTip {
  const dayBefore = new Date(Date.parse(kickOff) - 24 * 3_600_000).toISOString().slice(0, 10);
  return tip(id, { created: `${dayBefore}T10:00:00Z`, confirmed: true, ...more, kickOff, legs });
}

/** A tip on games of `schedule`, posted on 16 November. */
function open(id: string, time: string, picks: Record<string, string>, more: More = {}): KnownTip {
  const legs = Object.entries(picks).map(([game, option]) => ({ game, option }));
  return tip(id, { ...more, created: `2026-11-16T${time}:00Z`, legs });
}

const decided =
  (result: 'won' | 'lost') =>
  (game: string, option: string, feed: number | undefined, score: Score): KnownLeg => {
    return { game, option, result, score, ...(feed !== undefined && { feed }) };
  };
const won = decided('won');
const lost = decided('lost');
const annulled = (game: string, option: string, feed: number): KnownLeg => {
  return { game, option, feed, result: 'void' };
};

export const knownTips: readonly KnownTip[] = [
  // Ada has six won, five lost and one void tip; two of her tips have no price.
  played('A0', '2026-08-10T19:00:00Z', [lost('Leeds Vs Everton', '1X2 - 2', 1.8, [2, 0])]),
  played('A1', '2026-08-25T19:00:00Z', [won('Arsenal Vs Fulham', '1X2 - 1', 2.5, [2, 1])], {
    stake: 2,
  }),
  played('A2', '2026-09-12T14:00:00Z', [lost('Brentford Vs Burnley', '1X2 - X', 1.8, [1, 0])]),
  played(
    'A4',
    '2026-10-20T19:00:00Z',
    [
      won('Everton Vs Wolves', '1X2 - 1', 3, [3, 1]),
      lost('Sevilla Vs Getafe', '1X2 - 2', 2, [1, 1]),
    ],
    { stake: 5 },
  ),
  // An administrator set this price after kick-off: screens show it, but no record counts it.
  played('A5', '2026-10-25T16:00:00Z', [
    {
      ...won('Chelsea Vs Fulham', 'GG/NG - GG', undefined, [1, 1]),
      set: { odd: 4, late: true },
    },
  ]),
  played('A6', '2026-10-28T19:00:00Z', [lost('Burnley Vs Leeds', 'GG/NG - NG', undefined, [2, 1])]),
  played('A7', '2026-11-02T19:00:00Z', [annulled('Wolves Vs Arsenal', '1X2 - 2', 9)], { stake: 9 }),
  played('A8', '2026-11-05T19:00:00Z', [
    won('Fulham Vs Everton', '1X2 - 1', 1.5, [1, 0]),
    annulled('Brentford Vs Chelsea', '1X2 - 2', 8),
  ]),
  played('A9', '2026-11-08T16:00:00Z', [
    { ...lost('Leeds Vs Arsenal', 'O/U 2.5 - Over', undefined, [1, 0]), set: { odd: 2 } },
  ]),
  played('AA', '2026-11-11T19:00:00Z', [
    won('Getafe Vs Valencia', '1X2 - 1', 1.85, [2, 0]),
    won('Sevilla Vs Betis', '1X2 - 1', 1.65, [1, 0]),
  ]),
  played('AB', '2026-11-14T15:00:00Z', [
    { ...won('Chelsea Vs Burnley', '1X2 - 1', 1.1, [4, 0]), byRule: true },
    { ...won('Everton Vs Leeds', '1X2 - X', 2, [1, 1]), byRule: true },
  ]),
  played(
    'AC',
    '2026-11-15T16:00:00Z',
    [{ ...won('Wolves Vs Brentford', 'O/U 2.5 - Under', undefined, [1, 1]), set: { odd: 1.4 } }],
    { stake: 3 },
  ),
  open('AD', '09:30', { 'Arsenal Vs Chelsea': '1X2 - 1' }),

  // Ben has five settled tips; one is above the maximum profit that a tip counts.
  played('B1', '2026-11-03T19:00:00Z', [
    won('Arsenal Vs Everton', '1X2 - 2', 5, [0, 1]),
    won('Betis Vs Valencia', '1X2 - 2', 6, [0, 2]),
  ]),
  played('B2', '2026-11-06T19:00:00Z', [lost('Leeds Vs Fulham', '1X2 - 1', 1.9, [0, 2])]),
  played('B3', '2026-11-09T19:00:00Z', [lost('Chelsea Vs Wolves', '1X2 - 1', 2.1, [1, 1])]),
  played('B4', '2026-11-12T19:00:00Z', [lost('Valencia Vs Getafe', '1X2 - X', 3.4, [2, 0])]),
  played('B5', '2026-11-13T19:00:00Z', [lost('Burnley Vs Arsenal', '1X2 - 1', 2.6, [0, 3])]),
  // This tip is settled but not confirmed, so no record counts it.
  played('B6', '2026-11-16T19:00:00Z', [won('Fulham Vs Brentford', '1X2 - 1', 2.3, [2, 1])], {
    confirmed: false,
  }),
  open('B7', '10:00', { 'Arsenal Vs Chelsea': '1X2 - 2', 'Sevilla Vs Valencia': '1X2 - X' }),
  open('B8', '10:15', { 'Leeds Vs Brentford': '1X2 - X' }, { withdrawn: true }),

  played('C1', '2026-10-11T14:00:00Z', [lost('Arsenal Vs Leeds', '1X2 - 1', 2, [0, 1])]),
  played('C2', '2026-11-10T19:00:00Z', [won('Everton Vs Brentford', '1X2 - X', 3.3, [0, 0])]),
  open('C3', '10:30', { 'Sevilla Vs Valencia': 'GG/NG - GG' }),
  // One of its games is in play, so this tip is no longer active.
  open('C4', '11:00', { 'Burnley Vs Chelsea': '1X2 - 2', 'Leeds Vs Brentford': '1X2 - 1' }),
  // This tip is void: it counts nowhere, and Cleo's average odds stay above three.
  played('C5', '2026-11-04T19:00:00Z', [annulled('Brentford Vs Leeds', '1X2 - 1', 2.5)]),

  // Max is the reader of the screens; he has a few tips of every kind.
  played(
    'D1',
    '2026-11-07T15:00:00Z',
    [
      won('Everton Vs Chelsea', '1X2 - 1', 1.5, [1, 0]),
      lost('Getafe Vs Betis', '1X2 - 1', 2, [0, 1]),
    ],
    { booked: true },
  ),
  // These games have ended, but the tip is not settled.
  played(
    'D2',
    '2026-11-16T15:00:00Z',
    [{ game: 'Wolves Vs Fulham', option: '1X2 - 1', feed: 2.05, score: [1, 1] }],
    { created: '2026-11-15T11:00:00Z', confirmed: false },
  ),
  open(
    'D3',
    '11:30',
    { 'Leeds Vs Brentford': '1X2 - 2' },
    { stake: 4, analysis: 'The away side travels well.' },
  ),
  open(
    'D4',
    '12:00',
    { 'Arsenal Vs Chelsea': '1X2 - 1', 'Leeds Vs Brentford': '1X2 - 1' },
    { booked: true },
  ),
  open('D5', '12:30', { 'Arsenal Vs Chelsea': '1X2 - 1' }, { copyOf: 'AD' }),
];

type Scheduled = {
  id: string;
  game: string;
  kickOff: string;
  /** The odds feed's prices of home win, draw and away win. */
  prices: readonly [number, number, number];
};

/** The game in play and the games that have not started. */
export const schedule: readonly Scheduled[] = [
  {
    id: 'burnley-chelsea',
    game: 'Burnley Vs Chelsea',
    kickOff: '2026-11-17T11:00:00Z',
    prices: [5.2, 3.9, 1.6],
  },
  {
    id: 'arsenal-chelsea',
    game: 'Arsenal Vs Chelsea',
    kickOff: '2026-11-20T15:00:00Z',
    prices: [1.85, 3.6, 4.2],
  },
  {
    id: 'sevilla-valencia',
    game: 'Sevilla Vs Valencia',
    kickOff: '2026-11-20T20:00:00Z',
    prices: [2.1, 3.4, 3.7],
  },
  {
    id: 'leeds-brentford',
    game: 'Leeds Vs Brentford',
    kickOff: '2026-11-21T17:59:00Z',
    prices: [2.4, 3.25, 2.75],
  },
];

const spanishClubs = ['Betis', 'Getafe', 'Sevilla', 'Valencia'];

export function leagueOf(game: string): 'soccer_epl' | 'soccer_spain_la_liga' {
  const [home = ''] = game.split(' Vs ');
  return spanishClubs.includes(home) ? 'soccer_spain_la_liga' : 'soccer_epl';
}
