// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { SavedTipDetails } from '#client/features/my-tips/saved-tip-details.tsx';
import { BookedTipDetails } from '#client/features/my-tips/booked-tip-details.tsx';
import { MyTickets } from '#client/features/home/my-tickets.tsx';
import { History } from '#client/features/pages/history.tsx';
import { CreateTip } from '#client/features/slip/create-tip.tsx';
import { ReceivedSlip } from '#client/features/slip/received-slip.tsx';
import { slipPath } from '#client/features/slip/slip-link.ts';
import { ConflictChoice } from '#client/ui/tip/conflict-choice.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { TipModal } from '#client/ui/tip/tip-modal.tsx';
import { catalogue, optionNamed } from '#domain/catalogue.ts';
import { estimate } from '#domain/odds/estimate.ts';
import type { FixtureRow } from '#sync/storage/public-store.ts';
import { leg, serverTip } from '../../../testing/engine/samples.ts';
import {
  aPhone,
  aScreen,
  patiently,
  type Phone,
  type Screen,
} from '../../../testing/components/a-screen.tsx';

const desk = 1280;
const prices = { home: 2.1, draw: 3.4, away: 3.6 };
const estimates = estimate(prices);
const bothScore = optionNamed('GG/NG - GG')?.oddsId ?? 0;
const estimated = (estimates?.get(bothScore)?.price ?? 0).toFixed(2);

/** An estimate as it is shown, followed by its text for screen readers. */
const marked = (odds: string) => `≈ ${odds}about ${odds}`;

const kickOffAt = Date.now() + 3 * 3_600_000;
const kickOff = new Date(kickOffAt).toISOString();
const game: FixtureRow = {
  id: 'arsenal-chelsea',
  sportKey: 'soccer_epl',
  home: 'Arsenal',
  away: 'Chelsea',
  kickOff,
  kickOffAt,
  status: 'scheduled',
  prices,
};

/** A phone offline with one game that has prices for 1, X and 2. */
async function aPhoneWithGame(): Promise<Phone> {
  const phone = aPhone();
  const league = { key: 'soccer_epl', title: 'EPL', group: 'Soccer - Europe', details: 'EPL' };
  await phone.publicStore.leagues.put({ ...league, position: 0 });
  await phone.publicStore.fixtures.put(game);
  return phone;
}

async function theGames(width = 390): Promise<Screen> {
  const create = <CreateTip league="" onLeague={() => undefined} />;
  return aScreen(create, await aPhoneWithGame(), { width });
}

async function opensOptions(screen: Screen): Promise<void> {
  await screen.presses('Arsenal v Chelsea, all options');
  await screen.dialog(/Bet Options$/);
}

const explanation = 'Records count only real odds.';

