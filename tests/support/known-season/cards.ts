/** What screens show of a tip of the known season, written down by hand. */
export type KnownCard = {
  id: string;
  by: string;
  /** When it was made, as London reads it. */
  at: string;
  legs: readonly string[];
  /** Odds, games won and lost, and the share won; a dash for what is not known. */
  stub: readonly [odds: string, won: string, lost: string, score: string];
  /** What it waits for, as administrators are told. */
  state: string;
  made: string;
  expires: string;
};

/**
 * Every tip that stands, the newest first. The odds of several games are their product, rounded
 * once: 1.85 × 2.40 = 4.44, 1.60 × 2.40 = 3.84, 4.20 × 3.40 = 14.28, 1.10 × 2.00 = 2.20, 1.85 × 1.65 =
 * 3.0525, 1.50 × 2.00 = 3.00, 5.00 × 6.00 = 30.00, 3.00 × 2.00 = 6.00. A void game counts 1.00.
 */
export const knownCards: readonly KnownCard[] = [
  {
    id: 'D5',
    by: 'Max Reed',
    at: 'Yesterday 12:30',
    legs: ['Waiting Arsenal Vs Chelsea Arsenal to win 1X2 - 1 1.85'],
    stub: ['1.85', '0', '0', '–'],
    state: 'Pending',
    made: '16 Nov 2026',
    expires: '20 Nov 2026',
  },
  {
    id: 'D4',
    by: 'Max Reed',
    at: 'Yesterday 12:00',
    legs: [
      'Waiting Arsenal Vs Chelsea Arsenal to win 1X2 - 1 1.85',
      'Waiting Leeds Vs Brentford Leeds to win 1X2 - 1 2.40',
    ],
    stub: ['4.44', '0', '0', '–'],
    state: 'Pending',
    made: '16 Nov 2026',
    expires: '20 Nov 2026',
  },
  {
    id: 'D3',
    by: 'Max Reed',
    at: 'Yesterday 11:30',
    legs: ['Waiting Leeds Vs Brentford Brentford to win 1X2 - 2 2.75'],
    stub: ['2.75', '0', '0', '–'],
    state: 'Pending',
    made: '16 Nov 2026',
    expires: '21 Nov 2026',
  },
  {
    id: 'C4',
    by: 'Cleo Marsh',
    at: 'Yesterday 11:00',
    legs: [
      'Waiting Burnley Vs Chelsea Chelsea to win 1X2 - 2 1.60',
      'Waiting Leeds Vs Brentford Leeds to win 1X2 - 1 2.40',
    ],
    stub: ['3.84', '0', '0', '–'],
    state: 'Pending',
    made: '16 Nov 2026',
    expires: '17 Nov 2026',
  },
  {
    id: 'C3',
    by: 'Cleo Marsh',
    at: 'Yesterday 10:30',
    legs: ['Waiting Sevilla Vs Valencia Both teams to score GG/NG - GG – Not priced yet'],
    stub: ['–', '0', '0', '–'],
    state: '1 game without odds',
    made: '16 Nov 2026',
    expires: '20 Nov 2026',
  },
  {
    id: 'B7',
    by: 'Ben Ford',
    at: 'Yesterday 10:00',
    legs: [
      'Waiting Arsenal Vs Chelsea Chelsea to win 1X2 - 2 4.20',
      'Waiting Sevilla Vs Valencia Draw 1X2 - X 3.40',
    ],
    stub: ['14.28', '0', '0', '–'],
    state: 'Pending',
    made: '16 Nov 2026',
    expires: '20 Nov 2026',
  },
  {
    id: 'AD',
    by: 'Ada Stone',
    at: 'Yesterday 09:30',
    legs: ['Waiting Arsenal Vs Chelsea Arsenal to win 1X2 - 1 1.85'],
    stub: ['1.85', '0', '0', '–'],
    state: 'Pending',
    made: '16 Nov 2026',
    expires: '20 Nov 2026',
  },
  {
    id: 'D2',
    by: 'Max Reed',
    at: 'Sun 15 Nov 11:00',
    legs: ['Waiting Wolves Vs Fulham Wolves to win 1X2 - 1 · 1-1 2.05'],
    stub: ['2.05', '0', '0', '–'],
    state: 'Pending',
    made: '15 Nov 2026',
    expires: '16 Nov 2026',
  },
  {
    id: 'B6',
    by: 'Ben Ford',
    at: 'Sun 15 Nov 10:00',
    legs: ['Won Fulham Vs Brentford Fulham to win 1X2 - 1 · 2-1 · Seen at the ground. 2.30'],
    stub: ['2.30', '1', '0', '100%'],
    state: 'Ready to confirm',
    made: '15 Nov 2026',
    expires: '16 Nov 2026',
  },
  {
    id: 'AC',
    by: 'Ada Stone',
    at: 'Sat 14 Nov 10:00',
    legs: [
      'Won Wolves Vs Brentford Under 2.5 goals O/U 2.5 - Under · 1-1 · Seen at the ground. 1.40',
    ],
    stub: ['1.40', '1', '0', '100%'],
    state: 'Treated',
    made: '14 Nov 2026',
    expires: '15 Nov 2026',
  },
  {
    id: 'AB',
    by: 'Ada Stone',
    at: 'Fri 13 Nov 10:00',
    legs: [
      'Won Chelsea Vs Burnley Chelsea to win 1X2 - 1 · 4-0 · Needs a home win. It ended 4-0. 1.10',
      'Won Everton Vs Leeds Draw 1X2 - X · 1-1 · Needs a draw. It ended 1-1. 2.00',
    ],
    stub: ['2.20', '2', '0', '100%'],
    state: 'Treated',
    made: '13 Nov 2026',
    expires: '14 Nov 2026',
  },
  {
    id: 'B5',
    by: 'Ben Ford',
    at: 'Thu 12 Nov 10:00',
    legs: ['Lost Burnley Vs Arsenal Burnley to win 1X2 - 1 · 0-3 · Seen at the ground. 2.60'],
    stub: ['2.60', '0', '1', '0%'],
    state: 'Treated',
    made: '12 Nov 2026',
    expires: '13 Nov 2026',
  },
  {
    id: 'B4',
    by: 'Ben Ford',
    at: 'Wed 11 Nov 10:00',
    legs: ['Lost Valencia Vs Getafe Draw 1X2 - X · 2-0 · Seen at the ground. 3.40'],
    stub: ['3.40', '0', '1', '0%'],
    state: 'Treated',
    made: '11 Nov 2026',
    expires: '12 Nov 2026',
  },
  {
    id: 'AA',
    by: 'Ada Stone',
    at: 'Tue 10 Nov 10:00',
    legs: [
      'Won Getafe Vs Valencia Getafe to win 1X2 - 1 · 2-0 · Seen at the ground. 1.85',
      'Won Sevilla Vs Betis Sevilla to win 1X2 - 1 · 1-0 · Seen at the ground. 1.65',
    ],
    stub: ['3.05', '2', '0', '100%'],
    state: 'Treated',
    made: '10 Nov 2026',
    expires: '11 Nov 2026',
  },
  {
    id: 'C2',
    by: 'Cleo Marsh',
    at: 'Mon 9 Nov 10:00',
    legs: ['Won Everton Vs Brentford Draw 1X2 - X · 0-0 · Seen at the ground. 3.30'],
    stub: ['3.30', '1', '0', '100%'],
    state: 'Treated',
    made: '9 Nov 2026',
    expires: '10 Nov 2026',
  },
  {
    id: 'B3',
    by: 'Ben Ford',
    at: 'Sun 8 Nov 10:00',
    legs: ['Lost Chelsea Vs Wolves Chelsea to win 1X2 - 1 · 1-1 · Seen at the ground. 2.10'],
    stub: ['2.10', '0', '1', '0%'],
    state: 'Treated',
    made: '8 Nov 2026',
    expires: '9 Nov 2026',
  },
  {
    id: 'A9',
    by: 'Ada Stone',
    at: 'Sat 7 Nov 10:00',
    legs: ['Lost Leeds Vs Arsenal Over 2.5 goals O/U 2.5 - Over · 1-0 · Seen at the ground. 2.00'],
    stub: ['2.00', '0', '1', '0%'],
    state: 'Treated',
    made: '7 Nov 2026',
    expires: '8 Nov 2026',
  },
  {
    id: 'D1',
    by: 'Max Reed',
    at: 'Fri 6 Nov 10:00',
    legs: [
      'Won Everton Vs Chelsea Everton to win 1X2 - 1 · 1-0 · Seen at the ground. 1.50',
      'Lost Getafe Vs Betis Getafe to win 1X2 - 1 · 0-1 · Seen at the ground. 2.00',
    ],
    stub: ['3.00', '1', '1', '50%'],
    state: 'Treated',
    made: '6 Nov 2026',
    expires: '7 Nov 2026',
  },
  {
    id: 'B2',
    by: 'Ben Ford',
    at: 'Thu 5 Nov 10:00',
    legs: ['Lost Leeds Vs Fulham Leeds to win 1X2 - 1 · 0-2 · Seen at the ground. 1.90'],
    stub: ['1.90', '0', '1', '0%'],
    state: 'Treated',
    made: '5 Nov 2026',
    expires: '6 Nov 2026',
  },
  {
    id: 'A8',
    by: 'Ada Stone',
    at: 'Wed 4 Nov 10:00',
    legs: [
      'Won Fulham Vs Everton Fulham to win 1X2 - 1 · 1-0 · Seen at the ground. 1.50',
      'Void Brentford Vs Chelsea Chelsea to win 1X2 - 2 · Seen at the ground. 8.00',
    ],
    stub: ['1.50', '1', '0', '100%'],
    state: 'Treated',
    made: '4 Nov 2026',
    expires: '5 Nov 2026',
  },
  {
    id: 'C5',
    by: 'Cleo Marsh',
    at: 'Tue 3 Nov 10:00',
    legs: ['Void Brentford Vs Leeds Brentford to win 1X2 - 1 · Seen at the ground. 2.50'],
    stub: ['1.00', '0', '0', '–'],
    state: 'Treated',
    made: '3 Nov 2026',
    expires: '4 Nov 2026',
  },
  {
    id: 'B1',
    by: 'Ben Ford',
    at: 'Mon 2 Nov 10:00',
    legs: [
      'Won Arsenal Vs Everton Everton to win 1X2 - 2 · 0-1 · Seen at the ground. 5.00',
      'Won Betis Vs Valencia Valencia to win 1X2 - 2 · 0-2 · Seen at the ground. 6.00',
    ],
    stub: ['30.00', '2', '0', '100%'],
    state: 'Treated',
    made: '2 Nov 2026',
    expires: '3 Nov 2026',
  },
  {
    id: 'A7',
    by: 'Ada Stone',
    at: 'Sun 1 Nov 10:00',
    legs: ['Void Wolves Vs Arsenal Arsenal to win 1X2 - 2 · Seen at the ground. 9.00'],
    stub: ['1.00', '0', '0', '–'],
    state: 'Treated',
    made: '1 Nov 2026',
    expires: '2 Nov 2026',
  },
  {
    id: 'A6',
    by: 'Ada Stone',
    at: 'Tue 27 Oct 10:00',
    legs: [
      'Lost Burnley Vs Leeds Both teams to score: no GG/NG - NG · 2-1 · Seen at the ground. – Not priced yet',
    ],
    stub: ['–', '0', '1', '0%'],
    state: 'Treated',
    made: '27 Oct 2026',
    expires: '28 Oct 2026',
  },
  {
    id: 'A5',
    by: 'Ada Stone',
    at: 'Sat 24 Oct 11:00',
    legs: ['Won Chelsea Vs Fulham Both teams to score GG/NG - GG · 1-1 · Seen at the ground. 4.00'],
    stub: ['4.00', '1', '0', '100%'],
    state: 'Treated',
    made: '24 Oct 2026',
    expires: '25 Oct 2026',
  },
  {
    id: 'A4',
    by: 'Ada Stone',
    at: 'Mon 19 Oct 11:00',
    legs: [
      'Won Everton Vs Wolves Everton to win 1X2 - 1 · 3-1 · Seen at the ground. 3.00',
      'Lost Sevilla Vs Getafe Getafe to win 1X2 - 2 · 1-1 · Seen at the ground. 2.00',
    ],
    stub: ['6.00', '1', '1', '50%'],
    state: 'Treated',
    made: '19 Oct 2026',
    expires: '20 Oct 2026',
  },
  {
    id: 'C1',
    by: 'Cleo Marsh',
    at: 'Sat 10 Oct 11:00',
    legs: ['Lost Arsenal Vs Leeds Arsenal to win 1X2 - 1 · 0-1 · Seen at the ground. 2.00'],
    stub: ['2.00', '0', '1', '0%'],
    state: 'Treated',
    made: '10 Oct 2026',
    expires: '11 Oct 2026',
  },
  {
    id: 'A2',
    by: 'Ada Stone',
    at: 'Fri 11 Sept 11:00',
    legs: ['Lost Brentford Vs Burnley Draw 1X2 - X · 1-0 · Seen at the ground. 1.80'],
    stub: ['1.80', '0', '1', '0%'],
    state: 'Treated',
    made: '11 Sept 2026',
    expires: '12 Sept 2026',
  },
  {
    id: 'A1',
    by: 'Ada Stone',
    at: 'Mon 24 Aug 11:00',
    legs: ['Won Arsenal Vs Fulham Arsenal to win 1X2 - 1 · 2-1 · Seen at the ground. 2.50'],
    stub: ['2.50', '1', '0', '100%'],
    state: 'Treated',
    made: '24 Aug 2026',
    expires: '25 Aug 2026',
  },
  {
    id: 'A0',
    by: 'Ada Stone',
    at: 'Sun 9 Aug 11:00',
    legs: ['Lost Leeds Vs Everton Everton to win 1X2 - 2 · 2-0 · Seen at the ground. 1.80'],
    stub: ['1.80', '0', '1', '0%'],
    state: 'Treated',
    made: '9 Aug 2026',
    expires: '10 Aug 2026',
  },
];

/** These tips, in the order of the list. */
export function cardsOf(...ids: readonly string[]): KnownCard[] {
  return knownCards.filter(({ id }) => ids.includes(id));
}

/** The lines of a card under its title that hold a numeral. */
export function linesOf({ legs, stub: [odds, won, lost, score] }: KnownCard): string[] {
  return [
    ...legs.filter((leg) => /\d/.test(leg)),
    ...(odds === '–' ? [] : [`Odds ${odds}`]),
    `Won ${won}`,
    `Lost ${lost}`,
    ...(score === '–' ? [] : [`Score ${score}`]),
  ];
}
