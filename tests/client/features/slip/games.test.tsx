import { useState } from 'react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CreateTipPage } from '#client/features/slip/create-tip-page.tsx';
import { parseSlip } from '#client/data/tips/slip.ts';
import { toggleFavourite } from '#client/session/preferences.ts';
import type { Engine } from '#sync/engine.ts';
import type { FixtureRow } from '#sync/storage/public-store.ts';
import { blockWrites } from '../../../testing/components/a-busy-disk.ts';
import { aScreen, type Phone } from '../../../testing/components/a-screen.tsx';
import { anAnsweredEngine } from '../../../testing/components/an-answered-engine.ts';
import { anEngine } from '../../../testing/components/an-engine.ts';
import {
  aFixtureRow as fixture,
  aPhoneWithGames,
} from '../../../testing/components/fixture-rows.ts';
import { presses } from '../../../testing/components/keys.ts';
import { atNoon } from '../../../testing/clock/noon.ts';

const desk = 1280;
const hour = 60;
const day = 24 * hour;
const create = <CreateTipPage league="" onLeague={() => undefined} />;

/** A game of two clubs that kicks off in this many minutes. */
function game(home: string, away: string, startsIn = 2 * hour, values: Partial<FixtureRow> = {}) {
  return fixture({ id: `${home}-${away}`, home, away, startsIn, ...values });
}

const laLiga = 'soccer_spain_la_liga';

/** Today's games of two leagues; the first game has started. */
async function aPhoneWithSeason(): Promise<Phone> {
  const games = [
    fixture({ startsIn: -1, id: 'started' }),
    game('Everton', 'Fulham'),
    game('Leeds', 'Wolves'),
    game('Betis', 'Celta', 2 * hour, { sportKey: laLiga }),
  ];
  const phone = await aPhoneWithGames(
    ...games.map((row, index) => ({ ...row, kickOffAt: row.kickOffAt + index })),
  );
  await aSecondLeague(phone);
  return phone;
}

async function aSecondLeague(phone: Phone): Promise<void> {
  const group = 'Soccer - Europe';
  const league = { key: laLiga, title: 'La Liga - Spain', group, details: '' };
  await phone.publicStore.leagues.put({ ...league, position: 1 });
}

const rows = () => [...document.querySelectorAll('section[aria-label] li')];

