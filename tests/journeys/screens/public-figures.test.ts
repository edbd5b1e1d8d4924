import { readsFigures } from '../../testing/screen/screen-text.ts';
import {
  cardsOf,
  inTheFeed,
  type KnownCard,
  knownCards,
  publicCards,
} from '../../testing/known-season/cards.ts';
import { aReader, asOf, test } from '../../testing/known-season/journey.ts';

test.use({ phones: 'stay online' });

// The tests share one server with the season, so they run one after the other in one worker.
test.describe.configure({ mode: 'default' });

// The expected lines are calculated by hand from tests/testing/known-season/tips.ts. A line with a
// number that is not expected is an invented figure. A0 to D5 are the ids of tips; A is Ada, B Ben,
// C Cleo and D Max.

/** The lines of cards on a profile, where each has a title with the number of its games. */
function onTheProfile(cards: readonly KnownCard[]): string[] {
  return cards.flatMap((card) => [
    `${card.games === 1 ? '1 game' : `${card.games} games`} · ${card.made}`,
    ...card.lines,
  ]);
}

/** Time from the arrival of a settled tip to its first kick-off; for other tips 1 day 9 hrs. */
const arrivals: Readonly<Record<string, string>> = {
  AC: '1 day 6 hrs',
  AB: '1 day 5 hrs',
  A9: '1 day 6 hrs',
  A5: '1 day 6 hrs',
  A2: '1 day 4 hrs',
};

/** The lines of settled cards on a profile; a pick with a number is also in the buttons' names. */
function settledOnTheProfile(cards: readonly KnownCard[]): string[] {
  return cards.flatMap((card) => {
    const [title = '', ...lines] = onTheProfile([card]);
    const names = lines.flatMap((line) => /(?:Over|Under) 2\.5 goals/.exec(line)?.[0] ?? []);
    const acts = (act: string) => names.map((name) => `${act}: ${card.by}, ${name}`);
    return [
      title,
      ...lines.slice(0, card.games),
      ...acts('Details'),
      `Arrived ${arrivals[card.id] ?? '1 day 9 hrs'} before kick-off`,
      ...acts('Receipt '),
      ...lines.slice(card.games),
      ...acts('Share '),
    ];
  });
}

