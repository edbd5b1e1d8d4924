// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Configuration } from '#contract/site/site.ts';
import { CreateTip } from '#client/features/slip/create-tip.tsx';
import { readSlip } from '#client/data/tips/slip.ts';
import { toggleFavourite } from '#client/session/preferences.ts';
import type { FixtureRow } from '#sync/storage/public-store.ts';
import { aPhone, aScreen, patiently, type Phone } from '../../../testing/components/a-screen.tsx';
import { atNoon } from '../../../testing/clock/noon.ts';
import { aFixtureRow as fixture } from '../../../testing/components/fixture-rows.ts';
import { presses } from '../../../testing/components/keys.ts';
import { operations } from '#sync/operations/registry.ts';

const desk = 1280;

const second = { id: 'everton-fulham', home: 'Everton', away: 'Fulham' };

async function aPhoneWith(...fixtures: FixtureRow[]): Promise<Phone> {
  const phone = aPhone();
  const league = { key: 'soccer_epl', title: 'EPL', group: 'Soccer - Europe', details: 'EPL' };
  await phone.publicStore.leagues.put({ ...league, position: 0 });
  await phone.publicStore.fixtures.bulkPut(fixtures);
  return phone;
}

const create = <CreateTip league="" onLeague={() => undefined} />;

const starred = ['soccer_spain_la_liga', 'Leeds'];

/** Games of today in one league; the first has started. */
function season(): FixtureRow[] {
  return [
    fixture({ startsIn: -1, id: 'started' }),
    fixture(second),
    fixture({ id: 'leeds', home: 'Leeds', away: 'Wolves' }),
    fixture({ id: 'betis', home: 'Betis', away: 'Celta', sportKey: 'soccer_spain_la_liga' }),
  ].map((row, index) => ({ ...row, kickOffAt: row.kickOffAt + index }));
}

async function aSecondLeague(phone: Phone): Promise<void> {
  const group = 'Soccer - Europe';
  const league = { key: 'soccer_spain_la_liga', title: 'La Liga - Spain', group, details: '' };
  await phone.publicStore.leagues.put({ ...league, position: 1 });
}

async function slipOn(phone: Phone) {
  return readSlip((await phone.store.documents.get('slip'))?.value);
}