describe('the list of games', () => {
  test('shows leagues below their day, favourites first, and started games at the end', async () => {
    atNoon();
    const phone = await aPhoneWithSeason();
    const starred = [laLiga, 'Leeds'];
    starred.forEach(toggleFavourite);
    onTestFinished(() => starred.forEach(toggleFavourite));

    const screen = await aScreen(create, phone);

    await screen.button('Betis v Celta, all options');
    expect(screen.names('section[aria-label] h2, section[aria-label] h3')).toEqual([
      'Today',
      'Favourites',
      'La Liga',
      'EPL',
      'Kicked off',
    ]);
    expect(rows()).toHaveLength(4);
    expect(rows()[3]?.textContent).toContain('In play');
  });

  test.each([
    { search: 'bètis', finds: ['Betis v Celta, all options'] },
    { search: 'la liga', finds: ['Betis v Celta, all options'] },
    { search: 'Nobody', finds: [] },
  ])('finds "$search" by team or league, with or without accents', async ({ search, finds }) => {
    const screen = await aScreen(create, await aPhoneWithSeason());
    await screen.button('Betis v Celta, all options');

    await screen.types('Team or league', search);

    await expect
      .poll(() => screen.names('button').filter((name) => name.endsWith('all options')))
      .toEqual(finds);
  });

  test('has keyboard commands: / searches, arrows move, X picks, Enter focuses Post Tip', async () => {
    const phone = await aPhoneWithGames(fixture(), game('Everton', 'Fulham', 3 * hour));
    const screen = await aScreen(create, phone, { width: desk });
    await screen.button('Everton v Fulham, all options');
    const post = await screen.button('Post Tip');
    (await screen.field(/^All leagues/)).focus();

    presses('/');
    expect(document.activeElement).toBe(await screen.field('Team or league'));
    for (const key of ['ArrowDown', 'ArrowDown', 'x']) presses(key);

    await screen.button('Everton v Fulham, Match result, draw X, 3.40, selected');
    await screen.until(() => document.querySelector('[inert]') === null, 'it may be posted');
    presses('Enter');
    expect(document.activeElement).toBe(post);
  });

  test('shows a pick at once, counts it once it is stored, and removes it with a second tap', async () => {
    const phone = await aPhoneWithGames(fixture());
    const slip = async () => parseSlip((await phone.store.documents.get('slip'))?.value).slip;
    const screen = await aScreen(create, phone);
    const key = await screen.button(/home 1, 2\.10, not selected$/);

    const stored = blockWrites(phone.store);
    key.click();
    const picked = await screen.button('Arsenal v Chelsea, Match result, home 1, 2.10, selected');
    expect(picked.getAttribute('aria-pressed')).toBe('true');
    expect(screen.text()).not.toContain('Review');
    stored();

    await screen.button(/^1 ?game on your slip/);
    expect(await slip()).toMatchObject([{ fixtureId: 'arsenal-chelsea', oddsId: 1 }]);
    picked.click();
    await screen.button(/home 1, 2\.10, not selected$/);
    await screen.until(async () => (await slip()).length === 0, 'the slip is empty');
  });

  test('shows "price later" without a price, and the option can be picked', async () => {
    const { prices: _, ...unpriced } = fixture();
    const screen = await aScreen(create, await aPhoneWithGames(unpriced));

    const key = await screen.button(/home 1, price later, not selected$/);

    expect(key.textContent).toBe('price later');
    expect(key.hasAttribute('disabled')).toBe(false);
  });

  test.each<{ row: Parameters<typeof fixture>[0]; shownText: string; keys: number }>([
    { row: { startsIn: 42 }, shownText: '42 min', keys: 3 },
    { row: { startsIn: -5 }, shownText: 'In play', keys: 0 },
    { row: { status: 'postponed' }, shownText: 'Postponed', keys: 0 },
    { row: { status: 'cancelled' }, shownText: 'Cancelled', keys: 0 },
    {
      row: { startsIn: -100, status: 'played', score: { fullTime: [4, 1] } },
      shownText: '4–1',
      keys: 0,
    },
  ])('says "$shownText" for a game, which has $keys keys', async ({ row, shownText, keys }) => {
    const screen = await aScreen(create, await aPhoneWithGames(fixture(row)));

    await screen.shows(shownText);

    expect(document.querySelectorAll('[data-sign]')).toHaveLength(keys);
  });

  test('opens all options of a game in sections; a pick closes them and is shown below the game', async () => {
    const screen = await aScreen(create, await aPhoneWithGames(fixture()));

    await screen.presses('Arsenal v Chelsea, all options');
    const sheet = await screen.dialog(/Arsenal v Chelsea · Bet Options$/);
    expect(sheet.querySelectorAll('details button[aria-pressed]')).toHaveLength(51);
    expect(screen.names('summary')).toEqual(['Main', 'Others']);
    expect([...sheet.querySelectorAll('[aria-pressed]')].at(-1)?.textContent).toBe('EPL');

    await screen.presses(/^Both teams to score, about \d\.\d\d, not selected$/);

    await screen.until(() => document.querySelector('[role=dialog]') === null, 'it is closed');
    expect(document.querySelector('li p')?.textContent).toMatch(
      /^Both teams to score≈ (\d\.\d\d)about \1$/,
    );
  });

  test('on a desktop shows all days, or one chosen day', async () => {
    atNoon();
    const today = [game('Arsenal', 'Chelsea'), game('Everton', 'Fulham', 4 * hour)];
    const phone = await aPhoneWithGames(...today, game('Leeds', 'Wolves', day + hour));
    const screen = await aScreen(create, phone, { width: desk });
    await screen.button('Leeds v Wolves, all options');
    const days = screen.names('[role=radiogroup][aria-label=Days] label');
    expect(days).toEqual(['All days', 'Today 2', 'Tomorrow 1']);

    await screen.chooses('Tomorrow 1');

    await expect.poll(() => rows().length).toBe(1);
    await screen.button('Leeds v Wolves, all options');
  });
});

