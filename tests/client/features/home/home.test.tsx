import { describe, expect, test } from 'vitest';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import type { ChartPoint, CompetitionTable } from '#contract/records.ts';
import type { Leg } from '#contract/tips.ts';
import { createId } from '#sync/ids.ts';
import { toTipRow } from '#sync/storage/member-store.ts';
import { clearSession } from '#client/session/session.ts';
import { HomePage } from '#client/features/home/home-page.tsx';
import { competitionRow } from '../../../testing/engine/records.ts';
import { leg, serverTip, tipsterId } from '../../../testing/engine/samples.ts';
import { aTipster } from '../../../testing/components/a-tipster.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';

const hour = 3_600_000;

function aFixture(id: string, sportKey: string, startsIn: number, values: Partial<Fixture> = {}) {
  const kickOffAt = Date.now() + startsIn;
  return {
    id,
    sportKey,
    home: `Home of ${id}`,
    away: `Away of ${id}`,
    kickOff: new Date(kickOffAt).toISOString(),
    kickOffAt,
    status: 'scheduled' as const,
    ...values,
  };
}

const games = () =>
  [...document.querySelectorAll('li h3 a[href^="/fixture/"] > .sr-only')].map(
    (name) => name.textContent.split(', ')[0],
  );

/** Renders the home page as the router does after its preload. */
async function aHome(phone: Phone) {
  await HomePage.preload();
  return aScreen(<HomePage />, phone);
}

describe('the next games on the home page', () => {
  test('are three: the first league’s, then others by kick-off, without started games', async () => {
    const phone = aPhone();
    await phone.publicStore.fixtures.bulkPut([
      aFixture('started', 'soccer_epl', -hour),
      aFixture('late', 'soccer_epl', 72 * hour),
      aFixture('soon', 'soccer_germany_bundesliga', hour),
      aFixture('sooner', 'soccer_italy_serie_a', hour / 2),
      aFixture('soonest', 'soccer_spain_la_liga', hour / 3),
      aFixture('put off', 'soccer_spain_la_liga', hour / 4, { status: 'postponed' }),
    ]);

    const screen = await aHome(phone);

    await screen.link('Tips Home of late v Away of late');
    expect(games()).toEqual([
      'Home of late v Away of late',
      'Home of soonest v Away of soonest',
      'Home of sooner v Away of sooner',
    ]);
  });

  test('show no counts before these were fetched', async () => {
    const phone = aPhone();
    await phone.publicStore.fixtures.put(aFixture('derby', 'soccer_epl', hour));

    const screen = await aHome(phone);

    await screen.shows('Home of derby');
    expect(screen.text()).not.toMatch(/active tips?|\d+ tips?/);
    expect(screen.text()).toContain('Get todays Tips');
  });
});

test.each([
  { fetched: true, tipsUnknown: false },
  { fetched: false, tipsUnknown: true },
])('a tipster is shown as without tips only once the tips were fetched: $fetched', async (row) => {
  const phone = aPhone();
  const tipster = { ...aTipster(), ...(row.tipsUnknown && { tipsUnknown: true as const }) };
  await phone.publicStore.tipsters.put(tipster);
  const value = { ids: [tipster.id], reader: '' };
  await phone.publicStore.documents.put({ name: 'tipsters', value, fetchedAt: 0 });

  const screen = await aHome(phone);

  await screen.shows('4.2 of 5 stars');
  expect(screen.text().includes('No recent Tips')).toBe(row.fetched);
});

