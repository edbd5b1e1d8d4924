import { readsFigures } from '../../testing/screen/screen-text.ts';
import { type KnownCard, settledCards } from '../../testing/known-season/cards.ts';
import { aReader, asOf, test } from '../../testing/known-season/journey.ts';

test.use({ phones: 'stay online' });

// Their season is made once.
test.describe.configure({ mode: 'default' });

// Everything a screen can say follows from tests/testing/known-season/tips.ts; what stands here was worked
// out from it on paper. A line with a numeral that is not expected is an invented figure.

/** How long before their first kick-offs the settled tips arrived. */
const arrivals: Readonly<Record<string, string>> = {
  AC: '1 day 6 hrs',
  AB: '1 day 5 hrs',
  A9: '1 day 6 hrs',
  A5: '1 day 6 hrs',
  A2: '1 day 4 hrs',
};

/** The card on the profile, with its arrival; a name that holds a numeral is read with each act. */
function onTheProfile({ id, games, made, lines }: KnownCard): string[] {
  const names = lines.flatMap((line) => /(?:Over|Under) 2\.5 goals/.exec(line)?.[0] ?? []);
  const acts = (act: string) => names.map((name) => `${act}: Ada Stone, ${name}`);
  return [
    `${games === 1 ? '1 game' : `${games} games`} · ${made}`,
    ...lines.slice(0, games),
    ...acts('Details'),
    `Arrived ${arrivals[id] ?? '1 day 9 hrs'} before kick-off`,
    ...acts('Receipt '),
    ...lines.slice(games),
    ...acts('Share '),
  ];
}

test('home counts the tips that stand, and rates tipsters by their records', async ({
  given,
  known,
}) => {
  const { phone, opens } = await aReader(given, known);
  await opens('/');
  await readsFigures(phone, [
    'ARS Arsenal Next kick-off EPL 15:00 Fri 20 Nov CHE Chelsea',
    // D4, D3, C3, B7 and AD: C4 and D2 have started, B8 was withdrawn, the copy D5 is Max's alone.
    '5 active tips',
    // Max's own that has started and is not decided: D2.
    '1 game : Wolves to win',
    '2.05',
    'Lost Wolves to win Wolves v Fulham, yesterday 15:00 Lost, not confirmed yet Lost 1–1',
    // Max follows Ada: AD has not started, then the newest of those that have.
    'AS Ada Stone Arsenal – Chelsea, 1.85 Fri 20 Nov 15:00',
    'AS Ada Stone Wolves – Brentford, 1.40 Won',
    'AS Ada Stone Chelsea – Burnley, Everton – Leeds, 2.20 Won',
    'AS Ada Stone Getafe – Valencia, Sevilla – Betis, 3.05 Won',
    'AS Ada Stone Leeds – Arsenal, 2.00 Lost',
    '15:00 Fri 20 Nov',
    'Arsenal v Chelsea, Fri 20 Nov 15:00',
    // D4, B7 and AD.
    '3 tips Arsenal v Chelsea',
    '17:59 Sat 21 Nov',
    'Leeds v Brentford, Sat 21 Nov 17:59',
    // D4, D3 and C4.
    '3 tips Leeds v Brentford',
    '20:00 Fri 20 Nov',
    'Sevilla v Valencia, Fri 20 Nov 20:00',
    // C3 and B7.
    '2 tips Sevilla v Valencia',
    // The month's best: one of five won, and four of five.
    'November 2026, all leagues',
    '1 BF Ben Ford 20% of 5 won +25 units',
    '2 AS Ada Stone 80% of 5 won +3.2 units',
    // Ada: x = 10 × 1.65 / (11 + 50), 2.5 + 2.5 × x / √(1 + x²) = 3.15 stars, twice that out of ten.
    '3.2 of 5 stars 3.2 Average Rating : 6.3',
    '5 Recent Tickets',
    'Waiting, 16 Nov 2026',
    'Won, 14 Nov 2026 W',
    'Won, 13 Nov 2026 W',
    'Won, 10 Nov 2026 W',
    'Lost, 7 Nov 2026 L',
    // Ben: B1 to B5 are settled, B6 is not confirmed.
    'new, 5 of 10',
    '5 Recent Tickets',
    'Waiting, 16 Nov 2026',
    'Won, 15 Nov 2026 W',
    'Lost, 12 Nov 2026 L',
    'Lost, 11 Nov 2026 L',
    'Lost, 8 Nov 2026 L',
    // Cleo: C1 and C2; C5 is void.
    'new, 2 of 10',
    '5 Recent Tickets',
    'Waiting, 16 Nov 2026',
    'Waiting, 16 Nov 2026',
    'Won, 9 Nov 2026 W',
    'Void, 3 Nov 2026 V',
    'Lost, 10 Oct 2026 L',
    // Max: D1.
    'new, 1 of 10',
    '4 Recent Tickets',
    'Waiting, 16 Nov 2026',
    'Waiting, 16 Nov 2026',
    'Waiting, 15 Nov 2026',
    'Lost, 6 Nov 2026 L',
  ]);
  await phone.page().getByRole('button', { name: 'Won, 13 Nov 2026', exact: true }).click();
  // An opened ticket gives the reasons too.
  await readsFigures(
    phone,
    [
      'Ada Stone · Fri 13 Nov 10:00',
      'Won CHE BUR Chelsea to win Chelsea v Burnley, Sat 14 Nov 15:00 · EPL Needs a home win. It ended 4–0. 4–0 1.10',
      'Won EVE LEE Draw Everton v Leeds, Sat 14 Nov 15:00 · EPL Needs a draw. It ended 1–1. 1–1 2.00',
      '+1.2 units',
      'Odds 2.20',
    ],
    '[role="dialog"]',
  );
});

