import { expect, test } from 'vitest';

test('a browser without IndexedDB works from memory, and updates its screens', async () => {
  // Dexie reads the global `indexedDB` when its module loads.
  Reflect.deleteProperty(globalThis, 'indexedDB');
  const { liveQuery } = await import('dexie');
  const { getDevice, openDatabases, storageState } = await import('#client/data/device/device.tsx');

  await openDatabases('ada');

  expect(storageState.location.get()).toBe('memory');
  const { publicStore } = getDevice('ada');
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
