// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { CompetitionsPage } from '#client/features/competitions/competitions-page.tsx';
import { FeedPage } from '#client/features/feed/feed-page.tsx';
import { HomePage } from '#client/features/home/home-page.tsx';
import { BookedTips } from '#client/features/my-tips/booked-tips.tsx';
import { SavedTips } from '#client/features/my-tips/saved-tips.tsx';
import { CreateTip } from '#client/features/slip/create-tip.tsx';
import { TipsterPage } from '#client/features/tipsters/tipster-page.tsx';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import type { LeaguePage } from '#contract/records.ts';
import type { Tip } from '#contract/tips.ts';
import { dayAndTime } from '#client/ui/formats.ts';
import { tipsterTipsDocument } from '#sync/refresh/document-names.ts';
import { fixtureRow } from '#sync/refresh/fixtures.ts';
import { tipRow } from '#sync/storage/member-store.ts';
import {
  leg,
  scheduledFixture,
  serverTip,
  tipId,
  tipsterId,
} from '../../../testing/engine/samples.ts';
import {
  aPhoneWith as aPhoneWithTipster,
  aTipster,
} from '../../../testing/components/a-tipster.ts';
import {
  aPhone,
  aScreen,
  aPulledPhone,
  patiently,
  type Phone,
  type Screen,
} from '../../../testing/components/a-screen.tsx';

const hour = 3_600_000;
const inHours = (count: number) => new Date(Date.now() + count * hour).toISOString();
const soon = inHours(3);
const earlier = inHours(-1);
const before = inHours(-50);

function fixture(values: Partial<Fixture> = {}): Fixture {
  return scheduledFixture({ kickOff: soon, ...values });
}

const played = fixture({ kickOff: before, status: 'played', score: { fullTime: [2, 1] } });
const inPlay = fixture({ kickOff: earlier, status: 'in-play', score: { fullTime: [1, 0] } });
const legOn = (kickOff: string) => leg({ fixtureId: 'arsenal-chelsea', startDateOfGame: kickOff });

async function putLeague({ publicStore }: Phone): Promise<void> {
  const value: LeaguePage = {
    sportKey: 'soccer_epl',
    month: '2026-03',
    minimum: 5,
    fixtures: [{ ...fixture(), tips: 3, opinion: { home: 2, draw: 1, away: 0 } }],
    results: [{ ...played, tips: 2, won: 1, lost: 1 }],
    rows: [],
  };
  await publicStore.documents.put({ name: 'league:soccer_epl', value, fetchedAt: 1 });
}

function othersTip(values: Partial<Tip> = {}): Tip {
  const { IsBooked: _b, stake: _s, ...shown } = serverTip({ tipsterId });
  return { ...shown, options: [legOn(soon)], expiryTime: soon, ...values };
}

async function aMemberWith(...tips: Tip[]): Promise<Phone> {
  const phone = await aPulledPhone();
  await phone.store.tips.bulkPut(tips.map(tipRow));
  return phone;
}

async function aPhoneThatPostsOn(game: Fixture): Promise<Phone> {
  const phone = aPhone();
  const league = { key: 'soccer_epl', title: 'EPL', group: 'Soccer - UK', details: '' };
  await phone.publicStore.leagues.put({ ...league, position: 0 });
  await phone.publicStore.fixtures.put(fixtureRow(game));
  return phone;
}

