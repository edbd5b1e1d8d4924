import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';

/** A browser whose settings forbid storage. Dexie looks for the factory when it loads. */
class RefusingFactory extends IDBFactory {
  override open(): never {
    throw new DOMException('The user denied permission to access the database.', 'SecurityError');
  }
}

describe('a browser that refuses its storage', () => {
  test('works from memory, and nothing says that anything is saved', async () => {
    Object.assign(globalThis, { indexedDB: new RefusingFactory() });
    const { deviceOf, openEarly } = await import('#client/data/device/device.tsx');
    const { storageState } = await import('#client/data/device/device.tsx');

    await openEarly('ada');

    expect(storageState.place.get()).toBe('memory');
    expect(storageState.trouble.get()).toBe('refused');
    const { publicStore, member } = deviceOf('ada');
    await publicStore.documents.put({ name: 'stats', value: 1, fetchedAt: 0 });
    expect(await publicStore.documents.count()).toBe(1);
    expect(await member?.store.operations.count()).toBe(0);
  });
});
