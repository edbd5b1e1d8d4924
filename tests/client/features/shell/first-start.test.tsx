// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { LiveDevice } from '#client/data/device/live-device.tsx';
import { Shell } from '#client/features/shell/shell.tsx';
import { SyncSheet } from '#client/features/sync-sheet/sync-sheet.tsx';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

test('a site that does not answer a phone with a network is called an error of the server', async () => {
  const phone = aPhone();
  const screen = await aScreen(
    <LiveDevice
      open={() => ({ publicStore: phone.publicStore, member: undefined })}
      start={async () => ({ failure: 'No connection' })}
    >
      <Shell sheet={SyncSheet}>The page</Shell>
    </LiveDevice>,
    phone,
  );

  await screen.shows('Server error');
  expect(screen.text()).not.toContain('You are offline');
});