describe('a first visit', () => {
  /** A new phone with two games; so far it has fetched only the days before the second game. */
  async function aNewPhone() {
    const games = [game('Arsenal', 'Chelsea', 3 * day), game('Everton', 'Fulham', 6 * day)];
    const phone = await aPhoneWithGames(...games);
    const until = new Date(Date.now() + 5 * day * 60_000).toISOString();
    await phone.publicStore.documents.put({ name: 'fixtures', value: { until }, fetchedAt: 0 });
    return phone;
  }

  test('shows only whole days until all games are fetched, so that no game is inserted later', async () => {
    const phone = await aNewPhone();
    const screen = await aScreen(create, phone);
    await screen.button('Arsenal v Chelsea, all options');
    expect(screen.text()).not.toContain('Everton v Fulham');
    expect(screen.text()).not.toContain('More games');

    const value = { pricedAt: new Date().toISOString() };
    await phone.publicStore.documents.put({ name: 'fixtures', value, fetchedAt: 0 });

    await screen.button('Everton v Fulham, all options');
    expect(rows()[0]?.textContent).toContain('Arsenal v Chelsea');
  });

  test('shows its stored games if the others cannot be fetched, and says so', async () => {
    const phone = await aNewPhone();
    const engine = anAnsweredEngine(phone, () => undefined);
    const screen = await aScreen(create, phone, { engine });

    await screen.button('Everton v Fulham, all options');
    expect(rows()).toHaveLength(2);
    await screen.shows('New games and odds come when you are online.');
    expect(screen.names('button')).not.toContain('Retry');
  });
});

describe('the leagues of an odds service that is queried league by league', () => {
  /** The page for creating a tip, with its chosen league in component state. */
  function CreateByLeague() {
    const [league, onLeague] = useState('');
    return <CreateTipPage league={league} onLeague={onLeague} />;
  }

  async function aPhoneElsewhere(comes: (phone: Phone, sportKey: string) => Promise<boolean>) {
    const phone = await aPhoneWithGames(fixture());
    await aSecondLeague(phone);
    const requests: string[] = [];
    const engine: Engine = {
      ...anEngine(phone),
      hasSeparateLeagues: () => true,
      async refresh(target) {
        if (typeof target === 'string' || target.what !== 'league') return 'fresh';
        requests.push(target.sportKey);
        return (await comes(phone, target.sportKey)) ? 'fresh' : 'failed';
      },
    };
    const screen = await aScreen(<CreateByLeague />, phone, { engine });
    await screen.button('Arsenal v Chelsea, all options');
    expect(requests).toEqual(['soccer_epl']);
    await screen.chooses('La Liga');
    return { screen, requests };
  }

  test('are all selectable, and a league’s games are fetched when it is chosen', async () => {
    const { screen, requests } = await aPhoneElsewhere(async ({ publicStore }, sportKey) => {
      if (sportKey === laLiga) {
        await publicStore.fixtures.put(game('Betis', 'Celta', 2 * hour, { sportKey }));
      }
      return true;
    });

    await screen.button('Betis v Celta, all options');
    expect(requests).toEqual(['soccer_epl', laLiga]);
  });

  test('show an error if the games of the chosen league cannot be fetched', async () => {
    const { screen } = await aPhoneElsewhere(async (_, key) => key !== laLiga);

    await screen.shows('The next games could not be fetched.');
    expect(rows()).toEqual([]);
  });
});
