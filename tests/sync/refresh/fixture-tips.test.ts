import { describe, expect, test } from 'vitest';
import { fixtureTipsDocument } from '#sync/refresh/document-names.ts';
import { refreshFixtureTips } from '#sync/refresh/fixture-tips.ts';
import { aReader, pages, tip } from '../../testing/engine/a-list-reader.ts';
import { leg } from '../../testing/engine/samples.ts';

const name = fixtureTipsDocument('one');
const options = [leg({ fixtureId: 'one' })];

describe('the stored tips on a fixture', () => {
  test('are a list with its age, and asked for with its tag', async () => {
    await using reader = await aReader(pages([tip(2, { options }), tip(1, { options })], 100));

    expect(await refreshFixtureTips(reader.parts, 'one')).toBe('fresh');
    reader.clock.now = 9;
    expect(await refreshFixtureTips(reader.parts, 'one')).toBe('unchanged');

    expect(await reader.list(name)).toEqual({ ids: [2, 1], next: null });
    expect(await reader.store.documents.get(name)).toMatchObject({ fetchedAt: 9 });
  });

  test('outlast newer tips that no list names', async () => {
    const others = Array.from({ length: 500 }, (_, index) => tip(100 + index));
    await using reader = await aReader(({ query }) => ({
      status: 200,
      body: query.get('fixtureId') === 'one' ? [tip(1, { options })] : [],
    }));
    await refreshFixtureTips(reader.parts, 'one');
    await reader.store.tips.bulkPut([tip(2), ...others]);

    await refreshFixtureTips(reader.parts, 'two');

    const stored = await reader.tips();
    expect([stored.includes(1), stored.includes(2)]).toEqual([true, false]);
  });

  test('are dropped with the oldest lists', async () => {
    await using reader = await aReader(pages([tip(1, { options })]));
    const lists = Array.from({ length: 40 }, (_, index) => ({
      name: fixtureTipsDocument(`fixture ${index}`),
      value: { ids: [] },
      fetchedAt: index === 0 ? 1 : 2,
    }));
    await reader.store.documents.bulkPut(lists);

    await refreshFixtureTips(reader.parts, 'one');

    const stored = await reader.store.documents.toCollection().primaryKeys();
    expect(stored).toContain(name);
    expect(lists.map((list) => list.name).filter((each) => !stored.includes(each))).toEqual([
      fixtureTipsDocument('fixture 0'),
    ]);
  });
});
