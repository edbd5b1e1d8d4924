import { IDBFactory, IDBOpenDBRequest } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../../testing/clock/eventually.ts';

/** A browser that never completes a request to open a database. Dexie reads the factory when its module loads. */
class LosingFactory extends IDBFactory {
  isLosing = true;

  override open(name: string, version?: number) {
    return this.isLosing ? new IDBOpenDBRequest() : super.open(name, version);
  }
}

test('returns from memory to the disk after the browser has lost the requests to open it', async () => {
  const indexedDB = new LosingFactory();
  Object.assign(globalThis, { indexedDB });
  vi.stubGlobal('fetch', async () => Response.json({}));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { getDevice, openDatabases, storageState } = await import('#client/data/device/device.tsx');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());

  const opened = openDatabases('ada');
  await vi.advanceTimersByTimeAsync(4000);
  await opened;
  await eventually(() => expect(storageState.location.get()).toBe('memory'));
  indexedDB.isLosing = false;
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();

  await eventually(() => expect(storageState.location.get()).toBe('device'));
  expect(storageState.trouble.get()).toBeUndefined();
  expect(await getDevice('ada').member?.store.operations.count()).toBe(0);
});