describe('the list of games', () => {
  test('says of a game who plays whom, and how much more can be picked on it', async () => {
    const screen = await aScreen(create, await aPhoneWith(fixture()));

    await screen.button('Arsenal v Chelsea, all options');

    expect(screen.text()).toContain('48 more options');
  });

  test('has every league under its day, favourites on top, and what has started at the end', async () => {
    atNoon();
    const phone = await aPhoneWith(...season());
    await aSecondLeague(phone);
    for (const name of starred) toggleFavourite(name);
    const screen = await aScreen(create, phone);
    onTestFinished(() => starred.forEach(toggleFavourite));
    await screen.button('Betis v Celta, all options');

    expect(screen.names('section[aria-label] h2, section[aria-label] h3')).toEqual([
      'Today',
      'Favourites',
      'La Liga',
      'EPL',
      'Kicked off',
    ]);
    const rows = screen.names('section[aria-label] li').map((row) => row.split(' ')[0]);
    expect(rows).toHaveLength(4);
    expect(document.querySelectorAll('section[aria-label] li')[3]?.textContent).toContain(
      'In play',
    );
  });

  test.each([
    { search: 'bètis', finds: ['Betis v Celta, all options'] },
    { search: 'la liga', finds: ['Betis v Celta, all options'] },
    { search: 'Nobody', finds: [] },
  ])('finds "$search" by team or league, accents or not', async ({ search, finds }) => {
    const phone = await aPhoneWith(...season());
    await aSecondLeague(phone);
    const screen = await aScreen(create, phone);
    await screen.button('Betis v Celta, all options');

    await screen.types('Team or league', search);

    await expect
      .poll(() => screen.names('button').filter((name) => name.endsWith('all options')), patiently)
      .toEqual(finds);
  });

  test('is worked with keys: / searches, arrows move, X picks, Enter leads to Post Tip', async () => {
    const screen = await aScreen(create, await aPhoneWith(fixture(), fixture(second)), {
      width: desk,
    });
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

  test('is a keyboard: a tap picks an option, a second takes it back', async () => {
    const phone = await aPhoneWith(fixture());
    const screen = await aScreen(create, phone);

    await screen.presses('Arsenal v Chelsea, Match result, home 1, 2.10, not selected');
    const picked = await screen.button('Arsenal v Chelsea, Match result, home 1, 2.10, selected');
    expect(picked.getAttribute('aria-pressed')).toBe('true');
    expect((await slipOn(phone)).slip).toMatchObject([{ fixtureId: 'arsenal-chelsea', oddsId: 1 }]);

    picked.click();
    await screen.button('Arsenal v Chelsea, Match result, home 1, 2.10, not selected');
    expect((await slipOn(phone)).slip).toEqual([]);
  });

  test('refuses a second option of a game that is on the slip', async () => {
    const phone = await aPhoneWith(fixture());
    const screen = await aScreen(create, phone);

    await screen.presses(/Match result, home/);
    await screen.button(/home 1, 2.10, selected/);
    await screen.presses(/Match result, draw/);

    await screen.until(() => screen.toasts.length > 0, 'a message');
    expect(screen.toasts).toMatchObject([
      { title: 'Info', text: 'You already selected this game' },
    ]);
    expect((await slipOn(phone)).slip).toMatchObject([{ oddsId: 1 }]);
  });

  test('says where a price comes later, and lets it be picked', async () => {
    const { prices: _, ...unpriced } = fixture();
    const screen = await aScreen(create, await aPhoneWith(unpriced));

    const key = await screen.button(
      'Arsenal v Chelsea, Match result, home 1, price later, not selected',
    );

    expect(key.textContent).toBe('price later');
    expect(key.hasAttribute('disabled')).toBe(false);
  });

  test.each<{ row: Parameters<typeof fixture>[0]; shownText: string; keys: number }>([
    { row: { startsIn: 42 }, shownText: '42 min', keys: 3 },
    { row: { startsIn: -5 }, shownText: 'In play', keys: 0 },
    { row: { status: 'postponed' }, shownText: 'Postponed', keys: 0 },
    { row: { status: 'cancelled' }, shownText: 'Cancelled', keys: 0 },
  ])('says "$shownText" of a game, which has $keys keys then', async ({ row, shownText, keys }) => {
    const screen = await aScreen(create, await aPhoneWith(fixture(row)));

    await screen.shows(shownText);

    expect(document.querySelectorAll('[data-sign]')).toHaveLength(keys);
  });

  test('opens all options of a game in sections; a pick closes them and stands under the game', async () => {
    const phone = await aPhoneWith(fixture());
    const screen = await aScreen(create, phone);

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
});

describe('the slip', () => {
  test('comes back after a reload with everything that was entered', async () => {
    const phone = await aPhoneWith(fixture());
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/Match result, home/);

    await screen.presses('7');
    await screen.types('Analysis', 'Ten at home unbeaten.');
    await screen.chooses('All or nothing');

    await screen.until(async () => (await slipOn(phone)).ifStarted === 'refuse', 'all is kept');
    expect(await slipOn(phone)).toMatchObject({ stake: 7, analysis: 'Ten at home unbeaten.' });
  });

  test('says its odds and what a stake returns; a second tap takes the stake back', async () => {
    const phone = await aPhoneWith(fixture());
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/Match result, home/);
    await screen.shows('optional, in units');
    await screen.shows('Odds 2.10');

    await screen.presses('3');
    await screen.shows('3 units return 6.30');
    await screen.presses('3');

    await screen.shows('optional, in units');
    expect((await slipOn(phone)).stake).toBe(0);
  });

  test('is not staked any more when a game is added', async () => {
    const phone = await aPhoneWith(fixture(), fixture(second));
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/Arsenal v Chelsea, Match result, home/);
    await screen.presses('7');
    await screen.until(async () => (await slipOn(phone)).stake === 7, 'the stake is kept');

    await screen.presses(/Everton v Fulham, Match result, away/);

    await screen.until(async () => (await slipOn(phone)).slip.length === 2, 'both are picked');
    expect((await slipOn(phone)).stake).toBe(0);
  });

  test('gives a removed game back at its old place', async () => {
    const phone = await aPhoneWith(fixture(), fixture(second));
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/Arsenal v Chelsea, Match result, home/);
    await screen.presses(/Everton v Fulham, Match result, away/);

    await screen.presses('Remove Arsenal – Chelsea');
    await screen.shows('Arsenal – Chelsea is off your slip.');
    await screen.until(
      () => !screen.names('button').includes('Remove Arsenal – Chelsea'),
      'it is off the slip',
    );
    await screen.presses('Undo');

    await screen.until(async () => (await slipOn(phone)).slip.length === 2, 'both are there');
    expect((await slipOn(phone)).slip.map(({ fixtureId }) => fixtureId)).toEqual([
      'arsenal-chelsea',
      'everton-fulham',
    ]);
    await screen.until(
      () => document.activeElement?.getAttribute('aria-label') === 'Remove Arsenal – Chelsea',
      'the focus is on the game that came back',
    );
  });

  test('does not count the time to a game that was put off', async () => {
    const phone = await aPhoneWith(fixture());
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/Match result, home/);
    await screen.button('Remove Arsenal – Chelsea');

    await phone.publicStore.fixtures.update('arsenal-chelsea', { status: 'postponed' });

    await expect.poll(screen.text, patiently).toContain('Chelsea · Postponed');
    expect(screen.text()).not.toContain('closes in');
  });

  test('names the bookmakers the site has configured', async () => {
    const configuration = Configuration.parse({
      apiBaseUrl: '',
      oddsBaseUrl: '/odds',
      bookmakers: ['Bet One', 'Bet Two'],
    });
    const phone = await aPhoneWith(fixture());
    const screen = await aScreen(create, phone, { configuration, width: desk });

    await expect
      .poll(screen.text, patiently)
      .toContain('All games and betting options selected must be featured on Bet One and Bet Two.');
  });
});

