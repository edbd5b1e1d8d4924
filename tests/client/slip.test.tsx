// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { Fixture } from '#contract/fixtures.ts';
import { Configuration } from '#contract/site.ts';
import { CreateTip } from '#client/features/slip/create-tip.tsx';
import { readSlip } from '#client/data/tips/slip.ts';
import type { FixtureRow } from '#sync/storage/public-store.ts';
import { aPhone, aScreen, patiently, type Phone } from './support/a-screen.tsx';
import { operations } from '#sync/operations/registry.ts';

const minute = 60_000;
const desk = 1280;

function fixture(values: Partial<Fixture> & { startsIn?: number } = {}): FixtureRow {
  const { startsIn = 120, ...rest } = values;
  const kickOffAt = Date.now() + startsIn * minute + 30_000;
  return {
    id: 'arsenal-chelsea',
    sportKey: 'soccer_epl',
    home: 'Arsenal',
    away: 'Chelsea',
    kickOff: new Date(kickOffAt).toISOString(),
    kickOffAt,
    status: 'scheduled',
    prices: { home: 2.1, draw: 3.4, away: 3.6 },
    ...rest,
  };
}

const second = { id: 'everton-fulham', home: 'Everton', away: 'Fulham' };

async function aPhoneWith(...fixtures: FixtureRow[]): Promise<Phone> {
  const phone = aPhone();
  const league = { key: 'soccer_epl', title: 'EPL', group: 'Soccer - Europe', details: 'EPL' };
  await phone.publicStore.leagues.put({ ...league, position: 0 });
  await phone.publicStore.fixtures.bulkPut(fixtures);
  return phone;
}

const create = <CreateTip league="soccer_epl" onLeague={() => undefined} />;

async function slipOn(phone: Phone) {
  return readSlip((await phone.store.documents.get('slip'))?.value);
}

describe('the list of games', () => {
  test('says of a game who plays whom in a word that has translations', async () => {
    const screen = await aScreen(create, await aPhoneWith(fixture()));

    await screen.button('Arsenal v Chelsea, 48 more options');

    expect(screen.names('li h3')).toEqual(['Arsenal versus Chelsea']);
  });

  test('is a keyboard: a tap picks an option, a second takes it back', async () => {
    const phone = await aPhoneWith(fixture());
    const screen = await aScreen(create, phone);

    await screen.presses('Arsenal v Chelsea, 1X2, home 1, 2.10, not selected');
    const picked = await screen.button('Arsenal v Chelsea, 1X2, home 1, 2.10, selected');
    expect(picked.getAttribute('aria-pressed')).toBe('true');
    expect((await slipOn(phone)).slip).toMatchObject([{ fixtureId: 'arsenal-chelsea', oddsId: 1 }]);

    picked.click();
    await screen.button('Arsenal v Chelsea, 1X2, home 1, 2.10, not selected');
    expect((await slipOn(phone)).slip).toEqual([]);
  });

  test('refuses a second option of a game that is on the slip', async () => {
    const phone = await aPhoneWith(fixture());
    const screen = await aScreen(create, phone);

    await screen.presses(/1X2, home/);
    await screen.button(/home 1, 2.10, selected/);
    await screen.presses(/1X2, draw/);

    await screen.until(() => screen.toasts.length > 0, 'a message');
    expect(screen.toasts).toMatchObject([
      { title: 'Info', text: 'You already selected this game' },
    ]);
    expect((await slipOn(phone)).slip).toMatchObject([{ oddsId: 1 }]);
  });

  test('shows a dash where the feed has no odds, and says so', async () => {
    const { prices: _, ...unpriced } = fixture();
    const screen = await aScreen(create, await aPhoneWith(unpriced));

    const key = await screen.button('Arsenal v Chelsea, 1X2, home 1, no odds yet, not selected');

    expect(key.textContent).toBe('1 –');
  });

  test.each([
    { startsIn: 112, words: 'closes in 1 hr 52 min', closed: false },
    { startsIn: 14, words: 'Hurry: closes in 14 min', closed: false },
    { startsIn: -5, words: 'Kicked off', closed: true },
  ])('says "$words" $startsIn minutes before a kick-off', async ({ startsIn, words, closed }) => {
    const screen = await aScreen(create, await aPhoneWith(fixture({ startsIn })));

    await screen.says(words);

    expect((await screen.button(/1X2, home/)).hasAttribute('disabled')).toBe(closed);
  });

  test.each(['postponed', 'cancelled'] as const)('closes a game that is %s', async (status) => {
    const screen = await aScreen(create, await aPhoneWith(fixture({ status })));

    expect((await screen.button(/1X2, home/)).hasAttribute('disabled')).toBe(true);
  });

  test('opens all options of a game as a sheet, Main before Others, and closes it on a pick', async () => {
    const phone = await aPhoneWith(fixture());
    const screen = await aScreen(create, phone);

    await screen.presses('Arsenal v Chelsea, 48 more options');
    const sheet = await screen.dialog('Arsenal v Chelsea · Bet Options');
    expect(sheet.querySelectorAll('button[aria-pressed]')).toHaveLength(51);
    expect(sheet.textContent).toMatch(/Main.*1X2.*Double Chance.*GG\/NG.*O\/U.*Others.*HF\/FT/);

    await screen.presses('Arsenal v Chelsea, GG/NG, GG, no odds yet, not selected');

    await screen.button('Arsenal v Chelsea, GG/NG, GG, selected, all options');
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });
});

