import { type KnownLeg, type KnownTip, knownTips, leagueOf, schedule } from './tips.ts';

/** The texts of a tip in lists. */
export type KnownCard = {
  id: string;
  by: string;
  games: number;
  /** Product of the odds of its legs; a dash if an odd is unknown. */
  odds: string;
  /** Its state in the administrators' list. */
  state: string;
  made: string;
  expires: string;
  /** Lines below the tipster's record that contain a number. */
  lines: readonly string[];
  /** Lines of its legs in the administrators' list. */
  deskLines: readonly string[];
};

/**
 * Total odds of each tip and its profit in units, calculated by hand. Total odds are the product of
 * the odds, rounded once: 1.85 × 2.40 = 4.44, 1.60 × 2.40 = 3.84, 4.20 × 3.40 = 14.28, 1.10 × 2.00
 * = 2.20, 1.85 × 1.65 = 3.0525. A void leg counts as 1.00.
 */
const figures: Readonly<Record<string, readonly [odds: string, units?: string]>> = {
  D5: ['1.85'],
  D4: ['4.44'],
  D3: ['2.75'],
  C4: ['3.84'],
  C3: ['≈ 1.89 about 1.89'],
  B7: ['14.28'],
  AD: ['1.85'],
  D2: ['2.05'],
  B6: ['2.30', '+1.3 units'],
  AC: ['1.40', '+0.4 units'],
  AB: ['2.20', '+1.2 units'],
  B5: ['2.60', '−1 unit'],
  B4: ['3.40', '−1 unit'],
  AA: ['3.05', '+2.05 units'],
  C2: ['3.30', '+2.3 units'],
  B3: ['2.10', '−1 unit'],
  A9: ['2.00', '−1 unit'],
  D1: ['3.00', '−1 unit'],
  B2: ['1.90', '−1 unit'],
  A8: ['1.50', '+0.5 units'],
  C5: ['1.00', '0 units'],
  B1: ['30.00', '+29 units'],
  A7: ['1.00', '0 units'],
  // These tips had no price at kick-off, so no units count.
  A6: ['–'],
  A5: ['4.00'],
  A4: ['6.00', '−1 unit'],
  C1: ['2.00', '−1 unit'],
  A2: ['1.80', '−1 unit'],
  A1: ['2.50', '+1.5 units'],
  A0: ['1.80', '−1 unit'],
};

const states: Readonly<Record<string, string>> = {
  C3: '1 game without odds',
  B6: 'Ready to confirm',
};

/** Lines of tips whose legs have different states, or whose odds are estimates. */
const unusualLines: Readonly<Record<string, readonly string[]>> = {
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
  D2: [
    'Lost WOL FUL Wolves to win Wolves v Fulham, yesterday 15:00 · EPL Lost, not confirmed yet 1–1 Lost',
    '1 game',
    'Odds 2.05',
  ],
};

const names = { Ada: 'Ada Stone', Ben: 'Ben Ford', Cleo: 'Cleo Marsh', Max: 'Max Reed' };

/** Every tip that is not withdrawn, newest first. */
export const knownCards: readonly KnownCard[] = knownTips
  .filter(({ withdrawn }) => !withdrawn)
  .toSorted((one, other) => other.created.localeCompare(one.created))
  .map(toCard);

/** The public tips: all except D5, which is a copy. */
export const publicCards = knownCards.filter(({ id }) => id !== 'D5');

/** The tips with these ids in the order of the list. */
export function cardsOf(...ids: readonly string[]): KnownCard[] {
  return knownCards.filter(({ id }) => ids.includes(id));
}

/**
 * A tipster's record in one line, as on cards: yield and hit rate of all time, and the last five
 * settled tips. Ada 1.65 / 9 and 6 / 11, Ben 16 / 5 and 1 / 5, Cleo 1.30 / 2 and 1 / 2, Max −1 / 1.
 */
const records: Readonly<Record<string, string>> = {
  'Max Reed': '−100% yield 0% of 1 Last settled tickets, oldest first: Lost L',
  'Cleo Marsh': '+65% yield 50% of 2 Last settled tickets, oldest first: Lost, Void, Won L V W',
  'Ben Ford':
    '+500% yield 20% of 5 Last settled tickets, oldest first: Won, Lost, Lost, Lost, Lost W L L L L',
  'Ada Stone':
    '+18.3% yield 55% of 11 Last settled tickets, oldest first: Won, Lost, Won, Won, Won W L W W W',
};

