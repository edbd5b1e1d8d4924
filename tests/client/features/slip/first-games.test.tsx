// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { CreateTip } from '#client/features/slip/create-tip.tsx';
import type { FixtureRow } from '#sync/storage/public-store.ts';
import { aPhone, aScreen, patiently } from '../../../testing/components/a-screen.tsx';
import { atNoon } from '../../../testing/clock/noon.ts';
import { anAnsweredEngine } from '../../../testing/components/an-answered-engine.ts';

const day = 24 * 60 * 60_000;

function game(home: string, away: string, days: number): FixtureRow {
  const kickOffAt = Date.now() + days * day;
  return {
    id: `${home}-${away}`,
    sportKey: 'soccer_epl',
    home,
    away,
    kickOff: new Date(kickOffAt).toISOString(),
    kickOffAt,
    status: 'scheduled',
  };
}

/**
 * A phone with complete days of two games, and a connection that delivers or refuses the others.
 */
async function withTwoGames(connection?: 'none') {
  const phone = aPhone();
  const { documents, fixtures, leagues } = phone.publicStore;
  const group = 'Soccer - Europe';
  await leagues.put({ key: 'soccer_epl', title: 'EPL', group, details: '', position: 0 });
  await fixtures.bulkPut([game('Arsenal', 'Chelsea', 3), game('Everton', 'Fulham', 6)]);
  const until = new Date(Date.now() + 5 * day).toISOString();
  await documents.put({ name: 'fixtures', value: { until }, fetchedAt: 0 });
  const page = <CreateTip league="" onLeague={() => undefined} />;
  const engine = connection === 'none' && anAnsweredEngine(phone, () => undefined);
  return { screen: await aScreen(page, phone, engine ? { engine } : {}), documents, until };
}

test('a first visit lists whole days until all games are there, so that none comes between two', async () => {
  const { screen, documents, until } = await withTwoGames();
  await screen.button('Arsenal v Chelsea, all options');

  expect(screen.text()).not.toContain('Everton v Fulham');
  expect(screen.text()).not.toContain('More games');
  await documents.put({ name: 'fixtures', value: { pricedAt: until }, fetchedAt: 0 });

  await screen.button('Everton v Fulham, all options');
  expect(screen.names('section[aria-label] li')[0]).toContain('Arsenal v Chelsea');
});

test('a first visit that cannot fetch the others lists the games it has, and says what comes online', async () => {
  const { screen } = await withTwoGames('none');

  await screen.button('Everton v Fulham, all options');
  expect(screen.names('section[aria-label] li')).toHaveLength(2);
  await screen.shows('New games and odds come when you are online.');
  expect(screen.names('button')).not.toContain('Retry');
});

test('the games of a desktop are of all days or of one of the next', async () => {
  atNoon();
  const phone = aPhone();
  const { fixtures, leagues } = phone.publicStore;
  const group = 'Soccer - Europe';
  await leagues.put({ key: 'soccer_epl', title: 'EPL', group, details: '', position: 0 });
  const [today, tomorrow] = [game('Arsenal', 'Chelsea', 0.1), game('Leeds', 'Wolves', 1.1)];
  await fixtures.bulkPut([today, game('Everton', 'Fulham', 0.2), tomorrow]);
  const page = <CreateTip league="" onLeague={() => undefined} />;
  const screen = await aScreen(page, phone, { width: 1280 });
  await screen.button('Leeds v Wolves, all options');
  const days = screen.names('[role=radiogroup][aria-label=Days] label');
  expect(days).toEqual(['All days', 'Today 2', 'Tomorrow 1']);

  await screen.chooses('Tomorrow 1');

  const listed = () => screen.names('section[aria-label] li').length;
  await expect.poll(listed, patiently).toBe(1);
  await screen.button('Leeds v Wolves, all options');
});

test('a game that is over has its score and no keys', async () => {
  atNoon();
  const phone = aPhone();
  const { fixtures, leagues } = phone.publicStore;
  await leagues.put({ key: 'soccer_epl', title: 'EPL', group: '', details: '', position: 0 });
  const score: FixtureRow['score'] = { halfTime: [1, 0], fullTime: [4, 1] };
  const over: FixtureRow = { ...game('Nice', 'Brest', -0.07), status: 'played', score };
  await fixtures.bulkPut([game('Arsenal', 'Chelsea', 0.1), over]);

  const screen = await aScreen(<CreateTip league="" onLeague={() => undefined} />, phone);

  await screen.shows('Kicked off');
  const [open, played] = document.querySelectorAll('section[aria-label] li');
  expect(open?.querySelector('[aria-pressed]')).not.toBeNull();
  expect(played?.querySelector('[aria-pressed]')).toBeNull();
  expect(played?.textContent).toMatch(/^.*Nice.*Brest.*4–1$/);
});
