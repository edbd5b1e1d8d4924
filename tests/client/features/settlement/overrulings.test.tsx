// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { leg, serverTip, tipsterId } from '../../../testing/engine/samples.ts';
import { patiently } from '../../../testing/components/a-screen.tsx';
import { aPhoneWithDesk, none } from '../../../testing/components/desk.ts';
import { changed, home, played, settling, won } from '../../../testing/components/settling.tsx';

test('a decision against the rules shows its reason, author and tickets beside the option', async () => {
  const words = { reason: 'The points were given.', decidedBy: 'Robin Hale' };
  const facts = {
    fixtureStatus: 'played' as const,
    score: { fullTime: [2, 1] as [number, number] },
  };
  const legs = [
    leg({ ...facts, result: 'lost', ...words }),
    leg({ ...facts, result: 'lost', ...words }),
    leg({ ...facts, result: 'won', fact: won.fact }),
  ];
  const tickets = legs.map((one) =>
    serverTip({ tipsterId, id: crypto.randomUUID(), options: [one] }),
  );
  const overruled = played({
    selections: [changed(home, { tickets: 3, pending: 0, won: 1, lost: 2 })],
  });
  const phone = await aPhoneWithDesk([overruled], tickets);
  const value = { counts: none, fixtures: [overruled], here: { 'fixture-1': '3 4 0' } };
  await phone.store.documents.put({ name: 'desk', value, fetchedAt: Date.now() });

  const screen = await settling(phone);

  await expect
    .poll(screen.text, patiently)
    .toContain('Lost · 2 ticketsThe points were given.Decided by Robin Hale');
});

test('an option decided against the rules in every ticket says so, and leads to its history', async () => {
  const overruled = changed(home, { tickets: 2, pending: 0, lost: 2 });

  const screen = await settling(await aPhoneWithDesk([played({ selections: [overruled] })]));

  await screen.shows('Against the rules');
  const history = await screen.link('History');
  expect(history.getAttribute('href')).toBe('/admin/history?fixture=fixture-1');
});
