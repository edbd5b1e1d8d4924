import type { LegResult } from '#domain/tip.ts';

type LaLiga = 'soccer_spain_la_liga';

/** A leg of the known season: option, price and result of its game. */
export type KnownLeg = {
  game: string;
  /** The EPL by default. */
  league?: LaLiga;
  option: string;
  /** The feed's price before kick-off. */
  feed?: number;
  /** An administrator's price, before kick-off or too late. */
  set?: { odd: number; late?: true };
  result?: Exclude<LegResult, 'pending'>;
  score?: readonly [home: number, away: number];
  /** Settled as the rules propose, with their reason. */
  byRule?: true;
};

/** A tip. Times are UTC; without a kick-off its games are in the schedule. */
export type KnownTip = {
  /** The last six digits of its id. */
  id: string;
  by: 'Ada' | 'Ben' | 'Cleo' | 'Max';
  created: string;
  kickOff?: string;
  legs: readonly KnownLeg[];
  stake?: number;
  analysis?: string;
  booked?: true;
  copyOf?: string;
  /** True if an administrator has confirmed it. */
  confirmed?: true;
  withdrawn?: true;
};

const laLiga: LaLiga = 'soccer_spain_la_liga';

/** Ada has eleven settled tips: six won, five lost, one void besides, two without a price. */
const ofAda: readonly Omit<KnownTip, 'by'>[] = [
  {
    id: '0000A0',
    created: '2026-08-09T10:00:00Z',
    kickOff: '2026-08-10T19:00:00Z',
    confirmed: true,
    legs: [
      { game: 'Leeds Vs Everton', option: '1X2 - 2', feed: 1.8, result: 'lost', score: [2, 0] },
    ],
  },
  {
    id: '0000A1',
    created: '2026-08-24T10:00:00Z',
    kickOff: '2026-08-25T19:00:00Z',
    stake: 2,
    confirmed: true,
    legs: [
      { game: 'Arsenal Vs Fulham', option: '1X2 - 1', feed: 2.5, result: 'won', score: [2, 1] },
    ],
  },
  {
    id: '0000A2',
    created: '2026-09-11T10:00:00Z',
    kickOff: '2026-09-12T14:00:00Z',
    confirmed: true,
    legs: [
      { game: 'Brentford Vs Burnley', option: '1X2 - X', feed: 1.8, result: 'lost', score: [1, 0] },
    ],
  },
  {
    id: '0000A4',
    created: '2026-10-19T10:00:00Z',
    kickOff: '2026-10-20T19:00:00Z',
    stake: 5,
    confirmed: true,
    legs: [
      { game: 'Everton Vs Wolves', option: '1X2 - 1', feed: 3, result: 'won', score: [3, 1] },
      {
        game: 'Sevilla Vs Getafe',
        league: laLiga,
        option: '1X2 - 2',
        feed: 2,
        result: 'lost',
        score: [1, 1],
      },
    ],
  },
  {
    // Its price came after kick-off: it is shown, but never counts in the record.
    id: '0000A5',
    created: '2026-10-24T10:00:00Z',
    kickOff: '2026-10-25T16:00:00Z',
    confirmed: true,
    legs: [
      {
        game: 'Chelsea Vs Fulham',
        option: 'GG/NG - GG',
        set: { odd: 4, late: true },
        result: 'won',
        score: [1, 1],
      },
    ],
  },
  {
    id: '0000A6',
    created: '2026-10-27T10:00:00Z',
    kickOff: '2026-10-28T19:00:00Z',
    confirmed: true,
    legs: [{ game: 'Burnley Vs Leeds', option: 'GG/NG - NG', result: 'lost', score: [2, 1] }],
  },
  {
    id: '0000A7',
    created: '2026-11-01T10:00:00Z',
    kickOff: '2026-11-02T19:00:00Z',
    stake: 9,
    confirmed: true,
    legs: [{ game: 'Wolves Vs Arsenal', option: '1X2 - 2', feed: 9, result: 'void' }],
  },
  {
    id: '0000A8',
    created: '2026-11-04T10:00:00Z',
    kickOff: '2026-11-05T19:00:00Z',
    confirmed: true,
    legs: [
      { game: 'Fulham Vs Everton', option: '1X2 - 1', feed: 1.5, result: 'won', score: [1, 0] },
      { game: 'Brentford Vs Chelsea', option: '1X2 - 2', feed: 8, result: 'void' },
    ],
  },
  {
    id: '0000A9',
    created: '2026-11-07T10:00:00Z',
    kickOff: '2026-11-08T16:00:00Z',
    confirmed: true,
    legs: [
      {
        game: 'Leeds Vs Arsenal',
        option: 'O/U 2.5 - Over',
        set: { odd: 2 },
        result: 'lost',
        score: [1, 0],
      },
    ],
  },
  {
    id: '0000AA',
    created: '2026-11-10T10:00:00Z',
    kickOff: '2026-11-11T19:00:00Z',
    confirmed: true,
    legs: [
      {
        game: 'Getafe Vs Valencia',
        league: laLiga,
        option: '1X2 - 1',
        feed: 1.85,
        result: 'won',
        score: [2, 0],
      },
      {
        game: 'Sevilla Vs Betis',
        league: laLiga,
        option: '1X2 - 1',
        feed: 1.65,
        result: 'won',
        score: [1, 0],
      },
    ],
  },
  {
    id: '0000AB',
    created: '2026-11-13T10:00:00Z',
    kickOff: '2026-11-14T15:00:00Z',
    confirmed: true,
    legs: [
      {
        game: 'Chelsea Vs Burnley',
        option: '1X2 - 1',
        feed: 1.1,
        result: 'won',
        score: [4, 0],
        byRule: true,
      },
      {
        game: 'Everton Vs Leeds',
        option: '1X2 - X',
        feed: 2,
        result: 'won',
        score: [1, 1],
        byRule: true,
      },
    ],
  },
  {
    id: '0000AC',
    created: '2026-11-14T10:00:00Z',
    kickOff: '2026-11-15T16:00:00Z',
    stake: 3,
    confirmed: true,
    legs: [
      {
        game: 'Wolves Vs Brentford',
        option: 'O/U 2.5 - Under',
        set: { odd: 1.4 },
        result: 'won',
        score: [1, 1],
      },
    ],
  },
  {
    id: '0000AD',
    created: '2026-11-16T09:30:00Z',
    legs: [{ game: 'Arsenal Vs Chelsea', option: '1X2 - 1' }],
  },
];

