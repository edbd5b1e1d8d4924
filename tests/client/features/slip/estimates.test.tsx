import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { useOddsAtPosting } from '#client/data/estimates.ts';
import { BookedTipDetails } from '#client/features/my-tips/booked-tip-details.tsx';
import { MyTickets } from '#client/features/home/my-tickets.tsx';
import { TipEventList } from '#client/features/pages/tip-history.tsx';
import { CreateTipPage } from '#client/features/slip/create-tip-page.tsx';
import { ConflictChoice } from '#client/ui/tip/conflict-choice.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import type { Tip } from '#contract/tips.ts';
import { bettingOptions, findOptionByName } from '#domain/catalogue.ts';
import { estimateOptionPrices } from '#domain/odds/estimate.ts';
import { leg, serverTip } from '../../../testing/engine/samples.ts';
import { aPhone, aScreen, type Screen } from '../../../testing/components/a-screen.tsx';
import { aCheckedEvent } from '../../../testing/components/checked-events.ts';
import { aFixtureRow, aPhoneWithGames } from '../../../testing/components/fixture-rows.ts';

const desk = 1280;
const prices = { home: 2.1, draw: 3.4, away: 3.6 };
const estimates = estimateOptionPrices(prices);
const bothScore = findOptionByName('GG/NG - GG')?.oddsId ?? 0;
const estimated = (estimates?.get(bothScore)?.price ?? 0).toFixed(2);

/** The text of an estimate: the odds as shown, then the text for screen readers. */
const marked = (odds: string) => `≈ ${odds}about ${odds}`;

const game = aFixtureRow({ prices });
const { kickOff } = game;

async function theGames(width = 390): Promise<Screen> {
  const create = <CreateTipPage league="" onLeague={() => undefined} />;
  return aScreen(create, await aPhoneWithGames(game), { width });
}

async function opensOptions(screen: Screen): Promise<void> {
  await screen.presses('Arsenal v Chelsea, all options');
  await screen.dialog(/Bet Options$/);
}

// This test must be the first, because later tests find an estimate that is already computed.
test('the first estimate is computed when the browser is idle, and later ones at once', async () => {
  const drawn: Record<string, (number | undefined)[]> = {};
  /** Records the estimated odds of every render. */
  function Game({ name, home }: { name: string; home: number }) {
    const feed = { prices: { home, draw: 3.4, away: 3.6 } };
    const { estimatedOdd } = useOddsAtPosting([feed])(feed, 11);
    (drawn[name] ??= []).push(estimatedOdd);
    return estimatedOdd;
  }
  const first = await aScreen(<Game name="first" home={2.1} />, aPhone());
  await first.until(() => drawn['first']?.at(-1) !== undefined, 'the first estimate');
  first.leaves();

  const second = await aScreen(<Game name="second" home={2.2} />, aPhone());
  await second.until(() => drawn['second'] !== undefined, 'the second game');

  expect(drawn['first']?.[0]).toBeUndefined();
  expect(drawn['second']?.[0]).toBeGreaterThan(1);
});

const explanation = 'Records count only real odds.';

describe('the options of a game', () => {
  test('each have a price of the feed or an estimate, without a connection', async () => {
    const screen = await theGames();
    await opensOptions(screen);

    const keys = () => screen.names('details button[aria-pressed]');
    await expect.poll(keys).not.toContainEqual(expect.stringContaining('price later'));
    expect(keys()).toHaveLength(bettingOptions.length);
    expect(keys().filter((name) => /, \d+\.\d\d, not selected$/.test(name))).toHaveLength(3);
    expect(keys()).toContain(`Both teams to score, about ${estimated}, not selected`);
  });

  test('have equal estimates on the list, on the slip, in its total and in the return', async () => {
    const screen = await theGames(desk);
    await opensOptions(screen);
    await screen.presses(new RegExp(`^Both teams to score, .*about ${estimated}`));
    await screen.until(() => document.querySelector('[role=dialog]') === null, 'it is closed');
    await screen.presses('3');

    const returned = (3 * Number(estimated)).toFixed(2);
    await screen.shows(`3 units return ${marked(returned)}`);
    expect(screen.text().split(marked(estimated))).toHaveLength(4);
  });
});

