import { IDBFactory, IDBOpenDBRequest } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../../testing/clock/eventually.ts';

/** A browser whose IndexedDB never responds. Dexie looks for the factory when it loads. */
class SilentFactory extends IDBFactory {
  override open() {
    return new IDBOpenDBRequest();
  }
}

test('a browser whose IndexedDB never responds works from memory once the site responds, and reports that', async () => {
  Object.assign(globalThis, { indexedDB: new SilentFactory() });
  vi.stubGlobal('fetch', async () => Response.json({}));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { getDevice, getNoteStorage, openDatabases, storageState } =
    await import('#client/data/device/device.tsx');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());

  const opened = openDatabases('ada');
  await vi.advanceTimersByTimeAsync(4000);
  vi.useRealTimers();
  await opened;

  await eventually(() => expect(storageState.location.get()).toBe('memory'));
  expect(storageState.trouble.get()).toBe('silent');
  // The rows on the disk are not lost, so their count must not be compared with the rows in memory.
  expect(getNoteStorage()).toBeUndefined();
  expect(await getDevice('ada').member?.store.operations.count()).toBe(0);
});
