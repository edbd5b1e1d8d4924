import { expect, test } from 'vitest';
import {
  CompetitionsPage,
  type CompetitionsSearch,
} from '#client/features/competitions/competitions-page.tsx';
import { HomePage } from '#client/features/home/home-page.tsx';
import { SavedTips } from '#client/features/my-tips/saved-tips.tsx';
import { CreateTipPage } from '#client/features/slip/create-tip-page.tsx';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import type { LeaguePage } from '#contract/records.ts';
import type { Tip } from '#contract/tips.ts';
import { dayAndTimeText } from '#client/ui/formats.ts';
import type { FixtureRow } from '#sync/storage/public-store.ts';
import { leg, serverTip, tipId } from '../../../testing/engine/samples.ts';
import { aFixtureRow, aPhoneWithGames } from '../../../testing/components/fixture-rows.ts';
import {
  aPhone,
  aScreen,
  aPulledPhone,
  type Screen,
} from '../../../testing/components/a-screen.tsx';

const hour = 3_600_000;
const inHours = (count: number) => new Date(Date.now() + count * hour).toISOString();
const soon = inHours(3);
const earlier = inHours(-1);
const before = inHours(-50);

const legOn = (kickOff: string) => leg({ fixtureId: 'arsenal-chelsea', startDateOfGame: kickOff });

/** The page for creating a tip, with one game. */
async function thePage(game: FixtureRow): Promise<Screen> {
  const create = <CreateTipPage league="" onLeague={() => undefined} />;
  return aScreen(create, await aPhoneWithGames(game));
}

/** The home page of a member with an open ticket. */
async function home(values: Partial<Tip> = {}): Promise<Screen> {
  const tip = serverTip({ options: [legOn(earlier)], expiryTime: earlier, ...values });
  await HomePage.preload();
  return aScreen(<HomePage />, await aPulledPhone(tip));
}

/** The leagues page with one upcoming game and one result. */
async function leagues(search: CompetitionsSearch): Promise<Screen> {
  const { kickOffAt: _, ...fixture } = aFixtureRow({ kickOff: soon });
  const score: Fixture['score'] = { fullTime: [2, 1] };
  const played = { ...fixture, kickOff: before, status: 'played' as const, score };
  const value: LeaguePage = {
    sportKey: 'soccer_epl',
    month: '2026-03',
    minimum: 5,
    fixtures: [{ ...fixture, tips: 3 }],
    results: [{ ...played, tips: 2, won: 1, lost: 1 }],
    rows: [],
  };
  const phone = aPhone();
  await phone.publicStore.documents.put({ name: 'league:soccer_epl', value, fetchedAt: 1 });
  return aScreen(<CompetitionsPage search={search} />, phone);
}

const inPlay: Partial<FixtureRow> = { status: 'in-play', score: { fullTime: [1, 0] } };

test.each<{ where: string; kickOff: string; opens: () => Promise<Screen> }>([
  { where: 'own tickets of Home', kickOff: earlier, opens: home },
  {
    where: 'the next games of Home',
    kickOff: soon,
    async opens() {
      await HomePage.preload();
      return aScreen(<HomePage />, await aPhoneWithGames(aFixtureRow({ kickOff: soon })));
    },
  },
  { where: 'the fixtures of Leagues', kickOff: soon, opens: () => leagues({}) },
  { where: 'the results of Leagues', kickOff: before, opens: () => leagues({ view: 'results' }) },
  {
    where: 'the games of Post a tip that have kicked off',
    kickOff: earlier,
    opens: () => thePage(aFixtureRow({ startsIn: -60, kickOff: earlier, ...inPlay })),
  },
  {
    where: 'the games of a card',
    kickOff: soon,
    opens: async () =>
      aScreen(
        <SavedTips />,
        await aPulledPhone(serverTip({ options: [legOn(soon)], expiryTime: soon })),
      ),
  },
])('a game among $where has a link with its clubs and kick-off', async (row) => {
  const screen = await row.opens();

  const link = await screen.link(`Arsenal v Chelsea, ${dayAndTimeText(row.kickOff)}`);

  expect(link.getAttribute('href')).toBe('/fixture/arsenal-chelsea');
  expect(document.querySelectorAll(':is(a, button) :is(a, button)')).toHaveLength(0);
});

test('a game that can be tipped opens its options from the names of the clubs', async () => {
  const screen = await thePage(aFixtureRow());

  const clubs = await screen.button('Arsenal v Chelsea, all options');
  expect(clubs.closest('li')?.querySelector('a')).toBeNull();
});

test.each([
  { booked: true, page: '/tips/booked-ticket' },
  { booked: false, page: '/tips/my-tips' },
])('an own ticket on Home names both clubs and opens in $page', async ({ booked, page }) => {
  const screen = await home({ IsBooked: booked });

  await screen.shows('My tickets in play');
  const link = await screen.link('1 game: Arsenal to win');
  expect(link.getAttribute('href')).toBe(`${page}?ticket=${tipId}`);
  const seen = document.querySelector('article')?.cloneNode(true);
  if (seen instanceof Element) seen.querySelectorAll('.sr-only').forEach((part) => part.remove());
  expect(seen?.textContent).toContain('Arsenal – Chelsea');
});