describe('the home page of a visitor', () => {
  /** A phone without a login. */
  function aVisitorsPhone(): Phone {
    const phone = databases();
    clearSession();
    return phone;
  }

  test('explains the site, and shows tips, the next to begin first', async () => {
    const phone = aVisitorsPhone();
    await phone.publicStore.tips.bulkPut([
      tipAt('0195a000-0000-7000-8000-0000000000c1', 48 * hour, 'Later Lee'),
      tipAt('0195a000-0000-7000-8000-0000000000c2', hour, 'Sooner Sam'),
    ]);

    const screen = await aHome(phone);

    await screen.shows('The best betting tips, with records nobody can edit');
    await screen.shows('Sooner Sam');
    const tipsters = [...document.querySelectorAll('article h3')].map((name) => name.textContent);
    expect(tipsters).toEqual(['Sooner Sam', 'Later Lee']);
    expect(screen.text()).not.toContain('From people you follow');
  });

  test('links Follow, Copy and Book to the registration, with the tip or tipster as aim', async () => {
    const phone = aVisitorsPhone();
    const tip = tipAt('0195a000-0000-7000-8000-0000000000c1', hour, 'Kofi Mensah');
    await phone.publicStore.tips.put(tip);

    const screen = await aHome(phone);

    const query = async (name: string | RegExp) => {
      const href = (await screen.link(name)).getAttribute('href') ?? '';
      const { pathname, searchParams } = new URL(href, location.origin);
      expect(pathname).toBe('/account/register');
      return Object.fromEntries(searchParams);
    };
    const tipster = tip.tipsterId;
    expect((await screen.link(/^Details: /)).getAttribute('href')).toBe(`/tip/${tip.id}`);
    expect(await query('Follow Kofi Mensah')).toEqual({
      returnUrl: `/tipster/profile/${tipster}`,
      aim: 'follow',
      tipster,
    });
    expect(await query(/^Copy: /)).toEqual({ returnUrl: `/tip/${tip.id}`, aim: 'copy', tipster });
    expect(await query(/^Book: /)).toEqual({ returnUrl: `/tip/${tip.id}`, aim: 'book', tipster });
  });

  test('shows the best record of the month, and how many of its tips arrived in time', async () => {
    const phone = aVisitorsPhone();
    await phone.publicStore.documents.put({ name: 'competition', value: aTable(), fetchedAt: 0 });

    const screen = await aHome(phone);

    await screen.shows('+5.5');
    expect(screen.text()).toContain('80% of 10 tips won');
    expect(screen.text()).toContain('11 of 12 arrived before kick-off');
    expect((await screen.link('See each')).getAttribute('href')).toBe(
      `/tipster/profile/${tipsterId}?month=2026-11&tips=settled&played=2026-11&figure=in-time`,
    );
  });
});

describe('the home page of a member', () => {
  test('shows the best three of the month below own tickets, with links to their records of the month', async () => {
    const phone = aPhone();
    const rows = [1, 2, 3, 4].map((rank) =>
      competitionRow({
        rank,
        tipsterId: `0195a000-0000-7000-8000-00000000900${rank}`,
        lastName: `No${rank}`,
      }),
    );
    const value = { ...aTable(), rows };
    await phone.publicStore.documents.put({ name: 'competition', value, fetchedAt: 0 });

    const screen = await aHome(phone);

    await screen.shows('November 2026, all leagues');
    const link = await screen.link('Amara No1');
    expect(link.getAttribute('href')).toBe(`/tipster/profile/${rows[0]?.tipsterId}?month=2026-11`);
    expect(document.querySelectorAll('ol > li')).toHaveLength(3);
  });

  test('shows the next kick-off of all leagues', async () => {
    const phone = aPhone();
    await phone.publicStore.fixtures.bulkPut([
      aFixture('later', 'soccer_epl', 3 * hour),
      aFixture('first', 'soccer_germany_bundesliga', 2 * hour),
    ]);

    const screen = await aHome(phone);

    const link = await screen.link(/Home of first.*Next kick-off.*Away of first/);
    expect(link.getAttribute('href')).toBe('/fixture/first');
  });

  test('shows the state of tickets in play, but no finished tickets', async () => {
    const phone = aPhone();
    const expiryTime = new Date(Date.now() - hour).toISOString();
    const score: Leg['score'] = { fullTime: [4, 4] };
    const played = { startDateOfGame: expiryTime, fixtureStatus: 'in-play' as const, score };
    const options = [
      leg({ fixtureId: 'over', oddName: 'O/U 2.5 - Over', ...played }),
      leg({ fixtureId: 'home', oddName: '1X2 - 1', ...played }),
    ];
    await phone.store.tips.bulkPut(
      [
        serverTip({ options, expiryTime }),
        serverTip({ id: createId(), outcome: 'won', expiryTime }),
      ].map(toTipRow),
    );

    const screen = await aHome(phone);

    await screen.shows('My tickets in play');
    const tickets = [...document.querySelectorAll('article')];
    expect(tickets.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/1 of 2 won so far.*Won4–4.*losing4–4/),
    ]);
  });
});

function tipAt(id: string, startsIn: number, tipsterName: string) {
  const expiryTime = new Date(Date.now() + startsIn).toISOString();
  const options = [leg({ startDateOfGame: expiryTime })];
  return serverTip({ id, tipsterId, tipsterName, options, expiryTime });
}

function aTable(): CompetitionTable {
  const row = { rank: 1, tipsterId, firstName: 'Amara', lastName: 'Okafor', picture: null };
  const figures = { settled: 10, won: 8, lost: 2, flatProfit: 5.5, hitRate: 0.8 };
  const points: ChartPoint[] = [
    ['2026-11-01T15:00:00.000Z', 1],
    ['2026-11-08T15:00:00.000Z', 5.5],
  ];
  return {
    month: '2026-11',
    months: ['2026-11'],
    minimum: 5,
    rows: [{ ...row, ...figures }],
    best: { tipsterId, tips: 12, beforeKickOff: 11, points },
  };
}