describe('a slip from another phone', () => {
  const at = { at: '/tips/create#slip=arsenal-chelsea.12~everton-fulham.1~gone.1' };

  test('is offered with the odds of this phone, and says what is not on it', async () => {
    const phone = await aPhoneWith(fixture(), fixture(second));
    const screen = await aScreen(create, phone, at);
    const sheet = await screen.dialog('A slip for you');

    expect(sheet.textContent).toContain('1 game is not on this phone.');
    expect(sheet.textContent).toContain('Everton to win');
    expect(sheet.textContent).toContain('2.10');
    await screen.presses('Add 2 games to my slip');

    await screen.until(async () => (await slipOn(phone)).slip.length === 2, 'both are picked');
    expect(screen.path()).toBe('/tips/create');
  });

  test('says of a game that it has kicked off, and does not take it', async () => {
    const phone = await aPhoneWith(fixture({ startsIn: -3 }), fixture(second));
    const screen = await aScreen(create, phone, at);
    const sheet = await screen.dialog('A slip for you');

    expect(sheet.textContent).toContain('Kicked off');
    await screen.button('Add 1 game to my slip');
  });
});

describe('posting a slip', () => {
  test('is refused while it is empty', async () => {
    const screen = await aScreen(create, await aPhoneWith(fixture()), { width: desk });

    await screen.presses('Post Tip');

    await screen.until(() => screen.toasts.length > 0, 'a message');
    expect(screen.toasts).toMatchObject([{ title: 'Oops', text: 'Your Slip is empty' }]);
    expect(await screen.pending()).toEqual([]);
  });

  test('saves it on the phone, clears it and goes to the saved tips', async () => {
    const phone = await aPhoneWith(fixture());
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/Match result, home/);
    await screen.presses('3');
    await screen.until(async () => (await slipOn(phone)).stake === 3, 'the stake is kept');

    await screen.presses('Post Tip');

    await screen.until(() => screen.path() === '/tips/my-tips', 'the saved tips');
    const [posted] = await screen.pending();
    expect(posted).toMatchObject({ kind: 'tip.post', state: 'pending' });
    expect(operations['tip.post'].payload.parse(posted?.payload)).toMatchObject({
      options: [{ fixtureId: 'arsenal-chelsea', oddName: '1X2 - 1', odd: 2.1 }],
      stake: 3,
      ifStarted: 'drop',
    });
    expect((await slipOn(phone)).slip).toEqual([]);
    expect(screen.toasts).toMatchObject([{ title: 'Saved on this phone', operation: posted?.id }]);
  });

  test('keeps an analysis that is too long, and does not send it', async () => {
    const phone = await aPhoneWith(fixture());
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/Match result, home/);
    const long = 'a'.repeat(1001);

    await screen.types('Analysis', long);
    await screen.shows('1,001 characters: at most 1,000 fit');
    await screen.until(async () => (await slipOn(phone)).analysis === long, 'it is kept');
    await screen.presses('Post Tip');

    await screen.until(() => screen.toasts.length > 0, 'a message');
    expect(screen.toasts).toMatchObject([{ title: 'Oops', text: 'Analysis is too long.' }]);
    expect(await screen.pending()).toEqual([]);
  });

  test('says which games have kicked off while the slip lay there', async () => {
    const phone = await aPhoneWith(fixture(), fixture(second));
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/Arsenal v Chelsea, Match result, home/);
    await screen.presses(/Everton v Fulham, Match result, away/);
    await screen.until(async () => (await slipOn(phone)).slip.length === 2, 'both are picked');

    await phone.publicStore.fixtures.put(fixture({ startsIn: -3 }));
    await expect
      .poll(screen.text, patiently)
      .toContain('1 game on your slip has kicked off and cannot be posted any more.');
    await screen.presses('Remove it');

    await screen.until(async () => (await slipOn(phone)).slip.length === 1, 'one is left');
  });
});
