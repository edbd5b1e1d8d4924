import { describe, expect, test } from 'vitest';
import type { CompetitionTable, LeagueFixture, LeaguePage } from '#contract/records.ts';
import { CompetitionsPage } from '#client/features/competitions/competitions-page.tsx';
import { competition, competitionRow } from '../../../testing/engine/records.ts';
import { anAnsweredEngine } from '../../../testing/components/an-answered-engine.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';

const id = (number: number) => `0195a000-0000-7000-8000-00000000010${number}`;

async function aPhoneThatHas(
  ...tables: [name: string, value: CompetitionTable | LeaguePage][]
): Promise<Phone> {
  const phone = aPhone();
  const fetchedAt = Date.UTC(2026, 10, 20, 12);
  await phone.publicStore.documents.bulkPut(
    tables.map(([name, value]) => ({ name, value, fetchedAt })),
  );
  return phone;
}

const league = <CompetitionsPage search={{}} />;
const tipsters = <CompetitionsPage search={{ view: 'tipsters' }} />;
/** The tables of the current and of the previous month. */
const november = <CompetitionsPage search={{ view: 'tipsters', month: '2026-11' }} />;
const october = <CompetitionsPage search={{ view: 'tipsters', month: '2026-10' }} />;

function unranked(number: number, settled: number) {
  const { rank: _, ...row } = competitionRow({ tipsterId: id(number), lastName: `N${number}` });
  return { ...row, settled };
}

/** The rows of the table as screen readers read them. */
const lines = () => [...document.querySelectorAll('ol > li')].map(heardIn);

/** The games as screen readers read them, each followed by the details below it. */
const games = () => [...document.querySelectorAll('.fixture-row')].map(heardIn);

/** Removes the kick-off from a game's text, because it depends on the day of the test. */
function withoutTimes(game: string): string {
  return game.replace(/^\S+( [AP]M)? \| /, '').replace(/, [^|]*[AP]M/, '');
}

function heardIn(row: Element): string {
  const heard = document.createElement('p');
  heard.innerHTML = row.innerHTML;
  heard.querySelectorAll('[aria-hidden=true]').forEach((hidden) => hidden.remove());
  return [...heard.children]
    .map((part) => part.textContent.trim())
    .filter(Boolean)
    .join(' | ');
}

const at = (kickOff: string, values: Partial<LeagueFixture>): LeagueFixture => ({
  id: `${values.home}-${values.away}`,
  sportKey: 'soccer_epl',
  home: 'Arsenal',
  away: 'Chelsea',
  kickOff,
  status: 'scheduled',
  tips: 0,
  ...values,
});

function aLeague(values: Partial<LeaguePage> = {}): LeaguePage {
  return {
    sportKey: 'soccer_epl',
    month: '2026-11',
    minimum: 5,
    fixtures: [],
    results: [],
    rows: [],
    ...values,
  };
}

