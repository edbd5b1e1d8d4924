/** What screens show of a tip of the known season, written down by hand. */
export type KnownCard = {
  id: string;
  by: string;
  games: number;
  /** All its games together; a dash for what is not known. */
  odds: string;
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
    games: 1,
    odds: '1.85',
    state: 'Pending',
    made: '16 Nov 2026',
    expires: '20 Nov 2026',
  },
  {
    id: 'D4',
    by: 'Max Reed',
    games: 2,
    odds: '4.44',
    state: 'Pending',
    made: '16 Nov 2026',
    expires: '20 Nov 2026',
  },
  {
    id: 'D3',
    by: 'Max Reed',
    games: 1,
    odds: '2.75',
    state: 'Pending',
    made: '16 Nov 2026',
    expires: '21 Nov 2026',
  },
  {
    id: 'C4',
    by: 'Cleo Marsh',
    games: 2,
    odds: '3.84',
    state: 'Pending',
    made: '16 Nov 2026',
    expires: '17 Nov 2026',
  },
  {
    id: 'C3',
    by: 'Cleo Marsh',
    games: 1,
    odds: '≈ 1.89 about 1.89',
    state: '1 game without odds',
    made: '16 Nov 2026',
    expires: '20 Nov 2026',
  },
  {
    id: 'B7',
    by: 'Ben Ford',
    games: 2,
    odds: '14.28',
    state: 'Pending',
    made: '16 Nov 2026',
    expires: '20 Nov 2026',
  },
  {
    id: 'AD',
    by: 'Ada Stone',
    games: 1,
    odds: '1.85',
    state: 'Pending',
    made: '16 Nov 2026',
    expires: '20 Nov 2026',
  },
  {
    id: 'D2',
    by: 'Max Reed',
    games: 1,
    odds: '2.05',
    state: 'Pending',
    made: '15 Nov 2026',
    expires: '16 Nov 2026',
  },
  {
    id: 'B6',
    by: 'Ben Ford',
    games: 1,
    odds: '2.30',
    state: 'Ready to confirm',
    made: '15 Nov 2026',
    expires: '16 Nov 2026',
  },
  {
    id: 'AC',
    by: 'Ada Stone',
    games: 1,
    odds: '1.40',
    state: 'Treated',
    made: '14 Nov 2026',
    expires: '15 Nov 2026',
  },
  {
    id: 'AB',
    by: 'Ada Stone',
    games: 2,
    odds: '2.20',
    state: 'Treated',
    made: '13 Nov 2026',
    expires: '14 Nov 2026',
  },
  {
    id: 'B5',
    by: 'Ben Ford',
    games: 1,
    odds: '2.60',
    state: 'Treated',
    made: '12 Nov 2026',
    expires: '13 Nov 2026',
  },
  {
    id: 'B4',
    by: 'Ben Ford',
    games: 1,
    odds: '3.40',
    state: 'Treated',
    made: '11 Nov 2026',
    expires: '12 Nov 2026',
  },
  {
    id: 'AA',
    by: 'Ada Stone',
    games: 2,
    odds: '3.05',
    state: 'Treated',
    made: '10 Nov 2026',
    expires: '11 Nov 2026',
  },
  {
    id: 'C2',
    by: 'Cleo Marsh',
    games: 1,
    odds: '3.30',
    state: 'Treated',
    made: '9 Nov 2026',
    expires: '10 Nov 2026',
  },
  {
    id: 'B3',
    by: 'Ben Ford',
    games: 1,
    odds: '2.10',
    state: 'Treated',
    made: '8 Nov 2026',
    expires: '9 Nov 2026',
  },
  {
    id: 'A9',
    by: 'Ada Stone',
    games: 1,
    odds: '2.00',
    state: 'Treated',
    made: '7 Nov 2026',
    expires: '8 Nov 2026',
  },
  {
    id: 'D1',
    by: 'Max Reed',
    games: 2,
    odds: '3.00',
    state: 'Treated',
    made: '6 Nov 2026',
    expires: '7 Nov 2026',
  },
  {
    id: 'B2',
    by: 'Ben Ford',
    games: 1,
    odds: '1.90',
    state: 'Treated',
    made: '5 Nov 2026',
    expires: '6 Nov 2026',
  },
  {
    id: 'A8',
    by: 'Ada Stone',
    games: 2,
    odds: '1.50',
    state: 'Treated',
    made: '4 Nov 2026',
    expires: '5 Nov 2026',
  },
  {
    id: 'C5',
    by: 'Cleo Marsh',
    games: 1,
    odds: '1.00',
    state: 'Treated',
    made: '3 Nov 2026',
    expires: '4 Nov 2026',
  },
  {
    id: 'B1',
    by: 'Ben Ford',
    games: 2,
    odds: '30.00',
    state: 'Treated',
    made: '2 Nov 2026',
    expires: '3 Nov 2026',
  },
  {
    id: 'A7',
    by: 'Ada Stone',
    games: 1,
    odds: '1.00',
    state: 'Treated',
    made: '1 Nov 2026',
    expires: '2 Nov 2026',
  },
  {
    id: 'A6',
    by: 'Ada Stone',
    games: 1,
    odds: '–',
    state: 'Treated',
    made: '27 Oct 2026',
    expires: '28 Oct 2026',
  },
  {
    id: 'A5',
    by: 'Ada Stone',
    games: 1,
    odds: '4.00',
    state: 'Treated',
    made: '24 Oct 2026',
    expires: '25 Oct 2026',
  },
  {
    id: 'A4',
    by: 'Ada Stone',
    games: 2,
    odds: '6.00',
    state: 'Treated',
    made: '19 Oct 2026',
    expires: '20 Oct 2026',
  },
  {
    id: 'C1',
    by: 'Cleo Marsh',
    games: 1,
    odds: '2.00',
    state: 'Treated',
    made: '10 Oct 2026',
    expires: '11 Oct 2026',
  },
  {
    id: 'A2',
    by: 'Ada Stone',
    games: 1,
    odds: '1.80',
    state: 'Treated',
    made: '11 Sept 2026',
    expires: '12 Sept 2026',
  },
  {
    id: 'A1',
    by: 'Ada Stone',
    games: 1,
    odds: '2.50',
    state: 'Treated',
    made: '24 Aug 2026',
    expires: '25 Aug 2026',
  },
  {
    id: 'A0',
    by: 'Ada Stone',
    games: 1,
    odds: '1.80',
    state: 'Treated',
    made: '9 Aug 2026',
    expires: '10 Aug 2026',
  },
];

