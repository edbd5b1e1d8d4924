import { describe, expect, test } from 'vitest';
import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { PricesPage } from '#client/features/prices/prices-page.tsx';
import type { PricesSearch } from '#client/features/prices/prices-search.ts';
import { parsePricesSearch } from '#client/features/prices/prices-search.ts';
import { fixture, selection } from '../../../testing/engine/desk-samples.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';
import { anEngine } from '../../../testing/components/an-engine.ts';
import { aPhoneWithDesk } from '../../../testing/components/desk.ts';
import { presses } from '../../../testing/components/keys.ts';

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour + 25_000).toISOString();

/** An option that four tickets of other members contain without a price. */
function unpriced(oddsId: number, values: Partial<DeskSelection> = {}): DeskSelection {
  return selection({ oddsId, odd: 0, unpriced: 4, own: 0, ...values });
}

const home = 1;
const over25 = 11;
const under25 = 12;
const feed = { home: 2, draw: 3.5, away: 3.8 };

/** Arsenal – Chelsea, tomorrow, with these options in open tickets. */
function aGame(selections: DeskSelection[], values: Partial<DeskFixture> = {}): DeskFixture {
  return fixture({ kickOff: inHours(30), ...values, selections });
}

async function pricing(fixtures: DeskFixture[], search: PricesSearch = {}) {
  return aScreen(<PricesPage search={search} />, await aPhoneWithDesk(fixtures));
}

