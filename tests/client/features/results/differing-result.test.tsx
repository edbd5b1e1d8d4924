// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { ResultsPage } from '#client/features/results/results-page.tsx';
import type { DeskFixture } from '#contract/desk.ts';
import { fixture } from '../../../testing/engine/desk-samples.ts';
import { aPhoneWithDesk, hoursAgo } from '../../../testing/components/desk.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';

test('a result that a source tells otherwise is kept or replaced in one tap', async () => {
  const result: Partial<DeskFixture> = {
    status: 'played',
    score: { fullTime: [0, 0] },
    told: { source: 'odds.example', status: 'played', score: { fullTime: [2, 0] } },
  };
  const phone = await aPhoneWithDesk([fixture({ kickOff: hoursAgo(3), ...result })]);
  const screen = await aScreen(<ResultsPage />, phone);

  await screen.shows('odds.example now says 2–0.');
  await screen.presses('Use 2–0');

  await screen.until(async () => (await screen.pending()).length === 1, 'the result is queued');
  expect(await screen.pending()).toMatchObject([
    { kind: 'result.set', payload: { status: 'played', fullTime: [2, 0] } },
  ]);
});