describe('the options of a game', () => {
  test('have the feed’s price or an estimate each, without a connection', async () => {
    const screen = await theGames();
    await opensOptions(screen);

    const keys = () => screen.names('details button[aria-pressed]');
    await expect.poll(keys, patiently).not.toContainEqual(expect.stringContaining('price later'));
    expect(keys()).toHaveLength(catalogue.length);
    expect(keys().filter((name) => /, \d+\.\d\d, not selected$/.test(name))).toHaveLength(3);
    expect(keys()).toContain(`Both teams to score, about ${estimated}, not selected`);
  });

  test('have the same estimate on the list, the slip, its total and its stake’s return', async () => {
    const screen = await theGames(desk);
    await opensOptions(screen);
    await screen.presses(new RegExp(`^Both teams to score, .*about ${estimated}`));
    await screen.until(() => document.querySelector('[role=dialog]') === null, 'it is closed');
    await screen.presses('3');

    const returned = (3 * Number(estimated)).toFixed(2);
    await screen.shows(`3 units return ${marked(returned)}`);
    expect(screen.text().split(marked(estimated))).toHaveLength(4);
  });

  test('of a slip from another phone have it as well', async () => {
    const phone = await aPhoneWithGame();
    const [, hash = ''] = slipPath([{ fixtureId: game.id, oddsId: bothScore }]).split('#');
    const received = <ReceivedSlip hash={hash} slip={[]} onClose={() => undefined} />;

    const screen = await aScreen(received, phone);

    await expect.poll(screen.text, patiently).toContain(marked(estimated));
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
const events = [
  {
    content: {
      chain: 'member:x',
      position: 1,
      subject: 'tip:x',
      at: kickOff,
      action: 'tip.post',
      before: null,
      after: { legs: [unpriced] },
      reason: '',
      sealed: '0'.repeat(64),
    },
    checkpointAt: kickOff,
    flaw: undefined,
  },
];

describe('a game that is not priced', () => {
  test.each<{ where: string; content: ReactNode }>([
    { where: 'the card of its tip', content: <TipCard tip={tip} now={now} /> },
    {
      where: 'the dialog that copies it',
      content: <TipModal tip={tip} now={now} onClose={nothing} />,
    },
    { where: 'a saved ticket', content: <SavedTipDetails tip={tip} now={now} onClose={nothing} /> },
    { where: 'a booked ticket', content: <BookedTipDetails tip={tip} onClose={nothing} /> },
    { where: 'its history', content: <History events={events} gameOf={() => unpriced.game} /> },
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

  test('shows its estimate on home once it has started', async () => {
    const started = { ...unpriced, startDateOfGame: new Date(Date.now() - 60_000).toISOString() };
    const screen = await aScreen(<MyTickets open={[{ ...tip, options: [started] }]} />, aPhone());

    await screen.shows('My tickets in play');
    expect(screen.text().split(marked('3.40'))).toHaveLength(3);
  });

  test('keeps its estimate in the total of a tip that is decided', async () => {
    const won = leg({ ...unpriced, result: 'won', score: { fullTime: [1, 0] } });
    const settled = { ...tip, options: [won], outcome: 'won' as const };

    const screen = await aScreen(<TipCard tip={settled} now={now} />, aPhone());

    await screen.shows(`Odds ${marked('3.40')}`);
    expect(screen.text()).not.toContain('unit');
  });
});

describe('an estimate', () => {
  test('is explained in one tap from the options of a game', async () => {
    const screen = await theGames();
    await opensOptions(screen);

    await screen.presses(/^Estimated odds/);

    const dialog = await screen.dialog('Estimated odds');
    expect(dialog.textContent).toContain(explanation);
  });

  test('is explained in one tap from the total of the slip', async () => {
    const screen = await theGames(desk);
    await opensOptions(screen);
    await screen.presses(/^Both teams to score, .*about/);

    await screen.presses(/^Odds about .* What is an estimate\?$/);

    const dialog = await screen.dialog('Estimated odds');
    expect(dialog.textContent).toContain(explanation);
  });

  test.each([
    { outcome: 'open' as const, result: 'pending' as const },
    { outcome: 'won' as const, result: 'won' as const },
  ])('is explained in one tap from a card whose tip is $outcome', async ({ outcome, result }) => {
    const card = (
      <TipCard tip={{ ...tip, outcome, options: [{ ...unpriced, result }] }} now={now} />
    );
    const screen = await aScreen(card, aPhone());

    await screen.presses(/about 3\.40.*What is an estimate\?$/);

    const dialog = await screen.dialog('Estimated odds');
    expect(dialog.textContent).toContain(explanation);
  });

  test('is not asked about where every game is priced', async () => {
    const priced = {
      ...tip,
      options: [leg({ odd: 2.5 })],
      totalOdds: 2.5,
      estimatedTotal: undefined,
    };
    const screen = await aScreen(<TipCard tip={priced} now={now} />, aPhone());

    await screen.shows('2.50');
    expect(screen.names('button')).not.toContainEqual(expect.stringContaining('estimate'));
  });
});