describe('the prices of a game', () => {
  test('show the time until kick-off, and the number of tickets with each option', async () => {
    const game = aGame([
      unpriced(over25, { tickets: 14, unpriced: 14, own: 2 }),
      unpriced(under25),
    ]);
    const screen = await pricing([{ ...game, kickOff: inHours(1.5) }]);

    await screen.shows(/kick-off in 1 hr,? 30 min/);
    await screen.shows('2 options in 18 tickets');
    await screen.shows(/Over 2.5 goals.*in 14 tickets/);
    expect(screen.text()).toContain('2 of yours are left to somebody else');
  });

  test('are filled in from the feed or as estimates, which become real odds when they are saved', async () => {
    const screen = await pricing([
      aGame([unpriced(home, { feedOdd: 2.1 }), unpriced(over25)], { prices: feed }),
    ]);

    expect(await screen.field(/^Arsenal to win, odds of the feed$/)).toHaveProperty(
      'value',
      '2.10',
    );
    const estimated = Number(
      Reflect.get(await screen.field(/^Over 2.5 goals, estimate$/), 'value'),
    );
    expect(estimated).toBeGreaterThan(1.5);
    expect(estimated).toBeLessThan(2.5);
    expect(await screen.pending()).toEqual([]);
    await screen.shows('1 of these is an estimate. Saved, it is real odds');
    await screen.types(/^Over 2.5 goals/, '1.9');
    await screen.hides('is an estimate');
  });

  test('are filled in from other tickets if some have a price', async () => {
    const some = unpriced(over25, { tickets: 14, unpriced: 4, knownOdd: 1.85 });
    const screen = await pricing([aGame([some], { prices: feed })]);

    expect(await screen.field(/^Over 2.5 goals, odds of other tickets$/)).toHaveProperty(
      'value',
      '1.85',
    );
    await screen.shows('in 14 tickets, 4 without odds');
    await screen.presses('Save odds');

    expect(await screen.queued()).toMatchObject([
      { payload: { prices: [{ oddsId: over25, odd: 1.85, ifUnpriced: true }] } },
    ]);
  });

  test('are empty if there is neither a price nor an estimate', async () => {
    const screen = await pricing([aGame([unpriced(over25)])]);

    expect(await screen.field(/^Over 2.5 goals$/)).toHaveProperty('value', '');
    await screen.presses('Save odds');

    await screen.shows('Enter odds first.');
    expect(await screen.pending()).toEqual([]);
  });

  test('are queued as one operation without a connection, unchanged estimates included', async () => {
    const screen = await pricing([aGame([unpriced(home), unpriced(over25), unpriced(under25)])]);

    await screen.types(/^Arsenal to win$/, '2,35');
    await screen.types(/^Under 2.5 goals$/, '1.9');
    await screen.presses('Save odds');

    expect(await screen.queued()).toMatchObject([
      {
        kind: 'prices.set',
        payload: {
          fixtureId: 'fixture-1',
          game: 'Arsenal Vs Chelsea',
          prices: [
            { oddsId: home, odd: 2.35, seen: 0 },
            { oddsId: under25, odd: 1.9, seen: 0 },
          ],
        },
      },
    ]);
    await screen.shows('1 option in 4 tickets');
  });

  test('are not saved if one is invalid, and its field shows the error', async () => {
    const screen = await pricing([aGame([unpriced(home), unpriced(over25)])]);

    await screen.types(/^Arsenal to win$/, '2');
    await screen.types(/^Over 2.5 goals$/, 'two');
    await screen.presses('Save odds');

    await screen.shows('Odds are 0 or between 1 and 1000, with at most two decimals.');
    expect(document.activeElement).toBe(await screen.field(/^Over 2.5 goals$/));
    expect(await screen.pending()).toEqual([]);
  });

  test.each([
    { of: 'the feed', odds: { feedOdd: 2.4 }, shows: 'The feed says 2.40.' },
    { of: 'other tickets', odds: { knownOdd: 2.2 }, shows: 'Other tickets have 2.20.' },
  ])(
    'that differ greatly from those of $of show the latter for comparison',
    async ({ odds, shows }) => {
      const screen = await pricing([aGame([unpriced(over25, odds)])]);
      await screen.types(/^Over 2.5 goals/, '19');

      await screen.presses('Save odds');

      await screen.shows(`Is this right? ${shows}`);
      expect(screen.text()).not.toContain('estimate');
    },
  );

  test('that differ greatly from the estimate need one common confirmation', async () => {
    const screen = await pricing([
      aGame([unpriced(home), unpriced(over25), unpriced(under25)], { prices: feed }),
    ]);
    await screen.types(/^Over 2.5 goals/, '19');
    await screen.types(/^Under 2.5 goals/, '1.00');

    await screen.presses('Save odds');

    await screen.shows(/Far from what is usual: Over 2.5 goals 19.00, Under 2.5 goals 1.00/);
    await screen.shows(/Is this right\? The estimate is 1\.\d\d\./);
    expect(await screen.pending()).toEqual([]);
    await screen.presses('Save odds');
    expect(await screen.queued()).toMatchObject([
      {
        payload: {
          prices: [{ oddsId: home }, { oddsId: over25, odd: 19 }, { oddsId: under25, odd: 1 }],
        },
      },
    ]);
  });

  test('stay in their fields after Look again', async () => {
    const screen = await pricing([aGame([unpriced(over25)])]);
    await screen.types(/^Over 2.5 goals$/, '1.00');
    await screen.presses('Save odds');

    await screen.presses('Look again');

    await screen.button('Save odds');
    expect(await screen.field(/^Over 2.5 goals$/)).toHaveProperty('value', '1.00');
    expect(document.activeElement).toBe(await screen.field(/^Over 2.5 goals$/));
    expect(await screen.pending()).toEqual([]);
  });

  test('need one common reason after kick-off', async () => {
    const screen = await pricing([aGame([unpriced(over25)], { kickOff: inHours(-1) })]);
    await screen.types(/^Over 2.5 goals$/, '1.9');
    await screen.presses('Save odds');
    await screen.shows('Reason is required');
    expect(await screen.pending()).toEqual([]);

    await screen.types('Reason', 'The feed came late.');
    await screen.presses('Save odds');

    expect(await screen.queued()).toMatchObject([{ payload: { reason: 'The feed came late.' } }]);
  });

  test('can be changed, and the operation contains the former odds', async () => {
    const priced = selection({ oddsId: under25, odd: 1.9 });
    const screen = await pricing([aGame([unpriced(over25), priced])]);
    await screen.shows('1 option has odds');

    await screen.types(/^Under 2.5 goals$/, '2');
    await screen.presses('Save odds');

    expect(await screen.queued()).toMatchObject([
      { payload: { prices: [{ oddsId: under25, odd: 2, seen: 1.9 }] } },
    ]);
  });

  test('stay in their fields when the page is opened again without saving', async () => {
    const phone = await aPhoneWithDesk([aGame([unpriced(home), unpriced(over25)])]);
    const before = await aScreen(<PricesPage search={{}} />, phone);
    (await before.field(/^Arsenal to win$/)).focus();
    await before.types(/^Arsenal to win$/, '2.4');
    presses('Enter');
    await before.until(
      async () => (await phone.store.documents.get('edit-fixture-1')) !== undefined,
      'it is kept',
    );

    document.body.replaceChildren();
    const after = await aScreen(<PricesPage search={{}} />, phone);

    await expect.poll(async () => after.field(/^Arsenal to win$/)).toHaveProperty('value', '2.40');
    expect(await after.pending()).toEqual([]);
  });
});

