import { expect, test } from 'vitest';
import { SlipBar } from '#client/features/slip/slip-bar.tsx';
import { optionNamed } from '#domain/catalogue.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';
import { aFixtureRow, aPhoneWithGames } from '../../../testing/components/fixture-rows.ts';

const { prices, kickOff } = aFixtureRow();

function selection(fixtureId: string, oddName: string) {
  const { oddsId } = optionNamed(oddName) ?? expect.unreachable(oddName);
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
  'the odds of the slip with $second on a game with prices $priced are $shownText',
  async ({ second, priced, shownText }) => {
    const { prices: _, ...unpriced } = aFixtureRow({ id: 'b' });
    const other = { ...unpriced, ...(priced && { prices: priced }) };
    const phone = await aPhoneWithGames(aFixtureRow({ id: 'a' }), other);
    const slip = [selection('a', '1X2 - 1'), selection('b', second)];

    const screen = await aScreen(<SlipBar slip={slip} onReview={expect.unreachable} />, phone);

    await expect.poll(screen.text).toContain(shownText);
  },
);
