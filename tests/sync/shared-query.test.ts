// A live query waits until Dexie has found an IndexedDB, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import { sharedQuery } from '#sync/shared-query.ts';
import { databases } from './support/a-device.ts';
import { tipsterId } from './support/samples.ts';

function aTable() {
  const { store } = databases();
  const runs = { count: 0 };
  const query = sharedQuery(async () => {
    runs.count += 1;
    return store.follows.count();
  });
  return { store, query, runs };
}

const soon = (look: () => unknown) => vi.waitFor(look, { interval: 5, timeout: 4000 });

describe('a query that several parts of a page share', () => {
  test('is not asked anew by the next who watches, and tells all of them of a change', async () => {
    const { store, query, runs } = aTable();
    const heard: (number | undefined)[] = [];
    const ends = [query.subscribe(() => (heard[0] = query.get()))];
    await soon(() => expect(query.get()).toBe(0));
    const before = runs.count;

    ends.push(query.subscribe(() => (heard[1] = query.get())));
    expect(query.get()).toBe(0);
    await store.follows.put({ tipsterId, following: true });

    await soon(() => expect(heard).toEqual([1, 1]));
    // The change, and nothing for the second watcher.
    expect(runs.count).toBeLessThanOrEqual(before + 1);
    for (const end of ends) end();
  });

  test('stops with the last who watches, and does not tell the next an old answer', async () => {
    const { store, query } = aTable();
    const end = query.subscribe(() => {});
    await soon(() => expect(query.get()).toBe(0));

    end();
    await store.follows.put({ tipsterId, following: true });

    expect(query.get()).toBeUndefined();
    const endAgain = query.subscribe(() => {});
    await soon(() => expect(query.get()).toBe(1));
    endAgain();
  });

  test('tells its readers when it cannot be read', async () => {
    const query = sharedQuery(async () => Promise.reject(new Error('closed')));
    let heard = 0;
    const end = query.subscribe(() => (heard += 1));

    await soon(() => expect(heard).toBe(1));

    expect(() => query.get()).toThrow('closed');
    end();
  });
});
