import { describe, expect, test } from 'vitest';
import type { DeskFixture } from '#contract/desk.ts';
import { DeskNav } from '#client/features/desk/desk-nav.tsx';
import { DeskToday } from '#client/features/desk/desk-today.tsx';
import type { Desk } from '#client/data/desk/desk.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { fixture, result, selection } from '../../../testing/engine/desk-samples.ts';
import { row } from '../../../testing/engine/samples.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';
import { anEngine } from '../../../testing/components/an-engine.ts';

const nothing = { unpriced: 0, unpricedSoon: 0, resultsMissing: 0, ready: 0, corrected: 0 };
const hour = 3_600_000;
const fetchedAt = new Date().setHours(14, 2, 0, 0);

type Setup = {
  counts?: Partial<Desk['counts']>;
  fixtures?: DeskFixture[];
  /** By fixture id, a summary of the tickets that this phone has. */
  here?: Record<string, string>;
};

async function aDesk({ counts, fixtures = [], here = {} }: Setup): Promise<Phone> {
  const phone = aPhone();
  const value = { counts: { ...nothing, ...counts }, fixtures, here };
  await phone.store.documents.put({ name: 'desk', value, fetchedAt });
  return phone;
}

async function today(setup: Setup) {
  return aScreen(<DeskToday />, await aDesk(setup));
}

describe('the overview of an administrator', () => {
  test('begins with the two cards, and shows no counts before the desk is known', async () => {
    const screen = await aScreen(<DeskToday />, aPhone());

    expect((await screen.link(/^Update Ticket Odds$/)).getAttribute('href')).toBe('/admin/tickets');
    expect((await screen.link(/^Confirm Ticket$/)).getAttribute('href')).toBe(
      '/admin/confirm-tickets',
    );
    expect(screen.text()).not.toMatch(/\d|Nothing waits/);
  });

  test('says below its links that the newest tickets could not be fetched', async () => {
    const phone = await aDesk({ counts: { resultsMissing: 2 } });
    const engine = { ...anEngine(phone), refresh: async () => 'failed' as const };
    const screen = await aScreen(<DeskToday />, phone, { engine });

    await screen.shows('The results of 2 games are missing');
    await screen.shows('The newest tickets could not be fetched.');
    expect(screen.text()).toMatch(/The results of 2 games are missing.*could not be fetched/s);
  });

  test('says that there is nothing to do, and what is not sent yet', async () => {
    const phone = await aDesk({});
    await phone.store.operations.put(row({ ...result(), state: 'pending' }));
    const screen = await aScreen(<DeskToday />, phone);

    await screen.shows('Nothing waitsSaved on this phone');
    await phone.store.operations.toCollection().modify({ state: 'acked' });

    await screen.hides('Saved on this phone');
    expect(screen.text()).toContain('Nothing waits');
    expect(screen.text()).toContain('No ticket waits for odds');
  });

  test.each<{ what: string; setup: Setup; words: RegExp; leads: string }>([
    {
      what: 'a missing result',
      setup: { counts: { resultsMissing: 2 } },
      words: /^The results of 2 games are missing$/,
      leads: '/admin/results',
    },
    {
      what: 'a result that a source corrected',
      setup: { counts: { toldOtherwise: 1 } },
      words: /^A source tells another result of 1 game$/,
      leads: '/admin/results',
    },
    {
      what: 'a game that a result decides',
      setup: {
        fixtures: [
          fixture({
            selections: [
              selection({ proposal: { result: 'won', fact: { code: 'awarded' } } }),
              selection({ oddsId: 2 }),
            ],
          }),
        ],
      },
      words: /^1 game can be settled$/,
      leads: '/admin/confirm-tickets?view=games',
    },
    {
      what: 'a game with open tickets that an earlier result decided',
      setup: {
        fixtures: [
          fixture({
            selections: [
              selection({
                pending: 0,
                won: 4,
                differing: 4,
                proposal: { result: 'lost', fact: { code: 'nobody-scored' } },
              }),
            ],
          }),
        ],
      },
      words: /^1 game can be settled$/,
      leads: '/admin/confirm-tickets?view=games',
    },
    {
      what: 'a result that was changed after its tickets were confirmed',
      setup: { counts: { corrected: 1 } },
      words: /^The result of 1 game changed after its tickets were confirmed$/,
      leads: '/admin/corrections',
    },
    {
      what: 'a game without prices',
      setup: { fixtures: [fixture({ selections: [selection({ unpriced: 4 })] })] },
      words: /^1 game waits for odds$/,
      leads: '/admin/prices',
    },
  ])('links to $what', async ({ setup, words, leads }) => {
    const screen = await today(setup);

    const link = await screen.link(words);

    expect(link.getAttribute('href')).toBe(leads);
    expect(screen.text()).not.toContain('Nothing waits');
  });

  test('warns of tickets that kick off without a price, with a countdown', async () => {
    const at = (delayMs: number) => new Date(Date.now() + delayMs + 25_000).toISOString();
    const screen = await today({
      counts: { unpriced: 3, unpricedSoon: 2 },
      fixtures: [
        fixture({ id: 'past', kickOff: at(-hour), selections: [selection({ unpriced: 4 })] }),
        fixture({ id: 'priced', kickOff: at(hour / 4) }),
        fixture({ id: 'next', kickOff: at(hour / 2), selections: [selection({ unpriced: 1 })] }),
      ],
    });

    await screen.link(
      /^2 tickets without odds kick off within two hours ?Next kick-off in 30 min$/,
    );
    expect(screen.text()).not.toMatch(/games? waits? for odds/);
  });

  test('counts the conflicts with another administrator on this phone', async () => {
    const phone = await aDesk({});
    const problem = { code: 'stale-version', message: '', status: 412 };
    const refused: Partial<OperationRow>[] = [
      { ...result(), state: 'conflict', problem },
      { ...result(), state: 'pending' },
    ];
    await phone.store.operations.bulkPut(
      refused.map((change, index) => row({ ...change, seq: index + 1, id: `operation-${index}` })),
    );
    const screen = await aScreen(<DeskToday />, phone);

    const link = await screen.link(/^1 change waits for your decision$/);

    expect(link.getAttribute('href')).toBe('/sync');
  });

  test('shows for how many games tickets are missing on this phone', async () => {
    const stored = fixture({ id: 'stored', version: 3, ticketState: 4 });
    const screen = await today({ fixtures: [fixture(), stored], here: { stored: '3 4 0' } });

    await screen.shows('The tickets of 1 game are not all on this phone.');
    expect(screen.text()).not.toContain('As of');
  });
});

test('the current page is marked in the navigation of the desk', async () => {
  const phone = aPhone();
  const screen = await aScreen(<DeskNav />, phone, { at: '/admin/tickets?state=unpriced' });

  const here = await screen.link('Tickets');

  expect(here.getAttribute('aria-current')).toBe('page');
  expect((await screen.link('Today')).getAttribute('aria-current')).toBeNull();
});