/** Names of the buttons on a feed card that contain a number. */
const buttons: Readonly<Record<string, readonly string[]>> = {
  AC: ['Details : Ada Stone, Under 2.5 goals', 'Share : Ada Stone, Under 2.5 goals'],
  A9: ['Details : Ada Stone, Over 2.5 goals', 'Share : Ada Stone, Over 2.5 goals'],
};

/** The lines of cards in the feed, each after its tipster's record. */
export function inTheFeed(cards: readonly KnownCard[]): string[] {
  return cards.flatMap(({ id, by, lines }) => [
    records[by] ?? by,
    ...lines,
    ...(buttons[id] ?? []),
  ]);
}

function toCard(tip: KnownTip): KnownCard {
  const { id, by, legs, created, confirmed } = tip;
  const [odds, units] = figures[id] ?? ['no odds'];
  const kickOffs = legs.map((leg) => kickOffOf(tip, leg)).toSorted();
  const totals = [
    ...(units === undefined ? [] : [units]),
    ...(odds === '–' ? [] : [`Odds ${odds}`]),
  ];
  const legLines = legs.map((leg) => legLine(tip, leg));
  return {
    id,
    by: names[by],
    games: legs.length,
    odds,
    state: states[id] ?? (confirmed ? 'Treated' : 'Pending'),
    made: dateText(created),
    expires: dateText(kickOffs[0] ?? ''),
    lines: unusualLines[id] ?? [
      ...legLines,
      ...(tip.kickOff === undefined ? [odds, closing(tip)] : totals),
    ],
    deskLines: legs.map((leg) => deskLine(tip, leg)),
  };
}

/** The line with the time until kick-off and the number of public copies (D5 is not public). */
function closing({ id, legs: [first] }: KnownTip): string {
  const left = first?.game === 'Leeds Vs Brentford' ? '4 days 5 hrs' : '3 days 2 hrs';
  return `closes in ${left}${id === 'AD' ? ' · 1 copied this' : ''}`;
}

/** The line of a leg: club codes, pick, game, league, result and price. */
function legLine(tip: KnownTip, leg: KnownLeg): string {
  const [home = '', away = ''] = leg.game.split(' Vs ');
  const letters = [home, away].map((club) => club.slice(0, 3).toUpperCase()).join(' ');
  const kickOff = kickOffOf(tip, leg);
  const when = tip.id === 'B6' ? 'yesterday 19:00' : dayAndTime(kickOff);
  const league = leagueOf(leg.game) === 'soccer_epl' ? 'EPL' : 'La Liga';
  const price = priceOf(leg)?.toFixed(2);
  const result = leg.result && `${leg.result[0]?.toUpperCase()}${leg.result.slice(1)}`;
  // A game that has not ended shows its day and time a second time.
  const state = result ? leg.score?.join('–') : `· ${shortTime(kickOff)}`;
  const pick = `${letters} ${pickWords(leg)} ${home} v ${away}, ${when} · ${league}`;
  return [result, pick, state, price].filter((part) => part !== undefined).join(' ');
}

/** The administrators' line of a leg: game, score or kick-off, and the reason of a void leg. */
function deskLine(tip: KnownTip, leg: KnownLeg): string {
  const kickOff = kickOffOf(tip, leg);
  const when = leg.game === 'Burnley Vs Chelsea' ? 'Today 11:00' : dayAndTime(kickOff);
  const reason = leg.result === 'void' ? ' Seen at the ground.' : '';
  return `${leg.game.replace(' Vs ', ' – ')} · ${leg.score?.join('–') ?? when}${reason}`;
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

function priceOf({ game, option, feed, set }: KnownLeg): number | undefined {
  const scheduled = schedule.find((one) => one.game === game);
  const asked = scheduled?.prices[['1X2 - 1', '1X2 - X', '1X2 - 2'].indexOf(option)];
  return feed ?? set?.odd ?? asked;
}

function kickOffOf({ kickOff }: KnownTip, { game }: KnownLeg): string {
  return kickOff ?? schedule.find((one) => one.game === game)?.kickOff ?? '';
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

function shortTime(moment: string): string {
  const { weekday, hour, minute } = partsOf(moment);
  return `${weekday} ${hour}:${minute}`;
}
