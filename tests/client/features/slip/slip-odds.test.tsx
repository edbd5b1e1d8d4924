// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { SlipBar } from '#client/features/slip/slip-bar.tsx';
import { optionNamed } from '#domain/catalogue.ts';
import type { FixtureRow } from '#sync/storage/public-store.ts';
import { aPhone, aScreen, patiently } from '../../../testing/components/a-screen.tsx';

const kickOff = new Date(Date.now() + 7_200_000);

function fixture(id: string, prices: FixtureRow['prices']): FixtureRow {
  return {
    id,
    sportKey: 'soccer_epl',
    home: 'Arsenal',
    away: 'Chelsea',
    kickOff: kickOff.toISOString(),
    kickOffAt: kickOff.getTime(),
    status: 'scheduled',
    ...(prices && { prices }),
  };
}

function selection(fixtureId: string, oddName: string) {
  const { oddsId } = optionNamed(oddName) ?? expect.unreachable(oddName);
  return { fixtureId, oddsId, game: 'Arsenal Vs Chelsea', kickOff, sportKey: 'soccer_epl' };
}

const prices = { home: 2.1, draw: 3.4, away: 3.6 };

describe('the odds of the slip', () => {
  test.each([
    { second: '1X2 - 2', priced: prices, shownText: 'Odds 7.56First kick-off' },
    {
      second: 'O/U 2.5 - Over',
      priced: prices,
      shownText: 'Odds ≈ 4.24about 4.24 · 1 price to come',
    },
    { second: '1X2 - 2', priced: undefined, shownText: 'on your slip, 1 price to come' },
  ])(
    'with $second on a game with prices $priced are $shownText',
    async ({ second, priced, shownText }) => {
      const phone = aPhone();
      await phone.publicStore.fixtures.bulkPut([fixture('a', prices), fixture('b', priced)]);
      const slip = [selection('a', '1X2 - 1'), selection('b', second)];

      const screen = await aScreen(<SlipBar slip={slip} onReview={expect.unreachable} />, phone);

      await expect.poll(screen.text, patiently).toContain(shownText);
    },
  );
});