const unpriced = leg({ odd: 0, estimatedOdd: 3.4, startDateOfGame: kickOff });
const tip = serverTip({
  options: [unpriced],
  totalOdds: 0,
  estimatedTotal: 3.4,
  expiryTime: kickOff,
});
const nothing = () => undefined;
const now = new Date();
const posted = aCheckedEvent({ after: { legs: [unpriced] } });

describe('an unpriced game', () => {
  test.each<{ where: string; content: ReactNode }>([
    { where: 'the card of its tip', content: <TipCard tip={tip} now={now} /> },
    { where: 'a booked ticket', content: <BookedTipDetails tip={tip} onClose={nothing} /> },
    {
      where: 'its history',
      content: <TipEventList events={[posted]} gameOf={() => unpriced.game} />,
    },
    {
      where: 'a conflict of administrators',
      content: (
        <ConflictChoice
          tip={tip}
          differences={[]}
          canSetMine
          again="Set again"
          onMine={async () => nothing()}
          onTheirs={async () => nothing()}
        />
      ),
    },
  ])('shows its estimate on $where', async ({ content }) => {
    const screen = await aScreen(content, aPhone());

    await screen.shows(marked('3.40'));
    expect(screen.text()).not.toContain('price later');
  });

  test('shows its estimate on the home page once it has started', async () => {
    const started = { ...unpriced, startDateOfGame: new Date(Date.now() - 60_000).toISOString() };
    const screen = await aScreen(<MyTickets open={[{ ...tip, options: [started] }]} />, aPhone());

    await screen.shows('My tickets in play');
    expect(screen.text().split(marked('3.40'))).toHaveLength(3);
  });

  test('keeps its estimate in the total of a decided tip', async () => {
    const won = leg({ ...unpriced, result: 'won', score: { fullTime: [1, 0] } });
    const settled = { ...tip, options: [won], outcome: 'won' as const };

    const screen = await aScreen(<TipCard tip={settled} now={now} />, aPhone());

    await screen.shows(`Odds ${marked('3.40')}`);
    expect(screen.text()).not.toContain('unit');
  });
});

describe('an estimate', () => {
  const totalButton = /about 3\.40.*What is an estimate\?$/;

  test.each([
    { where: 'the options of a game', width: 390, opener: /^Estimated odds/ },
    {
      where: 'the total of the slip',
      width: desk,
      opener: /^Odds about .* What is an estimate\?$/,
    },
  ])('can be explained with one tap on $where', async ({ width, opener }) => {
    const screen = await theGames(width);
    await opensOptions(screen);
    if (width === desk) await screen.presses(/^Both teams to score, .*about/);

    await screen.presses(opener);

    expect((await screen.dialog('Estimated odds')).textContent).toContain(explanation);
  });

  test.each(['pending', 'won'] as const)(
    'can be explained with one tap on a card whose game is %s',
    async (result) => {
      const outcome = result === 'won' ? 'won' : 'open';
      const shown: Tip = { ...tip, outcome, options: [{ ...unpriced, result }] };
      const screen = await aScreen(<TipCard tip={shown} now={now} />, aPhone());

      await screen.presses(totalButton);

      expect((await screen.dialog('Estimated odds')).textContent).toContain(explanation);
    },
  );

  test('is not offered an explanation if every game has a price', async () => {
    const options = [leg({ odd: 2.5 })];
    const priced = { ...tip, options, totalOdds: 2.5, estimatedTotal: undefined };
    const screen = await aScreen(<TipCard tip={priced} now={now} />, aPhone());

    await screen.shows('2.50');
    expect(screen.names('button')).not.toContainEqual(expect.stringContaining('estimate'));
  });
});
