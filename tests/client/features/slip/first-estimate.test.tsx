// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { useFeedOdds } from '#client/data/estimates.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

const over25 = 11;
const drawn: Record<string, (number | undefined)[]> = {};

/** Records the estimate of every render. */
function Game({ name, home }: { name: string; home: number }) {
  const feed = { prices: { home, draw: 3.4, away: 3.6 } };
  const { estimatedOdd } = useFeedOdds([feed])(feed, over25);
  (drawn[name] ??= []).push(estimatedOdd);
  return estimatedOdd;
}

test('the first estimate comes when the browser is idle, and any later one at once', async () => {
  const first = await aScreen(<Game name="first" home={2.1} />, aPhone());
  await first.until(() => drawn['first']?.at(-1) !== undefined, 'the first estimate');
  first.leaves();

  const second = await aScreen(<Game name="second" home={2.2} />, aPhone());
  await second.until(() => drawn['second'] !== undefined, 'the second game');

  expect(drawn['first']?.[0]).toBeUndefined();
  expect(drawn['second']?.[0]).toBeGreaterThan(1);
});