describe('the slip', () => {
  test('comes back after a reload with everything that was entered', async () => {
    const phone = await aPhoneWith(fixture());
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/1X2, home/);

    await screen.chooses('7');
    await screen.types('Analysis', 'Ten at home unbeaten.');
    await screen.chooses('All or nothing');

    await screen.until(async () => (await slipOn(phone)).ifStarted === 'refuse', 'all is kept');
    expect(await slipOn(phone)).toMatchObject({ stake: 7, analysis: 'Ten at home unbeaten.' });
  });

  test('says that a stake is a number of units, and which', async () => {
    const screen = await aScreen(create, await aPhoneWith(fixture()), { width: desk });
    await screen.presses(/1X2, home/);
    await screen.says('Stake in units');

    await screen.chooses('7');
    await screen.says('Stake 7 units');
    await screen.chooses('1');
    await screen.says('Stake 1 unit');

    const stake = document.querySelector('fieldset[aria-describedby]');
    const described = document.getElementById(stake?.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('1 unit');
  });

  test('is not staked any more when a game is added', async () => {
    const phone = await aPhoneWith(fixture(), fixture(second));
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/Arsenal v Chelsea, 1X2, home/);
    await screen.chooses('7');
    await screen.until(async () => (await slipOn(phone)).stake === 7, 'the stake is kept');

    await screen.presses(/Everton v Fulham, 1X2, away/);

    await screen.until(async () => (await slipOn(phone)).slip.length === 2, 'both are picked');
    expect((await slipOn(phone)).stake).toBe(0);
  });

  test('multiplies its odds, and has none while a game has no price', async () => {
    const phone = await aPhoneWith(fixture(), fixture(second));
    const screen = await aScreen(create, phone);

    await screen.presses(/Arsenal v Chelsea, 1X2, home/);
    await screen.presses(/Everton v Fulham, 1X2, away/);
    await screen.says('Odds 7.56');

    await phone.publicStore.fixtures.update('everton-fulham', { prices: undefined });
    await expect.poll(screen.text, patiently).toContain('Not priced yet');
  });

  test('gives a removed game back at its old place', async () => {
    const phone = await aPhoneWith(fixture(), fixture(second));
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/Arsenal v Chelsea, 1X2, home/);
    await screen.presses(/Everton v Fulham, 1X2, away/);

    await screen.presses('Remove Arsenal Vs Chelsea');
    await screen.says('Arsenal Vs Chelsea is off your slip.');
    await screen.until(
      () => !screen.names('button').includes('Remove Arsenal Vs Chelsea'),
      'it is off the slip',
    );
    await screen.presses('Undo');

    await screen.until(async () => (await slipOn(phone)).slip.length === 2, 'both are there');
    expect((await slipOn(phone)).slip.map(({ fixtureId }) => fixtureId)).toEqual([
      'arsenal-chelsea',
      'everton-fulham',
    ]);
    await screen.until(
      () => document.activeElement?.getAttribute('aria-label') === 'Remove Arsenal Vs Chelsea',
      'the focus is on the game that came back',
    );
  });

  test('does not count the time to a game that was put off', async () => {
    const phone = await aPhoneWith(fixture());
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/1X2, home/);
    await screen.button('Remove Arsenal Vs Chelsea');

    await phone.publicStore.fixtures.update('arsenal-chelsea', { status: 'postponed' });

    await screen.says('1X2 - 1 · Postponed');
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
    await screen.presses(/1X2, home/);
    await screen.chooses('3');
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
    expect(screen.toasts).toMatchObject([{ title: 'Saved on this phone' }]);
  });

  test('keeps an analysis that is too long, and does not send it', async () => {
    const phone = await aPhoneWith(fixture());
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/1X2, home/);
    const long = 'a'.repeat(1001);

    await screen.types('Analysis', long);
    await screen.says('1,001 characters: at most 1,000 fit');
    await screen.until(async () => (await slipOn(phone)).analysis === long, 'it is kept');
    await screen.presses('Post Tip');

    await screen.until(() => screen.toasts.length > 0, 'a message');
    expect(screen.toasts).toMatchObject([{ title: 'Oops', text: 'Analysis is too long.' }]);
    expect(await screen.pending()).toEqual([]);
  });

  test('says which games have kicked off while the slip lay there', async () => {
    const phone = await aPhoneWith(fixture(), fixture(second));
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/Arsenal v Chelsea, 1X2, home/);
    await screen.presses(/Everton v Fulham, 1X2, away/);
    await screen.until(async () => (await slipOn(phone)).slip.length === 2, 'both are picked');

    await phone.publicStore.fixtures.put(fixture({ startsIn: -3 }));
    await expect
      .poll(screen.text, patiently)
      .toContain('1 game on your slip has kicked off and cannot be posted any more.');
    await screen.presses('Remove it');

    await screen.until(async () => (await slipOn(phone)).slip.length === 1, 'one is left');
  });
});