/** Every screen that lists a game, with the kick-off of the stored game. */
const screens: Record<string, { kickOff: string; opens: () => Promise<Screen> }> = {
  'the fixtures of Leagues': {
    kickOff: soon,
    async opens() {
      const phone = aPhone();
      await putLeague(phone);
      return aScreen(<CompetitionsPage search={{}} />, phone);
    },
  },
  'the results of Leagues': {
    kickOff: before,
    async opens() {
      const phone = aPhone();
      await putLeague(phone);
      return aScreen(<CompetitionsPage search={{ view: 'results' }} />, phone);
    },
  },
  'the next games of Home': {
    kickOff: soon,
    async opens() {
      const phone = aPhone();
      await phone.publicStore.fixtures.put(fixtureRow(fixture()));
      await HomePage.preload();
      return aScreen(<HomePage />, phone);
    },
  },
  'own tickets of Home': {
    kickOff: earlier,
    async opens() {
      const phone = await aMemberWith(
        serverTip({ options: [legOn(earlier)], expiryTime: earlier }),
      );
      await HomePage.preload();
      return aScreen(<HomePage />, phone);
    },
  },
  'the games of Post a tip that have kicked off': {
    kickOff: earlier,
    async opens() {
      const phone = await aPhoneThatPostsOn(inPlay);
      return aScreen(<CreateTip league="" onLeague={() => undefined} />, phone);
    },
  },
  'the tips of the feed': {
    kickOff: soon,
    async opens() {
      const phone = aPhone();
      await phone.publicStore.tips.put(othersTip());
      await phone.publicStore.documents.put({ name: 'feed', value: { next: null }, fetchedAt: 1 });
      return aScreen(<FeedPage search={{}} onSearch={() => undefined} />, phone);
    },
  },
  'the tips of a profile': {
    kickOff: soon,
    async opens() {
      const phone = await aPhoneWithTipster(aTipster());
      await phone.publicStore.tips.put(othersTip());
      const name = tipsterTipsDocument(tipsterId, { state: 'open' });
      const value = { ids: [tipId], pages: [], next: null };
      await phone.publicStore.documents.put({ name, value, fetchedAt: 1 });
      return aScreen(<TipsterPage id={tipsterId} search={{ tips: 'open' }} />, phone);
    },
  },
  'a card of My Saved Tips': {
    kickOff: soon,
    opens: async () =>
      aScreen(
        <SavedTips />,
        await aMemberWith(serverTip({ options: [legOn(soon)], expiryTime: soon })),
      ),
  },
};

test.each(Object.entries(screens))(
  'a game among %s leads to its page by its clubs and kick-off',
  async (_screen, { kickOff, opens }) => {
    const screen = await opens();

    const link = await screen.link(`Arsenal v Chelsea, ${dayAndTime(kickOff)}`);

    expect(link.getAttribute('href')).toBe('/fixture/arsenal-chelsea');
    expect(document.querySelectorAll(':is(a, button) :is(a, button)')).toHaveLength(0);
  },
);

test.each([
  { booked: false, list: <SavedTips ticket={tipId} />, dialog: 'Ticket Details' },
  { booked: true, list: <BookedTips ticket={tipId} />, dialog: 'Stake Slip' },
])('the $dialog that an address opens leads to its games', async ({ booked, list, dialog }) => {
  const tip = serverTip({ options: [legOn(soon)], expiryTime: soon, IsBooked: booked });

  const screen = await aScreen(list, await aMemberWith(tip));

  const opened = await screen.dialog(dialog);
  const game = () => opened.querySelector('a[href="/fixture/arsenal-chelsea"]');
  await expect.poll(game, patiently).not.toBeNull();
});

test('a game that can be tipped keeps its clubs for its options', async () => {
  const phone = await aPhoneThatPostsOn(fixture());

  const screen = await aScreen(<CreateTip league="" onLeague={() => undefined} />, phone);

  const clubs = await screen.button('Arsenal v Chelsea, all options');
  expect(clubs.closest('li')?.querySelector('a')).toBeNull();
});

test.each([
  { booked: true, page: '/tips/booked-ticket' },
  { booked: false, page: '/tips/my-tips' },
])('an own ticket on Home names both clubs and opens in $page', async ({ booked, page }) => {
  const options = [legOn(earlier)];
  const phone = await aMemberWith(serverTip({ options, expiryTime: earlier, IsBooked: booked }));
  await HomePage.preload();

  const screen = await aScreen(<HomePage />, phone);

  await screen.shows('My tickets in play');
  const link = await screen.link('1 game: Arsenal to win');
  expect(link.getAttribute('href')).toBe(`${page}?ticket=${tipId}`);
  const seen = document.querySelector('article')?.cloneNode(true);
  if (seen instanceof Element) seen.querySelectorAll('.sr-only').forEach((part) => part.remove());
  expect(seen?.textContent).toContain('Arsenal – Chelsea');
});
