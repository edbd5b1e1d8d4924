// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { DeskFixture } from '#contract/desk.ts';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { Configuration } from '#contract/site/site.ts';
import { ResultsPage } from '#client/features/results/results-page.tsx';
import { fixture } from '../../../testing/engine/desk-samples.ts';
import { aBackend } from '../../../testing/components/a-backend.ts';
import { aPhoneWithDesk, hoursAgo } from '../../../testing/components/desk.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';

const over = (values: Partial<DeskFixture> = {}) => fixture({ kickOff: hoursAgo(3), ...values });
const lens = over({ id: 'fixture-2', home: 'Lens', away: 'Brest', kickOff: hoursAgo(2.8) });

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

  test('finds those of the desk, and of the server those that nobody has work with', async () => {
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

  test('says that the others need a connection, and asks again on a tap', async () => {
    const { screen } = await searched({});

    await screen.shows('Finding them needs a connection.');
    expect(screen.names('form')).toEqual(['Result: Arsenal – Chelsea']);
    aBackend({ [path]: () => Response.json([confirmed]) });
    await screen.presses('Retry');

    await screen.link(/Arsenal – Everton 5–0/);
    expect(screen.text()).not.toContain('needs a connection');
  });

  test('says that there is no other', async () => {
    const { screen } = await searched({ [path]: () => Response.json([]) });

    await screen.shows('No earlier game matches.');
    expect(screen.names('a')).toEqual([]);
  });
});
