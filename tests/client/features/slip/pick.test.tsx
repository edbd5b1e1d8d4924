// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { CreateTip } from '#client/features/slip/create-tip.tsx';
import { keepBusy } from '../../../testing/components/a-busy-disk.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';
import { aFixtureRow } from '../../../testing/components/fixture-rows.ts';

test('a pick shows at once, and is counted on the slip once this phone has stored it', async () => {
  const phone = aPhone();
  const league = { key: 'soccer_epl', title: 'EPL', group: 'Soccer - Europe', details: 'EPL' };
  await phone.publicStore.leagues.put({ ...league, position: 0 });
  await phone.publicStore.fixtures.put(aFixtureRow());
  const screen = await aScreen(<CreateTip league="" onLeague={() => undefined} />, phone);
  const key = await screen.button(/home 1, .* not selected$/);

  const stored = keepBusy(phone.store);
  key.click();
  await screen.button(/home 1, .*(?<! not) selected$/);
  expect(screen.text()).not.toContain('Review');
  stored();

  await screen.button(/^1 ?game on your slip/);
});
