import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import * as z from 'zod/mini';

import { figuresIn, readsFigures } from '../../testing/screen/screen-text.ts';
import {
  cardsOf,
  inTheFeed,
  type KnownCard,
  knownCards,
} from '../../testing/known-season/cards.ts';
import { aReader, asOf, test } from '../../testing/known-season/journey.ts';

test.use({ phones: 'stay online' });

// The tests share one server with the season, so they run one after the other in one worker.
test.describe.configure({ mode: 'default' });

// As in public-figures.test.ts, a line with a number that is not expected is an invented figure.

const formulas = [
  'A rank needs 5 settled tickets. Ranks go by units ÷ (settled + 50). Same units from the same number of tickets share a rank.',
];

test('tables, games and the page for posting show ranks, counts and prices', async ({
  given,
  known,
}) => {
  const { phone, opens } = await aReader(given, known, 'Max');
  const months = ['November 2026', 'October 2026', 'September 2026', 'August 2026'];
  await opens('/competitions?month=2026-11');
  await readsFigures(phone, [
    ...months,
    'All leagues · November 2026',
    // Ben: 29 − 4; Ada: 0.50 − 1 + 2.05 + 1.20 + 0.40.
    '1 Rank 1 BF Ben Ford 5 settled · 20% won Units, flat stakes +25.00',
    '2 Rank 2 AS Ada Stone 5 settled · 80% won Units, flat stakes +3.15',
    'A rank needs 5 settled tickets in the month.',
    // C2 at 3.30; her void tip does not count.
    'CM Cleo Marsh 1 settled · 100% won Units, flat stakes +2.30',
    'MR Max Reed You 1 settled · 0% won Units, flat stakes −1.00',
    asOf,
    ...formulas,
  ]);
  await opens('/competitions?month=2026-10');
  await readsFigures(phone, [
    ...months,
    'A rank needs 5 settled tickets in the month.',
    // A4 lost; A5 won and A6 lost without a price.
    'AS Ada Stone 3 settled · 33.3% won Units, flat stakes −1.00',
    'CM Cleo Marsh 1 settled · 0% won Units, flat stakes −1.00',
    asOf,
    ...formulas,
  ]);

  const facts = [
    'EPL closes in 3 days 2 hrs',
    // AD, B7 and D4; the copy D5 is visible to its owner only.
    'ARS CHE Fri 20 Nov 15:00 3 tips',
    '1 1.85',
    'X 3.60',
    '2 4.20',
  ];
  await opens('/tips/details/arsenal-chelsea');
  await readsFigures(phone, [...facts, ...inTheFeed(cardsOf('D4', 'B7', 'AD'))]);

  await opens('/tips/details/arsenal-chelsea?tab=post');
  // Only 1, X and 2 have a price; other options have estimates, with Over and Under in one line.
  await expect
    .poll(async () => {
      const odds = (await figuresIn(phone)).filter((line) => /\d\.\d\d/.test(line));
      const prices = odds.filter((line) => !line.includes(', about '));
      return [...prices, `${odds.length - prices.length} lines of estimates`];
    })
    .toEqual([
      ...facts.slice(2),
      'Arsenal to win, 1.85, not selected Arsenal to win1 1.85',
      'Draw, 3.60, not selected DrawX 3.60',
      'Chelsea to win, 4.20, not selected Chelsea to win2 4.20',
      '41 lines of estimates',
    ]);

  const rows = (game: string, kickOff: string, ...prices: readonly string[]) => [
    kickOff,
    // The row shows three of the 51 options.
    '+48',
    '48 more options',
    ...['home 1', 'draw X', 'away 2'].map(
      (side, index) =>
        `${game}, Match result, ${side}, ${prices[index]}, not selected ${prices[index]}`,
    ),
  ];
  // The headings above the prices of a league; X is not a number.
  const columns = ['1', '2'];
  await opens('/tips/create');
  await readsFigures(phone, [
    // The game is in play, so it has no options.
    'Tue 17 Nov · 1 game',
    '11:00',
    'Burnley v Chelsea, today 11:00',
    'Fri 20 Nov',
    'Fri 20 Nov',
    '2 games',
    ...columns,
    ...rows('Arsenal v Chelsea', '15:00', '1.85', '3.60', '4.20'),
    ...columns,
    ...rows('Sevilla v Valencia', '20:00', '2.10', '3.40', '3.70'),
    'Sat 21 Nov',
    'Sat 21 Nov',
    '1 game',
    ...columns,
    ...rows('Leeds v Brentford', '17:59', '2.40', '3.25', '2.75'),
    // The time of the newest prices.
    'Odds from 09:00, may change',
  ]);
});

