import { liveQuery } from 'dexie';
import { describe, expect, test } from 'vitest';
import { deviceOf, openEarly, storageState } from '#client/data/device/device.tsx';

describe('a browser without any storage', () => {
  test('shows what is in memory, and what changes there', async () => {
    await openEarly('ada');
    expect(storageState.place.get()).toBe('memory');

    const { publicStore } = deviceOf('ada');
    const shown: number[] = [];
    const changed = Promise.withResolvers<void>();
    const watched = liveQuery(() => publicStore.documents.count()).subscribe((count) => {
      shown.push(count);
      if (count === 1) changed.resolve();
    });
    await publicStore.documents.put({ name: 'stats', value: 1, fetchedAt: 0 });
    await changed.promise;
    watched.unsubscribe();

    expect(shown.at(-1)).toBe(1);
  });
});
