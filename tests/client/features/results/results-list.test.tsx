import { describe, expect, test } from 'vitest';
import type { DeskFixture } from '#contract/desk.ts';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { Configuration } from '#contract/site/site.ts';
import { ResultsPage } from '#client/features/results/results-page.tsx';
import { fixture, result, selection } from '../../../testing/engine/desk-samples.ts';
import { row } from '../../../testing/engine/samples.ts';
import { aBackend } from '../../../testing/components/a-backend.ts';
import { aPhoneWithDesk, hoursAgo } from '../../../testing/components/desk.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';

const over = (values: Partial<DeskFixture> = {}) => fixture({ kickOff: hoursAgo(3), ...values });
const lens = over({ id: 'fixture-2', home: 'Lens', away: 'Brest', kickOff: hoursAgo(2.8) });

describe('the list of results', () => {
  test('begins with the missing results, followed by the known ones', async () => {
    const known = over({
      id: 'fixture-3',
      home: 'Inter',
      away: 'Roma',
      kickOff: hoursAgo(30),
      status: 'played',
      score: { halfTime: [0, 0], fullTime: [3, 1] },
    });
    const screen = await aScreen(<ResultsPage />, await aPhoneWithDesk([known, over(), lens]));

    await screen.shows('With a result');
    expect(screen.names('form')).toEqual([
      'Result: Arsenal – Chelsea',
      'Result: Lens – Brest',
      'Result: Inter – Roma',
    ]);
    expect(await screen.field('Full time: Inter')).toHaveProperty('value', '3');
    expect(screen.text()).toContain('Result missing');
  });

  test('says when nothing is missing', async () => {
    const screen = await aScreen(
      <ResultsPage />,
      await aPhoneWithDesk([fixture({ kickOff: hoursAgo(-5) })]),
    );

    await screen.shows('Every game that is over has its result.');
    await screen.shows('1 game to come');
    expect(screen.text()).not.toContain('With a result');
  });
});

test('a corrected result shows how many confirmed tickets differ once the server has it', async () => {
  const corrected = over({
    status: 'played',
    score: { fullTime: [2, 2] },
    selections: [
      selection({ confirmedDiffering: 2 }),
      selection({ oddsId: 2, confirmedDiffering: 1 }),
    ],
  });
  const phone = await aPhoneWithDesk([corrected]);
  await phone.store.operations.add(row({ ...result(), seq: 1 }));
  const screen = await aScreen(<ResultsPage />, phone);
  await screen.shows('Saved on this phone');
  expect(screen.text()).not.toContain('decided otherwise');

  await phone.store.operations.clear();

  await screen.shows('3 confirmed tickets are decided otherwise');
  const link = await screen.link('Correct tickets Arsenal – Chelsea');
  expect(link.getAttribute('href')).toBe('/admin/corrections?fixture=fixture-1');
});

test('a result that differs from its source is kept or replaced in one tap', async () => {
  const reported = over({
    status: 'played',
    score: { fullTime: [0, 0] },
    told: { source: 'odds.example', status: 'played', score: { fullTime: [2, 0] } },
  });
  const phone = await aPhoneWithDesk([reported]);
  const screen = await aScreen(<ResultsPage />, phone);

  await screen.shows('odds.example now says 2–0.');
  await screen.presses('Use 2–0');

  expect(await screen.queued()).toMatchObject([
    { kind: 'result.set', payload: { status: 'played', fullTime: [2, 0] } },
  ]);
});

describe('a search for a game', () => {
  const path = '/api/admin/fixtures';
  const configuration = Configuration.parse({ apiBaseUrl: 'http://api.test', oddsBaseUrl: '/o' });
  const {
    id,
    sportKey,
    home,
    away,
    status: played,
    score,
  } = over({
    id: 'fixture-9',
    away: 'Everton',
    status: 'played',
    score: { fullTime: [5, 0] },
  });
  const kickOff = '2026-02-01T15:00:00.000Z';
  const confirmed: Fixture = { id, sportKey, home, away, kickOff, status: played, score };

  async function searched(answers: Parameters<typeof aBackend>[0]) {
    const { requests } = aBackend(answers);
    const phone = await aPhoneWithDesk([over(), lens]);
    const screen = await aScreen(<ResultsPage />, phone, { configuration });
    await screen.types('Team or league', 'arsenal');
    return { requests, screen };
  }

  test('finds games of the desk, and on the server other games', async () => {
    const onDesk: Fixture = { ...confirmed, id: over().id, away: 'Chelsea' };
    const { requests, screen } = await searched({
      [path]: () => Response.json([confirmed, onDesk]),
    });

    const link = await screen.link(/Arsenal – Everton 5–0/);

    expect(link.getAttribute('href')).toBe('/admin/corrections?fixture=fixture-9');
    expect(link.textContent).toContain('Feb 1, 2026 · EPL');
    expect(screen.names('form')).toEqual(['Result: Arsenal – Chelsea']);
    expect(screen.names('a')).toHaveLength(1);
    expect(requests.flatMap(({ query }) => query || [])).toEqual(['?search=arsenal']);
  });

  test('without a connection finds only games of the desk, and offers Retry', async () => {
    const { screen } = await searched({});

    await screen.shows('Finding them needs a connection.');
    expect(screen.names('form')).toEqual(['Result: Arsenal – Chelsea']);
    aBackend({ [path]: () => Response.json([confirmed]) });
    await screen.presses('Retry');

    await screen.link(/Arsenal – Everton 5–0/);
    expect(screen.text()).not.toContain('needs a connection');
  });

  test('says that there are no other games', async () => {
    const { screen } = await searched({ [path]: () => Response.json([]) });

    await screen.shows('No earlier game matches.');
    expect(screen.names('a')).toEqual([]);
  });
});
