// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { ResultsPage } from '#client/features/results/results-page.tsx';
import { fixture, result, selection } from '../../../testing/engine/desk-samples.ts';
import { row } from '../../../testing/engine/samples.ts';
import { aPhoneWithDesk, hoursAgo } from '../../../testing/components/desk.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';

test('a corrected result says how many confirmed tickets differ once the server has it', async () => {
  const corrected = fixture({
    kickOff: hoursAgo(3),
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