describe('keyboard commands', () => {
  test('focus the next field, save after the last field, and focus the next game', async () => {
    const games = [
      aGame([unpriced(home), unpriced(over25)]),
      aGame([unpriced(under25)], { id: 'fixture-2', home: 'Fulham', away: 'Brighton' }),
    ];
    const screen = await pricing(games);
    (await screen.field(/^Arsenal to win$/)).focus();
    await screen.types(/^Arsenal to win$/, '2.4');

    presses('Enter');
    expect(document.activeElement).toBe(await screen.field(/^Over 2.5 goals$/));
    await screen.types(/^Over 2.5 goals$/, '1.85');
    presses('Enter');

    const next = await screen.field(/^Under 2.5 goals$/);
    expect(document.activeElement).toBe(next);
    await screen.types(/^Under 2.5 goals$/, '2');
    presses('Enter');
    expect(await screen.queued(2)).toMatchObject([
      { payload: { fixtureId: 'fixture-1', prices: [{ odd: 2.4 }, { odd: 1.85 }] } },
      { payload: { fixtureId: 'fixture-2', prices: [{ odd: 2 }] } },
    ]);
    await screen.shows('Nothing waits for odds.');
    await screen.shows('Odds of Fulham – Brighton Saved on this phone');
  });

  test('save the estimates of a whole game with one command', async () => {
    const screen = await pricing([
      aGame([unpriced(home), unpriced(over25), unpriced(under25)], { prices: feed }),
    ]);
    (await screen.field(/^Arsenal to win/)).focus();

    presses('Enter', { ctrlKey: true });

    expect(await screen.queued()).toMatchObject([
      { payload: { prices: [{ oddsId: home }, { oddsId: over25 }, { oddsId: under25 }] } },
    ]);
  });

  test('stay visible if the newest tickets could not be fetched, and a message is below them', async () => {
    const phone = await aPhoneWithDesk([aGame([unpriced(home)])]);
    const engine = { ...anEngine(phone), refresh: async () => 'failed' as const };
    const screen = await aScreen(<PricesPage search={{}} />, phone, { engine });

    await screen.shows('Arsenal to win');
    await screen.shows('The newest tickets could not be fetched.');
    expect(screen.text()).toMatch(/Arsenal to win.*could not be fetched/s);
  });
});

describe('odds that cannot be stored because the phone is full', () => {
  async function savedOnAFullPhone() {
    const phone = await aPhoneWithDesk([
      aGame([unpriced(over25)]),
      aGame([unpriced(under25)], { id: 'fixture-2', home: 'Fulham', away: 'Brighton' }),
    ]);
    const isFull = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    phone.store.operations.hook('creating', isFull);
    const screen = await aScreen(<PricesPage search={{}} />, phone);
    await screen.types(/^Over 2.5 goals$/, '1.9');
    await screen.presses('Save odds');
    await screen.until(() => screen.toasts.length === 1, 'it is said');
    return { screen, getsRoom: () => phone.store.operations.hook('creating').unsubscribe(isFull) };
  }

  test('are not reported as saved, and stay in their fields', async () => {
    const { screen } = await savedOnAFullPhone();

    expect(document.activeElement).toBe(await screen.field(/^Under 2.5 goals$/));
    expect(await screen.field(/^Over 2.5 goals$/)).toHaveProperty('value', '1.9');
    expect(screen.text()).not.toContain('Odds saved');
  });

  test('can be saved once there is space, and the next game follows', async () => {
    const { screen, getsRoom } = await savedOnAFullPhone();
    getsRoom();
    (await screen.field(/^Over 2.5 goals$/)).focus();

    presses('Enter');

    await screen.shows('Odds of Arsenal – Chelsea Saved on this phone');
    expect(document.activeElement).toBe(await screen.field(/^Under 2.5 goals$/));
  });
});

describe('the games on the prices page', () => {
  test('are ordered by kick-off, followed by those that have begun', async () => {
    const begun = aGame([unpriced(home)], { id: 'begun', home: 'Lens', kickOff: inHours(-1) });
    const first = aGame([unpriced(home)], { id: 'first', home: 'Fulham', kickOff: inHours(1) });
    const screen = await pricing([begun, first, aGame([unpriced(home)])]);

    await expect
      .poll(screen.text)
      .toMatch(/Fulham – Chelsea.*Arsenal – Chelsea.*Lens – Chelsea.*Kicked off/);
  });

  test('are only those of the next two hours if the address requests these', async () => {
    const first = aGame([unpriced(home)], { id: 'first', home: 'Fulham', kickOff: inHours(1) });
    const screen = await pricing([first, aGame([unpriced(home)])], { show: 'soon' });

    await screen.shows('Fulham – Chelsea');
    expect(screen.text()).not.toContain('Arsenal – Chelsea');
  });

  test('that have all odds are folded, and can be opened', async () => {
    const screen = await pricing([aGame([selection({ odd: 2.5, own: 0 })])]);
    await screen.shows('Nothing waits for odds.');
    await screen.shows('1 game has all of its odds');

    await screen.presses(/^Arsenal – Chelsea/);

    expect(await screen.field(/^Arsenal to win$/)).toHaveProperty('value', '2.50');
  });

  test.each([
    [
      { show: 'soon', game: 'fixture-1' },
      { show: 'soon', game: 'fixture-1' },
    ],
    [{ show: 'all', game: '7' }, { game: '7' }],
  ])('are filtered by the address %j', (address, read) => {
    expect(parsePricesSearch(address)).toEqual(read);
  });
});