/** The tips that everybody may read: D5 is a copy. */
export const publicCards = knownCards.filter(({ id }) => id !== 'D5');

/** The games of each tip as its row on the desk names them, with the reason where the rules give none. */
const gamesById: Readonly<Record<string, readonly string[]>> = {
  D5: ['Arsenal – Chelsea · Fri 20 Nov 15:00'],
  D4: ['Arsenal – Chelsea · Fri 20 Nov 15:00', 'Leeds – Brentford · Sat 21 Nov 17:59'],
  D3: ['Leeds – Brentford · Sat 21 Nov 17:59'],
  C4: ['Burnley – Chelsea · Today 11:00', 'Leeds – Brentford · Sat 21 Nov 17:59'],
  C3: ['Sevilla – Valencia · Fri 20 Nov 20:00'],
  B7: ['Arsenal – Chelsea · Fri 20 Nov 15:00', 'Sevilla – Valencia · Fri 20 Nov 20:00'],
  AD: ['Arsenal – Chelsea · Fri 20 Nov 15:00'],
  D2: ['Wolves – Fulham · 1–1'],
  B6: ['Fulham – Brentford · 2–1'],
  AC: ['Wolves – Brentford · 1–1'],
  AB: ['Chelsea – Burnley · 4–0', 'Everton – Leeds · 1–1'],
  B5: ['Burnley – Arsenal · 0–3'],
  B4: ['Valencia – Getafe · 2–0'],
  AA: ['Getafe – Valencia · 2–0', 'Sevilla – Betis · 1–0'],
  C2: ['Everton – Brentford · 0–0'],
  B3: ['Chelsea – Wolves · 1–1'],
  A9: ['Leeds – Arsenal · 1–0'],
  D1: ['Everton – Chelsea · 1–0', 'Getafe – Betis · 0–1'],
  B2: ['Leeds – Fulham · 0–2'],
  A8: ['Fulham – Everton · 1–0', 'Brentford – Chelsea · Thu 5 Nov 19:00 Seen at the ground.'],
  C5: ['Brentford – Leeds · Wed 4 Nov 19:00 Seen at the ground.'],
  B1: ['Arsenal – Everton · 0–1', 'Betis – Valencia · 0–2'],
  A7: ['Wolves – Arsenal · Mon 2 Nov 19:00 Seen at the ground.'],
  A6: ['Burnley – Leeds · 2–1'],
  A5: ['Chelsea – Fulham · 1–1'],
  A4: ['Everton – Wolves · 3–1', 'Sevilla – Getafe · 1–1'],
  C1: ['Arsenal – Leeds · 0–1'],
  A2: ['Brentford – Burnley · 1–0'],
  A1: ['Arsenal – Fulham · 2–1'],
  A0: ['Leeds – Everton · 2–0'],
};

/** The lines of a card with its games in the administrators' list. */
export function gamesOf({ id }: KnownCard): readonly string[] {
  return gamesById[id] ?? [];
}

/** These tips, in the order of the list. */
export function cardsOf(...ids: readonly string[]): KnownCard[] {
  return knownCards.filter(({ id }) => ids.includes(id));
}