describe('the table of a month', () => {
  test('ranks by units, shows shared ranks, and lists unranked members separately', async () => {
    const rows = [
      competitionRow({ tipsterId: id(1), lastName: 'A', flatProfit: 6.4 }),
      competitionRow({ rank: 2, tipsterId: id(2), lastName: 'B', flatProfit: 3 }),
      competitionRow({ rank: 2, tipsterId: id(3), lastName: 'C', flatProfit: 3 }),
      competitionRow({ rank: 4, tipsterId: id(4), lastName: 'D', flatProfit: -1.5 }),
      unranked(5, 4),
    ];
    const phone = await aPhoneThatHas(['competition', competition({ rows })]);

    const screen = await aScreen(november, phone);

    // The page shows the name of the month before it has read the rows.
    await screen.shows('Amara A');
    expect(lines()).toEqual([
      'Rank 1 | Amara A12 settled · 66.7% won | Units, flat stakes | +6.40',
      'Rank 2, shared | Amara B12 settled · 66.7% won | Units, flat stakes | +3.00',
      'Rank 2, shared | Amara C12 settled · 66.7% won | Units, flat stakes | +3.00',
      'Rank 4 | Amara D12 settled · 66.7% won | Units, flat stakes | −1.50',
      'Amara N54 settled · 66.7% won | Units, flat stakes | +6.40',
    ]);
    expect(screen.text()).toContain('2=');
    expect(screen.text()).toContain('Without a rank yet');
    expect(screen.text()).toContain('A rank needs 5 settled tickets in the month.');
    expect(screen.text()).toContain('How it is worked out');
    expect((await screen.link('Amara A')).getAttribute('href')).toBe(
      `/tipster/profile/${id(1)}?month=2026-11`,
    );
  });

  test('of an earlier month is shown from the phone if it was fetched before', async () => {
    const earlier = competition({
      month: '2026-10',
      rows: [competitionRow({ firstName: 'October', lastName: 'Winner' })],
    });
    const phone = await aPhoneThatHas(
      ['competition', competition()],
      ['competition:2026-10', earlier],
    );

    const screen = await aScreen(october, phone);

    await screen.shows('October Winner');
    const months = [...document.querySelectorAll('[aria-label=Month] a')];
    expect(months.map((month) => [month.textContent, month.getAttribute('href')])).toEqual([
      ['This league', '/competitions?view=tipsters'],
      ['November 2026', '/competitions?view=tipsters&month=2026-11'],
      ['October 2026', '/competitions?view=tipsters&month=2026-10'],
    ]);
  });

  test('shows changes of rank since the month before', async () => {
    const ranked = (ranks: [number, number][]) =>
      ranks.map(([number, rank]) =>
        competitionRow({ rank, tipsterId: id(number), lastName: `N${number}` }),
      );
    const now = competition({
      rows: ranked([
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 4],
      ]),
    });
    const before = competition({
      month: '2026-10',
      rows: ranked([
        [2, 1],
        [1, 3],
        [3, 3],
      ]),
    });
    const phone = await aPhoneThatHas(['competition', now], ['competition:2026-10', before]);

    const screen = await aScreen(november, phone);

    await screen.shows('▲2');
    expect(lines().map((line) => line.split(' | ')[0])).toEqual([
      'Rank 1, up 2 since October 2026',
      'Rank 2, down 1 since October 2026',
      'Rank 3, the same as in October 2026',
      'Rank 4',
    ]);
  });

  test('that is neither stored nor fetched says so, and offers Retry', async () => {
    const phone = await aPhoneThatHas(['competition', competition()]);
    const engine = anAnsweredEngine(phone, () => undefined);

    const screen = await aScreen(october, phone, { engine, isOnline: true });

    const retry = await screen.button('Retry');
    expect(retry.parentElement?.parentElement?.textContent).toContain(
      'The table could not be fetched.',
    );
  });

  test('without a settled ticket links to the month before', async () => {
    const phone = await aPhoneThatHas([
      'competition',
      competition({ rows: [], months: ['2026-10'] }),
    ]);

    const screen = await aScreen(november, phone);

    await screen.shows('No ticket of November 2026');
    const ways = screen.names('a').filter((name) => name === 'October 2026');
    // One link is in the list of months, and one replaces the empty table.
    expect(ways).toHaveLength(2);
    expect(screen.text()).toContain('No ticket of November 2026 has been settled yet.');
  });
});