test('own tickets show the posted options and their results', async ({ given, known }) => {
  const { phone, person, opens } = await aReader(given, known, 'Max');
  // Saved: D5, D3 and D2; booked: D4 and D1.
  const counts = ['Saved 3', 'Booked 2'];
  await opens('/tips/my-tips');
  await readsFigures(phone, [
    ...counts,
    '1 game · Fri 20 Nov',
    'Copied 16 Nov 2026',
    'ARS CHE Arsenal to win Arsenal v Chelsea, Fri 20 Nov 15:00 · EPL · Fri 15:00 1.85',
    'Odds 1.85',
    'Expiry Date Fri 15:00',
    '1 game · Sat 21 Nov',
    'Posted 16 Nov 2026',
    'LEE BRE Brentford to win Leeds v Brentford, Sat 21 Nov 17:59 · EPL · Sat 17:59 2.75',
    'Odds 2.75',
    'Stake 4 units',
    'Expiry Date Sat 17:59',
    '1 game · Mon 16 Nov',
    'Lost WOL FUL Wolves to win Wolves v Fulham, yesterday 15:00 · EPL Lost, not confirmed yet 1–1 Lost',
    '1 game',
    'Odds 2.05',
  ]);
  await person
    .tipWith('Leeds Vs Brentford')
    .getByRole('button', { name: /^1 game/ })
    .click();
  await readsFigures(
    phone,
    [
      'LEE BRE Brentford to win Leeds v Brentford, Sat 21 Nov 17:59 · EPL · Sat 17:59 2.75',
      'Odds 2.75',
      'Stake 4 units',
      'Expiry Date Sat 17:59',
      'Ticket 0000D3 · Creation Date 16 Nov 2026 · Number of Games 1',
    ],
    '[role="dialog"]',
  );

  await opens('/tips/booked-ticket');
  await readsFigures(phone, [
    ...counts,
    '2 games · Fri 20 Nov',
    'ARS CHE Arsenal to win Arsenal v Chelsea, Fri 20 Nov 15:00 · EPL · Fri 15:00 1.85',
    'LEE BRE Leeds to win Leeds v Brentford, Sat 21 Nov 17:59 · EPL · Sat 17:59 2.40',
    // No leg is decided, so the card shows no counts of games won and lost.
    'Odds 4.44',
    'Expiry Date Fri 15:00',
    '2 games · Sat 7 Nov',
    'Won EVE CHE Everton to win Everton v Chelsea, Sat 7 Nov 15:00 · EPL Needs a home win. It ended 1–0. 1–0 1.50',
    'Lost GET BET Getafe to win Getafe v Betis, Sat 7 Nov 15:00 · La Liga Needs a home win. It ended 0–1. 0–1 2.00',
    'Total Games Won 1',
    'Total Games Lost 1',
    'Score(%) 50%',
    '−1 unit',
    'Odds 3.00',
  ]);
  await person
    .tipWith('Getafe Vs Betis')
    .getByRole('button', { name: /^2 games/ })
    .click();
  await readsFigures(
    phone,
    [
      'Won Won Everton v Chelsea, Sat 7 Nov 15:00 · 1–0 Everton to win Assigned Odd: 1.50 Needs a home win. It ended 1–0.',
      'Lost Lost Getafe v Betis, Sat 7 Nov 15:00 · 0–1 Getafe to win Assigned Odd: 2.00 Needs a home win. It ended 0–1.',
      'Odds 3.00',
      'Total Games Won 1',
      'Total Games Lost 1',
      'Score: 50%',
      'Ticket 0000D1 · Creation Date 6 Nov 2026 · Number of Games 2',
    ],
    '[role="dialog"]',
  );
});

test('the sync sheet and the settings show no numbers but storage, phone, version and time-outs', async ({
  given,
  known,
}) => {
  const { phone, opens } = await aReader(given, known, 'Max');
  const shown = async () =>
    (await figuresIn(phone)).filter((line) => !/[\d.]+ .?B of [\d.]+ .?B used$/.test(line));
  await opens('/sync');
  await expect(phone.page().getByText('Everything you did has arrived.')).toBeVisible();
  expect(await shown()).toEqual([]);

  const packageFile = join(import.meta.dirname, '..', '..', '..', 'package.json');
  const shape = z.object({ version: z.string() });
  const { version } = z.parse(shape, JSON.parse(await readFile(packageFile, 'utf8')));
  await opens('/settings');
  await expect.poll(shown).toEqual([
    version,
    '+44 7700 900104',
    // Durations of a time-out.
    '24 hours',
    '7 days',
    '30 days',
  ]);
});

test('administrators see their open tasks, and each ticket with its figures', async ({
  given,
  known,
}) => {
  const { phone, opens } = await aReader(given, known, 'Robin');
  await opens('/admin');
  await readsFigures(phone, [
    // C3 has no odds, B6 is decided, and D2 has ended but is not decided.
    'Update Ticket Odds 1 ticket waits for odds',
    'Confirm Ticket 1 ticket is ready to be confirmed',
    '1 game waits for odds',
    '1 game can be settled',
    `All 9 open tickets are on this phone. ${asOf}`,
  ]);
  await opens('/admin/prices');
  await readsFigures(phone, [
    asOf,
    'SEV VAL Sevilla – Valencia Fri 20 Nov 20:00 · 1 option in 1 ticket',
    'GG/NG - GG · in 1 ticket',
    // The estimate from the feed's prices of 1, X and 2.
    '1.89',
    '1 option has odds',
    '1X2 - X · in 1 ticket',
    '3.40',
    '1 of these is an estimate. Saved, it is real odds and records count it.',
    '5 games have all of their odds',
    'Wolves – Fulham · yesterday 15:00',
    'Fulham – Brentford · yesterday 19:00',
    'Burnley – Chelsea · today 11:00',
    'Arsenal – Chelsea · Fri 20 Nov 15:00',
    'Leeds – Brentford · Sat 21 Nov 17:59',
  ]);
  for (const path of ['/admin/tickets', '/admin/confirm-tickets']) {
    await opens(path);
    await readsFigures(phone, [asOf, 'Showing 30 tickets', ...knownCards.flatMap(onTheDesk)]);
  }
  const id = '019a0000-0000-7000-8000-0000000000b6';
  await opens(`/admin/confirm-tickets?tip=${id}`);
  await readsFigures(phone, [
    'Ben Ford 0000B6 History',
    'Won Fulham – Brentford Fulham to win 1X2 - 1 · 2–1 Needs a home win. It ended 2–1. 2.30',
  ]);
});

function onTheDesk({ id, by, state, odds, games, made, expires, deskLines }: KnownCard): string[] {
  const dates = `Creation Date ${made} Expiry Date ${expires}`;
  return [`${by} 0000${id} ${state} Odds ${odds} Number of Games ${games} ${dates}`, ...deskLines];
}
