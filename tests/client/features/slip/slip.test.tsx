import { describe, expect, test } from 'vitest';
import { Configuration } from '#contract/site/site.ts';
import { CreateTipPage } from '#client/features/slip/create-tip-page.tsx';
import { parseSlip } from '#client/data/tips/slip.ts';
import { operationsByKind } from '#sync/operations/registry.ts';
import { aScreen, type Phone } from '../../../testing/components/a-screen.tsx';
import {
  aFixtureRow as fixture,
  aPhoneWithGames,
} from '../../../testing/components/fixture-rows.ts';
import { SlipBar } from '#client/features/slip/slip-bar.tsx';
import { findOptionByName } from '#domain/catalogue.ts';

const desk = 1280;
const create = <CreateTipPage league="" onLeague={() => undefined} />;
const second = { id: 'everton-fulham', home: 'Everton', away: 'Fulham' };

async function slipOn(phone: Phone) {
  return parseSlip((await phone.store.documents.get('slip'))?.value);
}

/** A wide window with two games, both of which are on the slip. */
async function aSlipOfTwo() {
  const phone = await aPhoneWithGames(fixture(), fixture(second));
  const screen = await aScreen(create, phone, { width: desk });
  await screen.presses(/Arsenal v Chelsea, Match result, home/);
  await screen.presses(/Everton v Fulham, Match result, away/);
  await screen.until(async () => (await slipOn(phone)).slip.length === 2, 'both are picked');
  return { phone, screen };
}