// Ada's tips in the order of their last games, with what one unit on each brought:
//   10 Aug A0 lost −1       25 Aug A1 won 2.50 +1.50 (stake 2)   12 Sep A2 lost −1
//   20 Oct A4 lost −1 (stake 5)   25 Oct A5 won, unpriced   28 Oct A6 lost, unpriced
//    2 Nov A7 void           5 Nov A8 won 1.50 +0.50              8 Nov A9 lost −1
//   11 Nov AA won 3.05 +2.05   14 Nov AB won 2.20 +1.20          15 Nov AC won 1.40 +0.40 (stake 3)
const ada = {
  head: [
    '12 Mill Lane, Kent, United Kingdom · since July 2026',
    'Phone +44 7700 900101',
    '3.2 of 5 stars 3.2 2 followers',
    '30 days',
    '90 days',
  ],
  all: [
    // 1.65 / 9
    'Yield, flat stakes +18.3% of 9 priced tickets',
    // −1 + 1.50 − 1 − 1 + 0.50 − 1 + 2.05 + 1.20 + 0.40
    'Units, flat stakes +1.65',
    // 6 / 11 = 0.54545; Wilson (0.5455 + 0.1746 ± 0.3422) / 1.3492
    'Hit rate 54.5% 28% to 78.7%',
    // (1.80 + 2.50 + 1.80 + 6 + 1.50 + 2 + 3.05 + 2.20 + 1.40) / 9 = 22.25 / 9
    'Average odds 2.47',
    '11 settled tickets: 6 won, 5 lost',
    'Games on these tickets: 9 won, 5 lost.',
    'At the stakes they gave: −0.80 units from 10 staked on 3 tickets, a yield of −8%.',
    asOf,
    '−2',
    '−1',
    '0',
    '+1',
    '+2',
    'Units over time: +1.7 at the end, +1.7 at most, −2 at least',
    'Tips on the chart Sun 15 Nov, +1.7',
    '+1.7',
    'Deepest fall from a height: −2.50 units',
  ],
  formulas: [
    'Yield is units per priced ticket. The range under the hit rate holds the true rate in 19 of 20 cases (Wilson).',
    'Followers’ yield is the same for the settled tickets of those who copied these tips and booked them, at their odds when they booked. It is shown from 10 tickets on.',
    'Tipsters are ranked by y = units ÷ (settled + 50), in which a ticket adds at most 20 units: a short record proves little. Stars are 2.5 + 2.5 × 10y ÷ √(1 + (10y)²), over all time, from 10 settled tickets. Here: y = +1.65 ÷ (11 + 50), which makes 3.2.',
  ],
  months: [
    // A8 to AC: 0.50 − 1 + 2.05 + 1.20 + 0.40
    'November 2026 5 settled tickets +3.15 +1.65',
    // A4, and A5 and A6 without a price
    'October 2026 3 settled tickets −1.00 −1.50',
    'September 2026 1 settled ticket −1.00 −0.50',
    'August 2026 2 settled tickets +0.50 +0.50',
  ],
  games: [
    // Won: A1 +1.50, A4 +2, A5, A8 +0.50, AB +0.10 and +1, AC +0.40; lost: A0, A2, A9 −1 each, A6.
    '11',
    '11 games',
    '+2.50',
    // A4 −1, AA +0.85 and +0.65
    '3',
    '3 games',
    '+0.50',
    // Match result: all but A5 and A6, and A9 and AC with their −0.60.
    '10',
    '10 games',
    '+3.60',
    '2',
    '2 games',
    '0.00',
    'Over/Under 2.5',
    '2',
    '2 games',
    '−0.60',
  ],
} as const;

test('a profile leaves void tickets out, and counts unpriced ones as hits alone', async ({
  given,
  known,
}) => {
  const { phone, opens } = await aReader(given, known);
  await opens(`/tipster/profile/${known.season.idOf('Ada')}?tips=settled`);
  await phone.page().getByText('All', { exact: true }).click();
  await readsFigures(phone, [
    ...ada.head,
    ...ada.all,
    ...ada.months,
    ...ada.formulas,
    ...ada.games,
    'Market All markets Match result Both teams to score Over/Under 2.5',
    'Month All months Nov 2026 Oct 2026 Sept 2026 Aug 2026',
    ...settledCards.flatMap(onTheProfile),
  ]);
});