describe('a league', () => {
  const soon = new Date(Date.now() + 26 * 60 * 60_000).toISOString();

  test('shows the most picked side of each game, and nothing if two are picked equally often', async () => {
    const fixtures = [
      at(soon, { tips: 12, opinion: { home: 5, draw: 1, away: 2 } }),
      at(soon, { home: 'Leeds', away: 'Everton', tips: 2, opinion: { home: 1, draw: 0, away: 1 } }),
      at(soon, { home: 'Fulham', away: 'Burnley' }),
      at(soon, { home: 'Brighton', away: 'Wolves', status: 'postponed', tips: 3 }),
    ];
    const phone = await aPhoneThatHas(['league:soccer_epl', aLeague({ fixtures })]);

    const screen = await aScreen(league, phone);

    await screen.shows('12 tips');
    expect(games().map(withoutTimes)).toEqual([
      'Arsenal v Chelsea | 5 of 8 on Arsenal12 tips',
      'Leeds v Everton | 2 tips',
      'Fulham v Burnley',
      'Brighton v Wolves | Postponed',
    ]);
  });

  test('shows its results with the score, and the number of picks that won', async () => {
    const played = { status: 'played' as const, score: { fullTime: [3, 1] as [number, number] } };
    const results = [
      { ...at('2026-11-19T15:00:00.000Z', { ...played, tips: 9 }), won: 11, lost: 3 },
      { ...at('2026-11-18T15:00:00.000Z', { ...played, home: 'Leeds' }), won: 0, lost: 0 },
    ];
    const phone = await aPhoneThatHas(['league:soccer_epl', aLeague({ results })]);

    const screen = await aScreen(<CompetitionsPage search={{ view: 'results' }} />, phone);

    await screen.shows('11 of 14 won');
    expect(games().map(withoutTimes)).toEqual([
      'Arsenal v Chelsea | 11 of 14 won3–1',
      'Leeds v Chelsea | 3–1',
    ]);
  });

  test.each([
    { what: 'the current month', ranked: '2026-11' },
    { what: 'the month before', ranked: '2026-10' },
  ])('without any rank yet shows the ranks of all leagues in $what', async ({ ranked }) => {
    const rows = [competitionRow({ tipsterId: id(1), lastName: 'Best' })];
    const table = (month: string) =>
      competition({ month, months: ['2026-10'], rows: month === ranked ? rows : [unranked(2, 1)] });
    const phone = await aPhoneThatHas(
      ['league:soccer_epl', aLeague({ rows: [unranked(5, 4)] })],
      ['competition', table('2026-11')],
      ['competition:2026-10', table('2026-10')],
    );

    const screen = await aScreen(tipsters, phone);

    await screen.shows('Amara Best');
    expect(screen.text()).toContain('Nobody has a rank in EPL this month yet.');
    expect(lines()[0]).toContain('Rank 1 | Amara Best');
    expect(lines().at(-1)).toContain('Amara N5');
  });

  async function aPhoneWithAGame() {
    const phone = aPhone();
    const { tips: _, ...fixture } = at(soon, { id: 'g1' });
    await phone.publicStore.fixtures.put({ ...fixture, kickOffAt: Date.parse(soon) });
    return phone;
  }

  test('that was never fetched shows the stored games', async () => {
    const phone = await aPhoneWithAGame();
    const engine = anAnsweredEngine(phone, () => undefined);

    const screen = await aScreen(league, phone, { engine, isOnline: true });

    await screen.shows('The newest could not be fetched.');
    expect(games()).toHaveLength(1);
    await screen.link('Post a tip');
  });

  test('that does not exist says so, and links to the other leagues', async () => {
    const phone = aPhone();
    const epl = { key: 'soccer_epl', title: 'EPL', group: 'Soccer', details: '' };
    const body = { leagues: [epl], fixtures: [], pricedAt: null };
    const engine = anAnsweredEngine(phone, ({ pathname }) =>
      pathname === '/api/fixtures' ? { body } : undefined,
    );

    const screen = await aScreen(<CompetitionsPage search={{ league: '5' }} />, phone, { engine });

    await screen.shows('There is no such league.');
    expect((await screen.link('Leagues')).getAttribute('href')).toBe('/competitions');
    expect(screen.text()).not.toContain('Retry');
  });

  test('shows nothing below its games while it is fetched, because more games would move that', async () => {
    const phone = await aPhoneWithAGame();

    const screen = await aScreen(league, phone);

    await screen.shows('Arsenal');
    expect(games()).toHaveLength(1);
    expect(screen.text()).not.toContain('Post a tip');
  });
});
