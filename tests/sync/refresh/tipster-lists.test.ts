import { describe, expect, test } from 'vitest';
import { refreshTipster, refreshTipsters } from '#sync/refresh/public-lists.ts';
import { aReader, idOf, pages, tipster } from '../../testing/engine/a-list-reader.ts';
import { memberId, problem } from '../../testing/engine/samples.ts';

const more = { more: true };

describe('the pages of the tipsters', () => {
  test('are one list in the order they came', async () => {
    await using reader = await aReader(pages([tipster(2), tipster(1)]));

    await refreshTipsters(reader.parts);
    expect(await reader.list('tipsters')).toEqual({ ids: [2], next: 2 });
    await refreshTipsters(reader.parts, more);

    expect(await reader.list('tipsters')).toEqual({ ids: [2, 1], next: null });
    expect(reader.server.requests[1]?.query.get('before')).toBe(idOf(2));
  });

  test('are all read again when the member looks again', async () => {
    const rows = [tipster(3), tipster(2), tipster(1)];
    await using reader = await aReader(pages(rows));
    await refreshTipsters(reader.parts);
    await refreshTipsters(reader.parts, more);

    expect(await refreshTipsters(reader.parts)).toBe('unchanged');
    rows[1] = tipster(2, { followers: 3 });
    await refreshTipsters(reader.parts);

    expect(await reader.list('tipsters')).toEqual({ ids: [3, 2], next: 2 });
    expect(await reader.store.tipsters.get(idOf(2))).toMatchObject({ followers: 3 });
  });

  test('name somebody once who has moved from one to the next', async () => {
    const rows = [tipster(3), tipster(2), tipster(1)];
    await using reader = await aReader(pages(rows));
    await refreshTipsters(reader.parts);

    rows.splice(0, 3, tipster(2), tipster(3), tipster(1));
    await refreshTipsters(reader.parts, more);
    await refreshTipsters(reader.parts, more);

    expect(await reader.list('tipsters')).toEqual({ ids: [3, 1], next: null });
  });
});

describe('tipsters whom a list names no more', () => {
  test('go, although the server has more pages than were loaded', async () => {
    const rows = [tipster(3), tipster(2), tipster(1)];
    await using reader = await aReader(pages(rows));
    await refreshTipsters(reader.parts);
    await refreshTipsters(reader.parts, more);
    expect(await reader.tipsters()).toEqual([2, 3]);

    rows.splice(1, 1);
    await refreshTipsters(reader.parts);

    expect(await reader.tipsters()).toEqual([1, 3]);
  });

  test('stay while another list names them', async () => {
    const rows = [tipster(2), tipster(1)];
    await using reader = await aReader(pages(rows, 2));
    await refreshTipsters(reader.parts, { category: 3 });

    rows.splice(1, 1);
    await refreshTipsters(reader.parts);

    expect(await reader.tipsters()).toEqual([1, 2]);
  });

  test('stay when they are followed, or the member themselves', async () => {
    await using reader = await aReader(pages([tipster(9)]));
    const self = tipster(0, { id: memberId });
    await reader.store.tipsters.bulkPut([tipster(5), tipster(6), tipster(7), self]);
    await reader.memberStore.follows.bulkPut([
      { tipsterId: idOf(5), following: true },
      { tipsterId: idOf(6), following: false },
    ]);

    await refreshTipsters(reader.parts);

    const stored = await reader.store.tipsters.toCollection().primaryKeys();
    expect(stored.toSorted()).toEqual([memberId, idOf(5), idOf(9)].toSorted());
  });

  test('stay while their profile is among the sixty opened last', async () => {
    const rows = Array.from({ length: 62 }, (_, index) => tipster(index + 1));
    await using reader = await aReader(pages(rows));
    for (let number = 2; number <= 62; number += 1) {
      await refreshTipster(reader.parts, idOf(number));
    }

    await refreshTipsters(reader.parts);

    const stored = await reader.tipsters();
    expect(stored).toHaveLength(61);
    expect(stored.slice(0, 2)).toEqual([1, 3]);
  });
});

describe('a tipster who is no more', () => {
  test('leaves with the number that was stored for this member', async () => {
    const body = problem('not-found');
    await using reader = await aReader(() => ({ status: 404, body }));
    await reader.store.tipsters.put(tipster(1));
    await reader.memberStore.contacts.put({ tipsterId: idOf(1), phoneNumber: '1' });

    await refreshTipster(reader.parts, idOf(1));

    expect(await reader.store.tipsters.count()).toBe(0);
    expect(await reader.memberStore.contacts.count()).toBe(0);
  });
});