/** Ben has five settled tips, one of them above the maximum profit of a tip. */
const ofBen: readonly Omit<KnownTip, 'by'>[] = [
  {
    id: '0000B1',
    created: '2026-11-02T10:00:00Z',
    kickOff: '2026-11-03T19:00:00Z',
    confirmed: true,
    legs: [
      { game: 'Arsenal Vs Everton', option: '1X2 - 2', feed: 5, result: 'won', score: [0, 1] },
      {
        game: 'Betis Vs Valencia',
        league: laLiga,
        option: '1X2 - 2',
        feed: 6,
        result: 'won',
        score: [0, 2],
      },
    ],
  },
  {
    id: '0000B2',
    created: '2026-11-05T10:00:00Z',
    kickOff: '2026-11-06T19:00:00Z',
    confirmed: true,
    legs: [
      { game: 'Leeds Vs Fulham', option: '1X2 - 1', feed: 1.9, result: 'lost', score: [0, 2] },
    ],
  },
  {
    id: '0000B3',
    created: '2026-11-08T10:00:00Z',
    kickOff: '2026-11-09T19:00:00Z',
    confirmed: true,
    legs: [
      { game: 'Chelsea Vs Wolves', option: '1X2 - 1', feed: 2.1, result: 'lost', score: [1, 1] },
    ],
  },
  {
    id: '0000B4',
    created: '2026-11-11T10:00:00Z',
    kickOff: '2026-11-12T19:00:00Z',
    confirmed: true,
    legs: [
      {
        game: 'Valencia Vs Getafe',
        league: laLiga,
        option: '1X2 - X',
        feed: 3.4,
        result: 'lost',
        score: [2, 0],
      },
    ],
  },
  {
    id: '0000B5',
    created: '2026-11-12T10:00:00Z',
    kickOff: '2026-11-13T19:00:00Z',
    confirmed: true,
    legs: [
      { game: 'Burnley Vs Arsenal', option: '1X2 - 1', feed: 2.6, result: 'lost', score: [0, 3] },
    ],
  },
  {
    // Settled and not confirmed: it counts in no record.
    id: '0000B6',
    created: '2026-11-15T10:00:00Z',
    kickOff: '2026-11-16T19:00:00Z',
    legs: [
      { game: 'Fulham Vs Brentford', option: '1X2 - 1', feed: 2.3, result: 'won', score: [2, 1] },
    ],
  },
  {
    id: '0000B7',
    created: '2026-11-16T10:00:00Z',
    legs: [
      { game: 'Arsenal Vs Chelsea', option: '1X2 - 2' },
      { game: 'Sevilla Vs Valencia', option: '1X2 - X' },
    ],
  },
  {
    id: '0000B8',
    created: '2026-11-16T10:15:00Z',
    withdrawn: true,
    legs: [{ game: 'Leeds Vs Brentford', option: '1X2 - X' }],
  },
];

