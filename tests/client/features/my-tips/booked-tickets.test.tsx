// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import { BookedTips } from '#client/features/my-tips/booked-tips.tsx';
import { tipRow } from '#sync/storage/member-store.ts';
import { leg, serverTip } from '../../../testing/engine/samples.ts';
import {
  aScreen,
  aPulledPhone,
  patiently,
  type Phone,
} from '../../../testing/components/a-screen.tsx';

const hour = 3_600_000;
const soon = new Date(Date.now() + 5 * hour).toISOString();
const before = new Date(Date.now() - hour).toISOString();
const open = leg({ startDateOfGame: soon });
const started = leg({ fixtureId: 'fixture-0', game: 'Lens Vs Brest', startDateOfGame: before });

async function aPhoneWith(...tips: Tip[]): Promise<Phone> {
  const phone = await aPulledPhone();
  await phone.store.tips.bulkPut(tips.map(tipRow));
  return phone;
}

describe('a booked ticket', () => {
  const won = leg({ result: 'won', status: true, odd: 1.55, reason: 'It ended 2-0.' });
  const lost = leg({ fixtureId: 'b', game: 'Betis Vs Getafe', result: 'lost', odd: 0 });
  const alsoWon = leg({ fixtureId: 'c', game: 'Girona Vs Sevilla', result: 'won', odd: 2 });
  const booked = (values: Partial<Tip> = {}) =>
    serverTip({
      options: [won, lost, alsoWon],
      IsBooked: true,
      totalGamesWon: 2,
      totalGamesLost: 1,
      outcome: 'lost',
      ...values,
    });

  test.each([
    { confirmed: false, words: 'Pending' },
    { confirmed: true, words: 'Treated' },
  ])('says "$words" when confirmed is $confirmed', async ({ confirmed, words }) => {
    const phone = await aPhoneWith(booked({ IsGameSuccessful: confirmed }));
    const screen = await aScreen(<BookedTips />, phone);

    await screen.shows(words);
    expect(screen.text()).toMatch(/Total Games Won2Total Games Lost1Score\(%\)66.7%/);
  });

  test('has no score while nothing is decided', async () => {
    const pending = booked({
      options: [open],
      totalGamesWon: 0,
      totalGamesLost: 0,
      outcome: 'open',
    });
    const screen = await aScreen(<BookedTips />, await aPhoneWith(pending));

    await screen.shows('Pending');
    expect(screen.text()).not.toMatch(/Score|Total Games/);
  });

  test('in play says how each game stands', async () => {
    const playing = { ...started, result: 'pending', fixtureStatus: 'in-play' } as const;
    const score = { fullTime: [2, 0] as [number, number] };
    const phone = await aPhoneWith(
      booked({ options: [{ ...playing, score }, open], outcome: 'open', totalGamesWon: 0 }),
    );
    const screen = await aScreen(<BookedTips />, phone);

    await screen.shows('In play');
    await expect.poll(screen.text, patiently).toContain('winning');
  });

  test('opens with each assigned odd, why it was decided so, and the score', async () => {
    const screen = await aScreen(<BookedTips />, await aPhoneWith(booked()));

    await screen.presses(/3 games/);

    const dialog = await screen.dialog('Stake Slip');
    expect(dialog.textContent).toContain('Assigned Odd: 1.55');
    expect(dialog.textContent).toContain('Assigned Odd: price later');
    expect(dialog.textContent).toContain('It ended 2-0.');
    expect(dialog.textContent).toContain('Score: 66.7%');
    expect(dialog.textContent).toMatch(/Odds.*Total Games Won2Total Games Lost1/);
    expect(dialog.textContent).toMatch(/Creation Date.*Number of Games 3/);
    expect(dialog.textContent).toMatch(/Ticket \w+/);
    const icons = [...dialog.querySelectorAll('[role=img]')].map((icon) =>
      icon.getAttribute('aria-label'),
    );
    expect(icons).toEqual(['Won', 'Lost', 'Won']);
  });

  test('of which nothing is decided prints both counts as zero in its slip', async () => {
    const counts = { totalGamesWon: 0, totalGamesLost: 0 };
    const pending = booked({ options: [open], outcome: 'open', ...counts });
    const screen = await aScreen(<BookedTips />, await aPhoneWith(pending));

    await screen.presses(/1 game/);

    const dialog = await screen.dialog('Stake Slip');
    expect(dialog.textContent).toContain('Total Games Won0Total Games Lost0');
  });
});
