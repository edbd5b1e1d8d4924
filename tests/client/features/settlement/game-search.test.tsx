// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import { SettleDesk } from '#client/features/settlement/settle-desk.tsx';
import { payloadIn } from '#sync/operations/registry.ts';
import { fixture, selection } from '../../../testing/engine/desk-samples.ts';
import { leg, serverTip, tipsterId } from '../../../testing/engine/samples.ts';
import { aPhoneWithDesk, hoursAgo } from '../../../testing/components/desk.ts';
import { aScreen, patiently, type Phone } from '../../../testing/components/a-screen.tsx';
import { presses } from '../../../testing/components/keys.ts';

const fullTime = { home: 2, away: 1 };
const won = { result: 'won' as const, fact: { code: 'ended' as const, fullTime } };
const score = { halfTime: [1, 0] as [number, number], fullTime: [2, 1] as [number, number] };
const sure = selection({ proposal: won });
const games = [
  fixture({ kickOff: hoursAgo(3), status: 'played', score, selections: [sure] }),
  fixture({
    id: 'fixture-2',
    sportKey: 'soccer_france_ligue_one',
    home: 'Lens',
    away: 'Brest',
    kickOff: hoursAgo(3),
    status: 'played',
    score,
    selections: [sure],
  }),
  fixture({ id: 'fixture-3', home: 'Inter', away: 'Roma', kickOff: hoursAgo(-3) }),
];
const wolfsburg = fixture({
  id: 'fixture-4',
  sportKey: 'soccer_germany_bundesliga',
  home: 'VfL Wolfsburg',
  away: 'Borussia Mönchengladbach',
  kickOff: hoursAgo(3),
  status: 'played',
  score,
  selections: [sure],
});
const barcelona = {
  ...wolfsburg,
  id: 'fixture-5',
  sportKey: 'soccer_spain_la_liga',
  home: 'Barcelona',
  away: 'Real Betis',
};

/** The settling page, with the first game open if the window is wide. */
async function settling(phone: Phone, width = 1280) {
  function Desk() {
    const [opened, setOpened] = useState<string>();
    return <SettleDesk opened={opened} onOpen={setOpened} />;
  }
  return aScreen(<Desk />, phone, { width });
}

describe('the games of the desk', () => {
  test.each([
    { typed: 'brest', finds: 'Ready 1' },
    { typed: 'ligue len', finds: 'Ready 1' },
    { typed: 'inter', finds: 'To come 1' },
  ])('are found by "$typed" in their teams and leagues', async ({ typed, finds }) => {
    const screen = await settling(await aPhoneWithDesk(games), 390);
    await screen.shows('Ready 2');

    await screen.types('Team or league', typed);

    await expect
      .poll(() => screen.names('h2, summary'), patiently)
      .toEqual([finds, 'Earlier games']);
    // A search result is never collapsed.
    expect(screen.names('details:not([open])')).toEqual([]);
  });

  test('are accepted together only as far as they were found', async () => {
    const screen = await settling(await aPhoneWithDesk(games), 390);

    await screen.types('Team or league', 'brest');
    await screen.presses('Accept all that is certain of 1 game');

    await screen.until(async () => (await screen.pending()).length === 1, 'one is queued');
    expect(await screen.pending()).toMatchObject([{ payload: { fixtureId: 'fixture-2' } }]);
  });

  test.each([
    { typed: 'La Liga', accepted: ['fixture-5'] },
    { typed: 'bundesliga', accepted: ['fixture-4'] },
    { typed: 'burg', accepted: [] },
    { typed: 'boruss wolf', accepted: ['fixture-4'] },
  ])('are accepted only where "$typed" begins words of them', async ({ typed, accepted }) => {
    const phone = await aPhoneWithDesk([wolfsburg, barcelona]);
    const screen = await settling(phone, 390);
    await screen.shows('Ready 2');

    await screen.types('Team or league', typed);
    await screen.hides('Ready 2');
    if (accepted.length > 0) await screen.presses('Accept all that is certain of 1 game');
    else await screen.shows('No game matches. Try another team or league.');

    const ids = async () =>
      (await screen.pending()).map((row) => payloadIn(row, 'fixture.settle')?.fixtureId);
    await expect.poll(ids, patiently).toEqual(accepted);
  });

  test('are told of where none is found, and the key "/" leads to the search', async () => {
    const screen = await settling(await aPhoneWithDesk(games));
    await screen.shows('Ready 2');

    presses('/');

    expect(document.activeElement).toBe(await screen.field('Team or league'));
    await screen.types('Team or league', 'nowhere');
    await screen.shows('No game matches. Try another team or league.');
  });
});

describe('the tickets that are complete once a game is accepted', () => {
  const here = leg({ fixtureId: 'fixture-1', oddName: '1X2 - 1', result: 'pending' });
  const elsewhere = leg({ fixtureId: 'fixture-2', oddName: '1X2 - 1', result: 'pending' });
  const unsure = leg({ fixtureId: 'fixture-1', oddName: '1X2 - X', result: 'pending' });
  const ticket = (id: string, options: Tip['options']) =>
    serverTip({ id: `0195a000-0000-7000-8000-000000${id}`, tipsterId, options });

  /** A phone with every open ticket, equal to the server's. */
  async function aPhoneWithAll(tickets: readonly Tip[]): Promise<Phone> {
    const phone = await aPhoneWithDesk(games, tickets);
    const here = Object.fromEntries(games.map(({ id }) => [id, '3 4 0']));
    await phone.store.documents
      .where('name')
      .equals('desk')
      .modify((document) => {
        document.value = { ...Object(document.value), here };
      });
    return phone;
  }

  test('are named: those of which nothing else is open', async () => {
    const tickets = [
      ticket('83f372', [here]),
      ticket('a10c22', [here, { ...elsewhere, result: 'lost' }]),
      ticket('9e4b07', [here, elsewhere]),
      ticket('11d5f0', [unsure]),
      ticket('22d5f0', [{ ...here, result: 'won' }]),
    ];
    const screen = await settling(await aPhoneWithAll(tickets));

    await screen.shows('2 tickets are complete then:');
    expect(screen.text()).toMatch(/then: (83F372 · A10C22|A10C22 · 83F372)/);
  });

  test('are only counted after the fourth', async () => {
    const tickets = ['a1', 'a2', 'a3', 'a4', 'a5'].map((end) => ticket(`0000${end}`, [here]));
    const screen = await settling(await aPhoneWithAll(tickets));

    await screen.shows('5 tickets are complete then:');
    expect(screen.text().match(/0000A\d/g)).toHaveLength(4);
    expect(screen.text()).toContain(' …');
  });
});