const ofCleo: readonly Omit<KnownTip, 'by'>[] = [
  {
    id: '0000C1',
    created: '2026-10-10T10:00:00Z',
    kickOff: '2026-10-11T14:00:00Z',
    confirmed: true,
    legs: [{ game: 'Arsenal Vs Leeds', option: '1X2 - 1', feed: 2, result: 'lost', score: [0, 1] }],
  },
  {
    // Void: it counts nowhere, and her average odds stay above three.
    id: '0000C5',
    created: '2026-11-03T10:00:00Z',
    kickOff: '2026-11-04T19:00:00Z',
    confirmed: true,
    legs: [{ game: 'Brentford Vs Leeds', option: '1X2 - 1', feed: 2.5, result: 'void' }],
  },
  {
    id: '0000C2',
    created: '2026-11-09T10:00:00Z',
    kickOff: '2026-11-10T19:00:00Z',
    confirmed: true,
    legs: [
      { game: 'Everton Vs Brentford', option: '1X2 - X', feed: 3.3, result: 'won', score: [0, 0] },
    ],
  },
  {
    id: '0000C3',
    created: '2026-11-16T10:30:00Z',
    legs: [{ game: 'Sevilla Vs Valencia', option: 'GG/NG - GG' }],
  },
  {
    // One of its games is in play, so it is not active any more.
    id: '0000C4',
    created: '2026-11-16T11:00:00Z',
    legs: [
      { game: 'Burnley Vs Chelsea', option: '1X2 - 2' },
      { game: 'Leeds Vs Brentford', option: '1X2 - 1' },
    ],
  },
];

/** Max is the reader, and has a few tips of every kind. */
const ofMax: readonly Omit<KnownTip, 'by'>[] = [
  {
    id: '0000D1',
    created: '2026-11-06T10:00:00Z',
    kickOff: '2026-11-07T15:00:00Z',
    booked: true,
    confirmed: true,
    legs: [
      { game: 'Everton Vs Chelsea', option: '1X2 - 1', feed: 1.5, result: 'won', score: [1, 0] },
      {
        game: 'Getafe Vs Betis',
        league: laLiga,
        option: '1X2 - 1',
        feed: 2,
        result: 'lost',
        score: [0, 1],
      },
    ],
  },
  {
    // Ended and not settled yet.
    id: '0000D2',
    created: '2026-11-15T11:00:00Z',
    kickOff: '2026-11-16T15:00:00Z',
    legs: [{ game: 'Wolves Vs Fulham', option: '1X2 - 1', feed: 2.05, score: [1, 1] }],
  },
  {
    id: '0000D3',
    created: '2026-11-16T11:30:00Z',
    stake: 4,
    analysis: 'The away side travels well.',
    legs: [{ game: 'Leeds Vs Brentford', option: '1X2 - 2' }],
  },
  {
    id: '0000D4',
    created: '2026-11-16T12:00:00Z',
    booked: true,
    legs: [
      { game: 'Arsenal Vs Chelsea', option: '1X2 - 1' },
      { game: 'Leeds Vs Brentford', option: '1X2 - 1' },
    ],
  },
  {
    id: '0000D5',
    created: '2026-11-16T12:30:00Z',
    copyOf: '0000AD',
    legs: [{ game: 'Arsenal Vs Chelsea', option: '1X2 - 1' }],
  },
];

/** Every tip of the known season, unordered. */
export const knownTips: readonly KnownTip[] = [
  ...ofAda.map((tip) => ({ ...tip, by: 'Ada' as const })),
  ...ofBen.map((tip) => ({ ...tip, by: 'Ben' as const })),
  ...ofCleo.map((tip) => ({ ...tip, by: 'Cleo' as const })),
  ...ofMax.map((tip) => ({ ...tip, by: 'Max' as const })),
];
