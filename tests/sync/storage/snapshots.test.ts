import { describe, expect, test } from 'vitest';
import { deleteSnapshots, readSnapshot, storeSnapshot } from '#sync/storage/snapshots.ts';
import { inMemoryCaches } from '../../testing/phone/in-memory-caches.ts';

const markup = '<template data-snapshot>A row</template>';
const day = 24 * 60 * 60 * 1000;

describe('a stored snapshot', () => {
  test('is returned with its member and build', async () => {
    const caches = inMemoryCaches();
    await storeSnapshot(caches, '/tips', { markup, memberId: 'one', build: 'b1' });

    expect(await readSnapshot(caches, '/tips')).toEqual({ markup, memberId: 'one', build: 'b1' });
    expect(await readSnapshot(caches, '/tips?league=one')).toBeUndefined();
  });

  test('of a visitor has no member', async () => {
    const caches = inMemoryCaches();
    await storeSnapshot(caches, '/', { markup, build: 'b1' });

    expect(await readSnapshot(caches, '/')).toEqual({ markup, memberId: undefined, build: 'b1' });
  });

  test.each([
    { age: 7 * day, isRead: true },
    { age: 7 * day + 1, isRead: false },
    // Negative if the device's clock was set back.
    { age: -1, isRead: false },
  ])('that is $age ms old is read: $isRead', async ({ age, isRead }) => {
    const caches = inMemoryCaches();
    await storeSnapshot(caches, '/', { markup, build: 'b1' }, 1000);

    const read = await readSnapshot(caches, '/', 1000 + age);

    expect(read !== undefined).toBe(isRead);
  });

  test('has space for thirty: the oldest is deleted, and a stored one becomes the newest', async () => {
    const caches = inMemoryCaches();
    for (let page = 0; page < 30; page += 1) {
      await storeSnapshot(caches, `/${page}`, { markup, build: 'b1' }, page);
    }
    await storeSnapshot(caches, '/0', { markup, build: 'b2' }, 30);
    await storeSnapshot(caches, '/30', { markup, build: 'b1' }, 31);

    expect(await readSnapshot(caches, '/0', 31)).toMatchObject({ build: 'b2' });
    expect(await readSnapshot(caches, '/1', 31)).toBeUndefined();
    expect(await readSnapshot(caches, '/2', 31)).toBeDefined();
  });

  test('replaces those with a future time after the clock was set back', async () => {
    const caches = inMemoryCaches();
    for (let page = 0; page < 30; page += 1) {
      await storeSnapshot(caches, `/${page}`, { markup, build: 'b1' }, day + page);
    }

    await storeSnapshot(caches, '/30', { markup, build: 'b1' }, 1);

    expect(await readSnapshot(caches, '/30', 1)).toBeDefined();
  });

  test('has space for two million bytes', async () => {
    const caches = inMemoryCaches();
    const large = 'é'.repeat(450_000);
    for (const page of [1, 2, 3]) {
      await storeSnapshot(caches, `/${page}`, { markup: large, build: 'b1' }, page);
    }

    expect(await readSnapshot(caches, '/1', 3)).toBeUndefined();
    expect(await readSnapshot(caches, '/2', 3)).toBeDefined();
    expect(await readSnapshot(caches, '/3', 3)).toBeDefined();

    await storeSnapshot(caches, '/4', { markup: 'é'.repeat(1_000_001), build: 'b1' });
    expect(await readSnapshot(caches, '/4')).toBeUndefined();
  });

  test('stays if the browser is killed while another replaces it', async () => {
    const caches = inMemoryCaches();
    await storeSnapshot(caches, '/', { markup, build: 'b1' });
    const cache = await caches.open('touchline-snapshots');
    const dying: Cache = Object.assign(Object.create(cache), {
      put: async () => {
        throw new Error('killed');
      },
    });
    const killed: CacheStorage = Object.assign(Object.create(caches), { open: async () => dying });

    await expect(storeSnapshot(killed, '/', { markup, build: 'b2' })).rejects.toThrow('killed');

    expect(await readSnapshot(caches, '/')).toMatchObject({ build: 'b1' });
  });

  test('of another member is deleted, those of the current one stay', async () => {
    const caches = inMemoryCaches();
    await storeSnapshot(caches, '/', { markup, memberId: 'one', build: 'b1' });
    await storeSnapshot(caches, '/tips', { markup, memberId: 'two', build: 'b1' });
    await storeSnapshot(caches, '/help', { markup, build: 'b1' });

    await deleteSnapshots(caches, { exceptOf: 'two' });

    expect(await readSnapshot(caches, '/')).toBeUndefined();
    expect(await readSnapshot(caches, '/tips')).toBeDefined();
    expect(await readSnapshot(caches, '/help')).toBeUndefined();
  });
});
