import type { KnownCard } from './cards.ts';

/**
 * Records in one line, as on every card of a tipster: yield and hit rate over all time, and the
 * last five settled. Ada 1.65 / 9 and 6 / 11, Ben 16 / 5 and 1 / 5, Cleo 1.30 / 2 and 1 / 2, Max −1
 * / 1.
 */
const records: Readonly<Record<string, string>> = {
  'Max Reed': '−100% yield 0% of 1 Last settled tickets, oldest first: Lost L',
  'Cleo Marsh': '+65% yield 50% of 2 Last settled tickets, oldest first: Lost, Void, Won L V W',
  'Ben Ford':
    '+500% yield 20% of 5 Last settled tickets, oldest first: Won, Lost, Lost, Lost, Lost W L L L L',
  'Ada Stone':
    '+18.3% yield 55% of 11 Last settled tickets, oldest first: Won, Lost, Won, Won, Won W L W W W',
};

/** The lines of each card below its record that contain a number; one unit if there is no stake. */
const lines: Readonly<Record<string, readonly string[]>> = {
  D5: [
    'ARS CHE Arsenal to win Arsenal v Chelsea, Fri 20 Nov 15:00 · EPL · Fri 15:00 1.85',
    '1.85',
    'closes in 3 days 2 hrs',
  ],
  D4: [
    'ARS CHE Arsenal to win Arsenal v Chelsea, Fri 20 Nov 15:00 · EPL · Fri 15:00 1.85',
    'LEE BRE Leeds to win Leeds v Brentford, Sat 21 Nov 17:59 · EPL · Sat 17:59 2.40',
    '4.44',
    'closes in 3 days 2 hrs',
  ],
  D3: [
    'LEE BRE Brentford to win Leeds v Brentford, Sat 21 Nov 17:59 · EPL · Sat 17:59 2.75',
    '2.75',
    'closes in 4 days 5 hrs',
  ],
  C4: [
    'In play BUR CHE Chelsea to win Burnley v Chelsea, today 11:00 · EPL 1.60',
    'Waiting LEE BRE Leeds to win Leeds v Brentford, Sat 21 Nov 17:59 · EPL · Sat 17:59 2.40',
    '2 games',
    'Odds 3.84',
  ],
  C3: [
    'SEV VAL Both teams to score Sevilla v Valencia, Fri 20 Nov 20:00 · La Liga · Fri 20:00 ≈ 1.89 about 1.89',
    '≈ 1.89 about 1.89 1 price to come What is an estimate?',
    'closes in 3 days 7 hrs',
  ],
  B7: [
    'ARS CHE Chelsea to win Arsenal v Chelsea, Fri 20 Nov 15:00 · EPL · Fri 15:00 4.20',
    'SEV VAL Draw Sevilla v Valencia, Fri 20 Nov 20:00 · La Liga · Fri 20:00 3.40',
    '14.28',
    'closes in 3 days 2 hrs',
  ],
  AD: [
    'ARS CHE Arsenal to win Arsenal v Chelsea, Fri 20 Nov 15:00 · EPL · Fri 15:00 1.85',
    '1.85',
    // D5 is visible to its owner only.
    'closes in 3 days 2 hrs · 1 copied this',
  ],
  D2: [
    'Lost WOL FUL Wolves to win Wolves v Fulham, yesterday 15:00 · EPL Lost, not confirmed yet 1–1 Lost',
    '1 game',
    'Odds 2.05',
  ],
  B6: [
    'Won FUL BRE Fulham to win Fulham v Brentford, yesterday 19:00 · EPL 2–1 2.30',
    '+1.3 units',
    'Odds 2.30',
  ],
  AC: [
    'Won WOL BRE Under 2.5 goals Wolves v Brentford, Sun 15 Nov 16:00 · EPL 1–1 1.40',
    '+0.4 units',
    'Odds 1.40',
  ],
  AB: [
    'Won CHE BUR Chelsea to win Chelsea v Burnley, Sat 14 Nov 15:00 · EPL 4–0 1.10',
    'Won EVE LEE Draw Everton v Leeds, Sat 14 Nov 15:00 · EPL 1–1 2.00',
    '+1.2 units',
    'Odds 2.20',
  ],
  B5: [
    'Lost BUR ARS Burnley to win Burnley v Arsenal, Fri 13 Nov 19:00 · EPL 0–3 2.60',
    '−1 unit',
    'Odds 2.60',
  ],
  B4: [
    'Lost VAL GET Draw Valencia v Getafe, Thu 12 Nov 19:00 · La Liga 2–0 3.40',
    '−1 unit',
    'Odds 3.40',
  ],
  AA: [
    'Won GET VAL Getafe to win Getafe v Valencia, Wed 11 Nov 19:00 · La Liga 2–0 1.85',
    'Won SEV BET Sevilla to win Sevilla v Betis, Wed 11 Nov 19:00 · La Liga 1–0 1.65',
    '+2.05 units',
    'Odds 3.05',
  ],
  C2: [
    'Won EVE BRE Draw Everton v Brentford, Tue 10 Nov 19:00 · EPL 0–0 3.30',
    '+2.3 units',
    'Odds 3.30',
  ],
  B3: [
    'Lost CHE WOL Chelsea to win Chelsea v Wolves, Mon 9 Nov 19:00 · EPL 1–1 2.10',
    '−1 unit',
    'Odds 2.10',
  ],
  A9: [
    'Lost LEE ARS Over 2.5 goals Leeds v Arsenal, Sun 8 Nov 16:00 · EPL 1–0 2.00',
    '−1 unit',
    'Odds 2.00',
  ],
  D1: [
    'Won EVE CHE Everton to win Everton v Chelsea, Sat 7 Nov 15:00 · EPL 1–0 1.50',
    'Lost GET BET Getafe to win Getafe v Betis, Sat 7 Nov 15:00 · La Liga 0–1 2.00',
    '−1 unit',
    'Odds 3.00',
  ],
  B2: [
    'Lost LEE FUL Leeds to win Leeds v Fulham, Fri 6 Nov 19:00 · EPL 0–2 1.90',
    '−1 unit',
    'Odds 1.90',
  ],
  A8: [
    'Won FUL EVE Fulham to win Fulham v Everton, Thu 5 Nov 19:00 · EPL 1–0 1.50',
    'Void BRE CHE Chelsea to win Brentford v Chelsea, Thu 5 Nov 19:00 · EPL 8.00',
    '+0.5 units',
    'Odds 1.50',
  ],
  C5: [
    'Void BRE LEE Brentford to win Brentford v Leeds, Wed 4 Nov 19:00 · EPL 2.50',
    '0 units',
    'Odds 1.00',
  ],
  B1: [
    'Won ARS EVE Everton to win Arsenal v Everton, Tue 3 Nov 19:00 · EPL 0–1 5.00',
    'Won BET VAL Valencia to win Betis v Valencia, Tue 3 Nov 19:00 · La Liga 0–2 6.00',
    '+29 units',
    'Odds 30.00',
  ],
  A7: [
    'Void WOL ARS Arsenal to win Wolves v Arsenal, Mon 2 Nov 19:00 · EPL 9.00',
    '0 units',
    'Odds 1.00',
  ],
  // Neither had a price at kick-off, so no units count.
  A6: ['Lost BUR LEE Both teams to score: no Burnley v Leeds, Wed 28 Oct 19:00 · EPL 2–1'],
  A5: [
    'Won CHE FUL Both teams to score Chelsea v Fulham, Sun 25 Oct 16:00 · EPL 1–1 4.00',
    'Odds 4.00',
  ],
  A4: [
    'Won EVE WOL Everton to win Everton v Wolves, Tue 20 Oct 20:00 · EPL 3–1 3.00',
    'Lost SEV GET Getafe to win Sevilla v Getafe, Tue 20 Oct 20:00 · La Liga 1–1 2.00',
    '−1 unit',
    'Odds 6.00',
  ],
  C1: [
    'Lost ARS LEE Arsenal to win Arsenal v Leeds, Sun 11 Oct 15:00 · EPL 0–1 2.00',
    '−1 unit',
    'Odds 2.00',
  ],
  A2: [
    'Lost BRE BUR Draw Brentford v Burnley, Sat 12 Sept 15:00 · EPL 1–0 1.80',
    '−1 unit',
    'Odds 1.80',
  ],
  A1: [
    'Won ARS FUL Arsenal to win Arsenal v Fulham, Tue 25 Aug 20:00 · EPL 2–1 2.50',
    '+1.5 units',
    'Odds 2.50',
  ],
  A0: [
    'Lost LEE EVE Everton to win Leeds v Everton, Mon 10 Aug 20:00 · EPL 2–0 1.80',
    '−1 unit',
    'Odds 1.80',
  ],
};

/** The buttons of a card in the feed whose names contain a number. */
const buttons: Readonly<Record<string, readonly string[]>> = {
  AC: ['Details : Ada Stone, Under 2.5 goals', 'Share : Ada Stone, Under 2.5 goals'],
  A9: ['Details : Ada Stone, Over 2.5 goals', 'Share : Ada Stone, Over 2.5 goals'],
};

/** The lines of a card below its title that contain a number. */
export function linesOf({ id }: KnownCard): readonly string[] {
  return lines[id] ?? [];
}

/** Cards as in the feed, each below its tipster's record. */
export function inTheFeed(cards: readonly KnownCard[]): string[] {
  return cards.flatMap((card) => [
    records[card.by] ?? card.by,
    ...linesOf(card),
    ...(buttons[card.id] ?? []),
  ]);
}