describe('the slip', () => {
  test('shows its odds and the return of a stake; a second tap removes the stake', async () => {
    const phone = await aPhoneWithGames(fixture());
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

  test('refuses a second option of a game that is on it', async () => {
    const phone = await aPhoneWithGames(fixture());
    const screen = await aScreen(create, phone);
    await screen.presses(/Match result, home/);
    await screen.button(/home 1, 2.10, selected/);

    await screen.presses(/Match result, draw/);

    expect(await screen.messages()).toMatchObject([
      { title: 'Info', text: 'You already selected this game' },
    ]);
    expect((await slipOn(phone)).slip).toMatchObject([{ oddsId: 1 }]);
  });

  test('loses its stake when a game is added', async () => {
    const phone = await aPhoneWithGames(fixture(), fixture(second));
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/Arsenal v Chelsea, Match result, home/);
    await screen.presses('7');
    await screen.until(async () => (await slipOn(phone)).stake === 7, 'the stake is kept');

    await screen.presses(/Everton v Fulham, Match result, away/);

    await screen.until(async () => (await slipOn(phone)).slip.length === 2, 'both are picked');
    expect((await slipOn(phone)).stake).toBe(0);
  });

  test('can restore a removed game, which then has the focus', async () => {
    const { phone, screen } = await aSlipOfTwo();

    await screen.presses('Remove Arsenal – Chelsea');
    await screen.shows('Arsenal – Chelsea is off your slip.');
    await screen.hides('Arsenal to win');
    expect((await slipOn(phone)).slip).toHaveLength(1);
    await screen.presses('Undo');

    await screen.until(
      () => document.activeElement?.getAttribute('aria-label') === 'Remove Arsenal – Chelsea',
      'the focus is on the game that came back',
    );
  });

  test('shows which games were postponed or have kicked off meanwhile', async () => {
    const { phone, screen } = await aSlipOfTwo();

    await phone.publicStore.fixtures.bulkPut([
      fixture({ startsIn: -3 }),
      fixture({ ...second, status: 'postponed' }),
    ]);

    await screen.shows('1 game on your slip has kicked off and cannot be posted any more.');
    await screen.shows('Everton – Fulham · Postponed');
    await screen.presses('Remove it');
    await screen.until(async () => (await slipOn(phone)).slip.length === 1, 'one is left');
    expect(screen.text()).not.toContain('closes in');
  });

  test('names the bookmakers that the site has configured', async () => {
    const configuration = Configuration.parse({
      apiBaseUrl: '',
      oddsBaseUrl: '/odds',
      bookmakers: ['Bet One', 'Bet Two'],
    });
    const phone = await aPhoneWithGames(fixture());
    const screen = await aScreen(create, phone, { configuration, width: desk });

    await expect
      .poll(screen.text)
      .toContain('All games and betting options selected must be featured on Bet One and Bet Two.');
  });
});

describe('a slip from another phone', () => {
  const at = { at: '/tips/create#slip=arsenal-chelsea.12~everton-fulham.1~gone.1' };

  test('is shown with the odds of this phone, and with the number of unknown games', async () => {
    const phone = await aPhoneWithGames(fixture(), fixture(second));
    const screen = await aScreen(create, phone, at);
    const sheet = await screen.dialog('A slip for you');

    expect(sheet.textContent).toContain('1 game is not on this phone.');
    expect(sheet.textContent).toContain('Everton to win');
    expect(sheet.textContent).toContain('2.10');
    await expect.poll(() => sheet.textContent).toContain('≈');
    await screen.presses('Add 2 games to my slip');

    await screen.until(async () => (await slipOn(phone)).slip.length === 2, 'both are picked');
    expect(screen.path()).toBe('/tips/create');
  });
});

describe('posting a slip', () => {
  test('is not possible while the slip is empty', async () => {
    const screen = await aScreen(create, await aPhoneWithGames(fixture()), { width: desk });

    await screen.presses('Post Tip');

    expect(await screen.messages()).toMatchObject([{ title: 'Oops', text: 'Your Slip is empty' }]);
    expect(await screen.pending()).toEqual([]);
  });

  test('saves the tip on the phone, clears the slip and opens the saved tips', async () => {
    const phone = await aPhoneWithGames(fixture());
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/Match result, home/);
    await screen.presses('3');
    await screen.until(async () => (await slipOn(phone)).stake === 3, 'the stake is kept');

    await screen.presses('Post Tip');

    await screen.until(() => screen.path() === '/tips/my-tips', 'the saved tips');
    const [posted] = await screen.pending();
    expect(posted).toMatchObject({ kind: 'tip.post', state: 'pending' });
    expect(operationsByKind['tip.post'].payload.parse(posted?.payload)).toMatchObject({
      options: [{ fixtureId: 'arsenal-chelsea', oddName: '1X2 - 1', odd: 2.1 }],
      stake: 3,
      ifStarted: 'drop',
    });
    expect((await slipOn(phone)).slip).toEqual([]);
    expect(screen.toasts).toMatchObject([{ title: 'Saved on this phone', operation: posted?.id }]);
  });

  test('is not possible with an analysis that is too long, which stays in its field', async () => {
    const phone = await aPhoneWithGames(fixture());
    const screen = await aScreen(create, phone, { width: desk });
    await screen.presses(/Match result, home/);
    const long = 'a'.repeat(1001);

    await screen.types('Analysis', long);
    await screen.shows('1,001 characters: at most 1,000 fit');
    await screen.until(async () => (await slipOn(phone)).analysis === long, 'it is kept');
    await screen.presses('Post Tip');

    expect(await screen.messages()).toMatchObject([
      { title: 'Oops', text: 'Analysis is too long.' },
    ]);
    expect(await screen.pending()).toEqual([]);
  });
});

const { prices, kickOff } = fixture();

function selection(fixtureId: string, oddName: string) {
  const { oddsId } = findOptionByName(oddName) ?? expect.unreachable(oddName);
  const played = { game: 'Arsenal Vs Chelsea', kickOff: new Date(kickOff), sportKey: 'soccer_epl' };
  return { fixtureId, oddsId, ...played };
}

test.each([
  { second: '1X2 - 2', priced: prices, shownText: 'Odds 7.56First kick-off' },
  {
    second: 'O/U 2.5 - Over',
    priced: prices,
    shownText: 'Odds ≈ 4.24about 4.24 · 1 price to come',
  },
  { second: '1X2 - 2', priced: undefined, shownText: 'on your slip, 1 price to come' },
])(
  'the odds of the slip with $second on a game with the prices $priced are $shownText',
  async ({ second, priced, shownText }) => {
    const { prices: _, ...unpriced } = fixture({ id: 'b' });
    const other = { ...unpriced, ...(priced && { prices: priced }) };
    const phone = await aPhoneWithGames(fixture({ id: 'a' }), other);
    const slip = [selection('a', '1X2 - 1'), selection('b', second)];

    const screen = await aScreen(<SlipBar slip={slip} onReview={expect.unreachable} />, phone);

    await expect.poll(screen.text).toContain(shownText);
  },
);
