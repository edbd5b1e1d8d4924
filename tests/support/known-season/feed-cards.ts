import type { KnownCard } from './cards.ts';

/**
 * Records in a line, as every card of a tipster shows them: yield and hit rate over all time, and the
 * last five settled. Ada 1.65 / 9 and 6 / 11, Ben 16 / 5 and 1 / 5, Cleo 1.30 / 2 and 1 / 2, Max −1 / 1.
 */
const records: Readonly<Record<string, string>> = {
  'Max Reed': '−100% yield 0% of 1 Last settled tickets, oldest first: Lost L',
  'Cleo Marsh': '+65% yield 50% of 2 Last settled tickets, oldest first: Lost, Void, Won L V W',
  'Ben Ford':
    '+500% yield 20% of 5 Last settled tickets, oldest first: Won, Lost, Lost, Lost, Lost W L L L L',
  'Ada Stone':
    '+18.3% yield 55% of 11 Last settled tickets, oldest first: Won, Lost, Won, Won, Won W L W W W',
};

/** The lines of each card under its record that hold a numeral, for one unit where no stake is told. */
const lines: Readonly<Record<string, readonly string[]>> = {
  D5: [
    'ARS CHE Arsenal to win Arsenal – Chelsea · EPL · Fri 15:00 1.85',
    '1.85',
    'closes in 3 days 2 hrs',
  ],
  D4: [
    'ARS CHE Arsenal to win Arsenal – Chelsea · EPL · Fri 15:00 1.85',
    'LEE BRE Leeds to win Leeds – Brentford · EPL · Sat 17:59 2.40',
    '4.44',
    'closes in 3 days 2 hrs',
  ],
  D3: [
    'LEE BRE Brentford to win Leeds – Brentford · EPL · Sat 17:59 2.75',
    '2.75',
    'closes in 4 days 5 hrs',
  ],
  C4: [
    'In play BUR CHE Chelsea to win Burnley – Chelsea · EPL 1.60',
    'Waiting LEE BRE Leeds to win Leeds – Brentford · EPL · Sat 17:59 2.40',
    '2 games',
    'Odds 3.84',
  ],
  C3: [
    'SEV VAL Both teams to score Sevilla – Valencia · La Liga · Fri 20:00 ≈ 1.89 about 1.89',
    '≈ 1.89 about 1.89 1 price to come What is an estimate?',
    'closes in 3 days 7 hrs',
  ],
  B7: [
    'ARS CHE Chelsea to win Arsenal – Chelsea · EPL · Fri 15:00 4.20',
    'SEV VAL Draw Sevilla – Valencia · La Liga · Fri 20:00 3.40',
    '14.28',
    'closes in 3 days 2 hrs',
  ],
  AD: [
    'ARS CHE Arsenal to win Arsenal – Chelsea · EPL · Fri 15:00 1.85',
    '1.85',
    // D5, which its owner alone sees.
    'closes in 3 days 2 hrs · 1 copied this',
  ],
  D2: [
    'Lost WOL FUL Wolves to win Wolves – Fulham · EPL Lost, not confirmed yet 1–1 Lost',
    '1 game',
    'Odds 2.05',
  ],
  B6: ['Won FUL BRE Fulham to win Fulham – Brentford · EPL 2–1 2.30', '+1.3 units', 'Odds 2.30'],
  AC: ['Won WOL BRE Under 2.5 goals Wolves – Brentford · EPL 1–1 1.40', '+0.4 units', 'Odds 1.40'],
  AB: [
    'Won CHE BUR Chelsea to win Chelsea – Burnley · EPL 4–0 1.10',
    'Won EVE LEE Draw Everton – Leeds · EPL 1–1 2.00',
    '+1.2 units',
    'Odds 2.20',
  ],
  B5: ['Lost BUR ARS Burnley to win Burnley – Arsenal · EPL 0–3 2.60', '−1 unit', 'Odds 2.60'],
  B4: ['Lost VAL GET Draw Valencia – Getafe · La Liga 2–0 3.40', '−1 unit', 'Odds 3.40'],
  AA: [
    'Won GET VAL Getafe to win Getafe – Valencia · La Liga 2–0 1.85',
    'Won SEV BET Sevilla to win Sevilla – Betis · La Liga 1–0 1.65',
    '+2.05 units',
    'Odds 3.05',
  ],
  C2: ['Won EVE BRE Draw Everton – Brentford · EPL 0–0 3.30', '+2.3 units', 'Odds 3.30'],
  B3: ['Lost CHE WOL Chelsea to win Chelsea – Wolves · EPL 1–1 2.10', '−1 unit', 'Odds 2.10'],
  A9: ['Lost LEE ARS Over 2.5 goals Leeds – Arsenal · EPL 1–0 2.00', '−1 unit', 'Odds 2.00'],
  D1: [
    'Won EVE CHE Everton to win Everton – Chelsea · EPL 1–0 1.50',
    'Lost GET BET Getafe to win Getafe – Betis · La Liga 0–1 2.00',
    '−1 unit',
    'Odds 3.00',
  ],
  B2: ['Lost LEE FUL Leeds to win Leeds – Fulham · EPL 0–2 1.90', '−1 unit', 'Odds 1.90'],
  A8: [
    'Won FUL EVE Fulham to win Fulham – Everton · EPL 1–0 1.50',
    'Void BRE CHE Chelsea to win Brentford – Chelsea · EPL 8.00',
    '+0.5 units',
    'Odds 1.50',
  ],
  C5: ['Void BRE LEE Brentford to win Brentford – Leeds · EPL 2.50', '0 units', 'Odds 1.00'],
  B1: [
    'Won ARS EVE Everton to win Arsenal – Everton · EPL 0–1 5.00',
    'Won BET VAL Valencia to win Betis – Valencia · La Liga 0–2 6.00',
    '+29 units',
    'Odds 30.00',
  ],
  A7: ['Void WOL ARS Arsenal to win Wolves – Arsenal · EPL 9.00', '0 units', 'Odds 1.00'],
  // Neither had a price at kick-off, so no units count.
  A6: ['Lost BUR LEE Both teams to score: no Burnley – Leeds · EPL 2–1'],
  A5: ['Won CHE FUL Both teams to score Chelsea – Fulham · EPL 1–1 4.00', 'Odds 4.00'],
  A4: [
    'Won EVE WOL Everton to win Everton – Wolves · EPL 3–1 3.00',
    'Lost SEV GET Getafe to win Sevilla – Getafe · La Liga 1–1 2.00',
    '−1 unit',
    'Odds 6.00',
  ],
  C1: ['Lost ARS LEE Arsenal to win Arsenal – Leeds · EPL 0–1 2.00', '−1 unit', 'Odds 2.00'],
  A2: ['Lost BRE BUR Draw Brentford – Burnley · EPL 1–0 1.80', '−1 unit', 'Odds 1.80'],
  A1: ['Won ARS FUL Arsenal to win Arsenal – Fulham · EPL 2–1 2.50', '+1.5 units', 'Odds 2.50'],
  A0: ['Lost LEE EVE Everton to win Leeds – Everton · EPL 2–0 1.80', '−1 unit', 'Odds 1.80'],
};

/** The buttons of a card in the feed whose names hold a numeral. */
const buttons: Readonly<Record<string, readonly string[]>> = {
  AC: ['Details : Ada Stone, Under 2.5 goals', 'Share : Ada Stone, Under 2.5 goals'],
  A9: ['Details : Ada Stone, Over 2.5 goals', 'Share : Ada Stone, Over 2.5 goals'],
};

/** The lines of a card under its title that hold a numeral. */
export function linesOf({ id }: KnownCard): readonly string[] {
  return lines[id] ?? [];
}

/** Cards as the feed shows them, each under its tipster's record. */
export function inTheFeed(cards: readonly KnownCard[]): string[] {
  return cards.flatMap((card) => [
    records[card.by] ?? card.by,
    ...linesOf(card),
    ...(buttons[card.id] ?? []),
  ]);
}