test('home counts the active tips, and rates tipsters by their records', async ({
  given,
  known,
}) => {
  const { phone, opens } = await aReader(given, known, 'Max');
  await opens('/');
  await readsFigures(phone, [
    'ARS Arsenal Next kick-off EPL 15:00 Fri 20 Nov CHE Chelsea',
    // D4, D3, C3, B7 and AD; C4 and D2 have started, B8 is withdrawn, the copy D5 is not public.
    '5 active tips',
    // Max's own tip D2 has started and is not decided.
    '1 game : Wolves to win',
    '2.05',
    'Lost Wolves to win Wolves v Fulham, yesterday 15:00 Lost, not confirmed yet Lost 1–1',
    // Max follows Ada: first AD, which has not started, then her newest tips that have started.
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
    // The best of the month: Ben won one of five, Ada four of five.
    'November 2026, all leagues',
    '1 BF Ben Ford 20% of 5 won +25 units',
    '2 AS Ada Stone 80% of 5 won +3.2 units',
    // Ada: x = 10 × 1.65 / (11 + 50), 2.5 + 2.5 × x / √(1 + x²) = 3.15 stars; twice that is 6.3.
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
  // An opened ticket also shows the reasons.
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

test('the feed counts the tips that its filters find', async ({ given, known }) => {
  const { phone, opens } = await aReader(given, known, 'Max');
  // Ben won one of five: 29 − 4 units, of which 20 − 4 count for the rank. Ada won four of five.
  const best = [
    '1 BF Ben Ford +25.00 units · 20% won Follow Ben Ford',
    '2 AS Ada Stone +3.15 units · 80% won Following Ada Stone',
  ];
  await opens('/tips');
  await readsFigures(phone, [
    ...inTheFeed(publicCards.slice(0, 3)),
    ...best,
    ...inTheFeed(publicCards.slice(3)),
    'Showing all 29 tips',
    asOf,
  ]);

  const finds = [
    ['/tips?minOdds=4', '5 tips match', cardsOf('D4', 'B7', 'B1', 'A5', 'A4')],
    ['/tips?stars=3', '13 tips match', knownCards.filter(({ by }) => by === 'Ada Stone')],
    // Cards of games that have not started.
    ['/tips?open=true', '5 tips match', cardsOf('D4', 'D3', 'C3', 'B7', 'AD')],
    ['/tips?search=ben', '7 tips match', knownCards.filter(({ by }) => by === 'Ben Ford')],
  ] as const;
  for (const [path, count, cards] of finds) {
    await opens(path);
    // The button with the number of filters; a filtered feed does not show the best of the month.
    const icon = path.includes('search') ? 'Search Tipster 1' : 'Filters 1';
    await readsFigures(phone, [icon, count, ...inTheFeed(cards), asOf]);
  }
});

test('the list of tipsters filters by average odds, in which void tickets do not count', async ({
  given,
  known,
}) => {
  const { phone, opens } = await aReader(given, known, 'Max');
  const choice = 'Min odds Filter by Odds 1 2 3 4 5 6 7 8 9 10';
  // Ben: 29 − 4; Cleo: 2.30 − 1.
  const others = ['20% of 5 new, 5 of 10', '+25.00', '50% of 2 new, 2 of 10', '+1.30'];
  const max = ['0% of 1 new, 1 of 10', '−1.00', '+44 7700 900104'];
  await opens('/tipster');
  await readsFigures(phone, [
    choice,
    asOf,
    '1',
    '54.5% of 11 3.2 of 5 stars 3.2',
    '+1.65',
    '+44 7700 900101',
    ...others,
    ...max,
  ]);
  await opens('/tipster?minOdds=3');
  // Ben (30 + 1.90 + 2.10 + 3.40 + 2.60 + 2.30 + 14.28) / 7 = 8.08, Cleo (2 + 3.30 + 3.84) / 3 = 3.05,
  // Max (3 + 2.05 + 2.75 + 4.44) / 4 = 3.06; Ada about 2.41. Cleo's void tip as 1.00 would give 2.54.
  await readsFigures(phone, [choice, asOf, ...others, ...max]);
});

// Ada's tips in the order of their last games, with the profit of one unit on each:
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
  // Tips A4 to AC.
  '30 days': [
    // 2.15 / 6
    'Yield, flat stakes +35.8% of 6 priced tickets',
    // −1 + 0.50 − 1 + 2.05 + 1.20 + 0.40
    'Units, flat stakes +2.15',
    // 5 / 8; Wilson (0.625 + 0.2401 ± 0.4125) / 1.4802
    'Hit rate 62.5% 30.6% to 86.3%',
    // (6 + 1.50 + 2 + 3.05 + 2.20 + 1.40) / 6 = 16.15 / 6
    'Average odds 2.69',
    '8 settled tickets: 5 won, 3 lost',
    'Games on these tickets: 8 won, 3 lost.',
    // −5 + 3 × 0.40 units from 5 + 3 staked
    'At the stakes they gave: −3.80 units from 8 staked on 2 tickets, a yield of −47.5%.',
    asOf,
    '−2',
    '−1',
    '0',
    '+1',
    '+2',
    '+3',
    'Units over time: +2.2 at the end, +2.2 at most, −1.5 at least',
    'Tips on the chart Sun 15 Nov, +2.2',
    '+2.2',
    'Deepest fall from a height: −1.50 units',
  ],
  // Tips A1 to AC.
  '90 days': [
    // 2.65 / 8
    'Yield, flat stakes +33.1% of 8 priced tickets',
    // 2.15 + 1.50 − 1
    'Units, flat stakes +2.65',
    // 6 / 10; Wilson (0.6 + 0.1921 ± 0.3593) / 1.3841
    'Hit rate 60% 31.3% to 83.2%',
    // (16.15 + 2.50 + 1.80) / 8 = 20.45 / 8
    'Average odds 2.56',
    '10 settled tickets: 6 won, 4 lost',
    'Games on these tickets: 9 won, 4 lost.',
    // −3.80 + 2 × 1.50 units from 8 + 2 staked
    'At the stakes they gave: −0.80 units from 10 staked on 3 tickets, a yield of −8%.',
    asOf,
    '−1',
    '0',
    '+1',
    '+2',
    '+3',
    'Units over time: +2.7 at the end, +2.7 at most, −1 at least',
    'Tips on the chart Sun 15 Nov, +2.7',
    '+2.7',
    'Deepest fall from a height: −2.50 units',
  ],
  All: [
    // 1.65 / 9
    'Yield, flat stakes +18.3% of 9 priced tickets',
    // 2.65 − 1
    'Units, flat stakes +1.65',
    // 6 / 11 = 0.54545; Wilson (0.5455 + 0.1746 ± 0.3422) / 1.3492
    'Hit rate 54.5% 28% to 78.7%',
    // (20.45 + 1.80) / 9 = 22.25 / 9
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
    // EPL. Won: A1 +1.50, A4 +2, A5, A8 +0.50, AB +0.10 and +1, AC +0.40; lost: A0, A2, A9 −1, A6.
    '11',
    '11 games',
    '+2.50',
    // La Liga: A4 −1, AA +0.85 and +0.65.
    '3',
    '3 games',
    '+0.50',
    // Match result: all except A5, A6, A9 and AC; A9 and AC together have −0.60.
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

test('a profile excludes void tickets, and counts unpriced tickets only in the hit rate', async ({
  given,
  known,
}) => {
  const { phone, opens } = await aReader(given, known, 'Max');
  await opens(`/tipster/profile/${known.season.idOf('Ada')}?tips=settled`);
  for (const time of ['30 days', '90 days', 'All'] as const) {
    await phone.page().getByText(time, { exact: true }).click();
    await readsFigures(phone, [
      ...ada.head,
      ...ada[time],
      ...ada.months,
      ...ada.formulas,
      ...ada.games,
      'Market All markets Match result Both teams to score Over/Under 2.5',
      'Month All months Nov 2026 Oct 2026 Sept 2026 Aug 2026',
      ...settledOnTheProfile(
        cardsOf('AC', 'AB', 'AA', 'A9', 'A8', 'A7', 'A6', 'A5', 'A4', 'A2', 'A1', 'A0'),
      ),
    ]);
  }

  await opens(`/tipster/profile/${known.season.idOf('Ben')}?tips=settled`);
  await readsFigures(phone, [
    'United Kingdom · since July 2026',
    'new, 5 of 10 1 follower',
    '30 days',
    '90 days',
    // 25 / 5
    'Yield, flat stakes +500% of 5 priced tickets',
    // B1 at 30.00 wins 29 units, and four lost tips lose 4.
    'Units, flat stakes +25.00',
    // 1 / 5; Wilson (0.2 + 0.3841 ± 0.5201) / 1.7683
    'Hit rate 20% 3.6% to 62.4%',
    // (30 + 1.90 + 2.10 + 3.40 + 2.60) / 5
    'Average odds 8.00',
    '5 settled tickets: 1 won, 4 lost',
    'Games on these tickets: 2 won, 4 lost.',
    '1 tip was withdrawn, in all time.',
    asOf,
    '0',
    '+10',
    '+20',
    '+30',
    'Units over time: +25 at the end, +29 at most, 0 at least',
    'Tips on the chart Fri 13 Nov, +25',
    '+25',
    // From +29 to +25 by four lost tips.
    'Deepest fall from a height: −4.00 units',
    'November 2026 5 settled tickets +25.00 +25.00',
    ...ada.formulas.slice(0, 2),
    'Tipsters are ranked by y = units ÷ (settled + 50), in which a ticket adds at most 20 units: a short record proves little. Stars are 2.5 + 2.5 × 10y ÷ √(1 + (10y)²), over all time, from 10 settled tickets. Here: new, 5 settled so far.',
    // Legs as single bets: EPL 4 − 3, La Liga 5 − 1.
    '4',
    '4 games',
    '+1.00',
    '2',
    '2 games',
    '+4.00',
    '6',
    '6 games',
    '+5.00',
    'Month All months Nov 2026',
    ...settledOnTheProfile(cardsOf('B5', 'B4', 'B3', 'B2', 'B1')),
  ]);
});
