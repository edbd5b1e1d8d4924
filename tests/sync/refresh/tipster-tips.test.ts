import { describe, expect, test } from 'vitest';
import { specBackend } from '#sync/backend/spec-backend.ts';
import { type TipsterTipFilters, tipsterTipsDocument } from '#sync/refresh/document-names.ts';
import { maxTipsterLists, refreshTipsterTips } from '#sync/refresh/tipster-tips.ts';
import { aReader, idOf, pages, tip } from '../../testing/engine/a-list-reader.ts';
import { tipsterId } from '../../testing/engine/samples.ts';

const settled: TipsterTipFilters = { state: 'settled' };
const name = tipsterTipsDocument(tipsterId, settled);

describe('the stored tips of a tipster', () => {
  test('are one list in the server’s order, page by page', async () => {
    await using reader = await aReader(pages([tip(1), tip(3), tip(2)], 2));
    const query = { id: tipsterId, ...settled };

    expect(await refreshTipsterTips(reader.parts, query)).toBe('fresh');
    expect(await reader.list(name)).toEqual({ ids: [1, 3], next: 3 });
    await refreshTipsterTips(reader.parts, { ...query, more: true });

    expect(await reader.list(name)).toEqual({ ids: [1, 3, 2], next: null });
    expect(await refreshTipsterTips(reader.parts, query)).toBe('unchanged');
    const [first] = reader.server.requests;
    expect(first?.path).toBe(`/api/tipsters/${tipsterId}/tips`);
    expect(Object.fromEntries(first?.query ?? [])).toEqual({ state: 'settled', limit: '20' });
  });

  test('are asked for by every filter, each choice being a list of its own', async () => {
    await using reader = await aReader(pages([tip(1)]));
    const filters = {
      ...settled,
      league: 'soccer_epl',
      option: 'O/U 2.5',
      month: '2026-11',
      figure: 'in-time',
    } as const;

    await refreshTipsterTips(reader.parts, { id: tipsterId, ...filters });

    const [first] = reader.server.requests;
    expect(Object.fromEntries(first?.query ?? [])).toEqual({ ...filters, limit: '20' });
    expect(await reader.list(name)).toBeUndefined();
    expect(await reader.list(tipsterTipsDocument(tipsterId, filters))).toEqual({
      ids: [1],
      next: null,
    });
  });

  test('outlast newer tips that no list names', async () => {
    await using reader = await aReader(pages([tip(1)]));
    await refreshTipsterTips(reader.parts, { id: tipsterId, ...settled });
    const others = Array.from({ length: 500 }, (_, index) => tip(100 + index));
    await reader.store.tips.bulkPut([tip(2), ...others]);

    await refreshTipsterTips(reader.parts, { id: idOf(7), ...settled });

    const stored = await reader.tips();
    expect([stored.includes(1), stored.includes(2)]).toEqual([true, false]);
  });

  test('are dropped with the oldest lists, but never those of a followed tipster', async () => {
    await using reader = await aReader(pages([tip(1)]));
    const [followed, other] = [idOf(1), idOf(2)];
    await reader.memberStore.follows.put({ tipsterId: followed, following: true });
    const listOf = (id: string, filters = settled) => ({
      name: tipsterTipsDocument(id, filters),
      value: { ids: [] },
      fetchedAt: 1,
    });
    const lists = Array.from({ length: maxTipsterLists }, (_, index) => ({
      ...listOf(idOf(100 + index)),
      fetchedAt: 2,
    }));
    const narrowed = listOf(followed, { ...settled, league: 'soccer_epl' });
    const old = [listOf(followed), listOf(followed, { state: 'open' }), narrowed, listOf(other)];
    await reader.store.documents.bulkPut([...lists, ...old]);

    await refreshTipsterTips(reader.parts, { id: tipsterId, ...settled });

    const remaining = await Promise.all(old.map(({ name }) => reader.list(name)));
    expect(remaining.map((list) => list !== undefined)).toEqual([true, true, false, false]);
    expect(await reader.list(name)).toBeDefined();
  });

  test('are not asked of a backend without records', async () => {
    await using reader = await aReader(pages([tip(1)]), specBackend);

    expect(await refreshTipsterTips(reader.parts, { id: tipsterId, ...settled })).toBe('failed');
    expect(reader.server.requests).toEqual([]);
  });
});
