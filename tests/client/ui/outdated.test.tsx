// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { Failed, Outdated } from '#client/ui/notice.tsx';
import { OfflineContext } from '#client/ui/offline.ts';
import { aPhone, aScreen } from '../../testing/components/a-screen.tsx';

const fetchedAt = new Date().setHours(13, 40);
const failed = { state: 'failed', retry: () => undefined } as const;

function Page({ offline }: { offline: boolean }) {
  return (
    <OfflineContext value={offline}>
      <Outdated refresh={failed} fetchedAt={fetchedAt}>
        New tips come when you are online.
      </Outdated>
      <Failed onRetry={failed.retry}>The tips could not be fetched.</Failed>
    </OfflineContext>
  );
}

describe('rows that could not be brought up to date', () => {
  test('are shown offline with their age and what comes with a connection, and no Retry', async () => {
    const screen = await aScreen(<Page offline />, aPhone());

    await screen.shows('This is not on this phone yet. It comes when you are online.');
    expect(screen.text()).toMatch(/As of \d+:40.*New tips come when you are online\./);
    expect(screen.names('button')).toEqual([]);
  });

  test('can be asked for again where the server answers', async () => {
    const screen = await aScreen(<Page offline={false} />, aPhone());

    await screen.shows('The tips could not be fetched.');
    expect(screen.text()).toMatch(/As of \d+:40.*The newest could not be fetched\./);
    expect(screen.names('button')).toEqual(['Retry', 'Retry']);
  });
});
