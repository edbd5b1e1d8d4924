import { describe, expect, test } from 'vitest';
import { specBackend } from '#sync/backend/spec-backend.ts';
import type { RefreshTarget } from '#sync/refresh/collections.ts';
import {
  feedDocument,
  feedSearchKey,
  fixtureTipsDocument,
  followedTipsSeenDocument,
  tipsterTipsDocument,
} from '#sync/refresh/document-names.ts';
import { parseStoredList } from '#sync/refresh/stored-list.ts';
import { maxTipsterTipLists } from '#sync/refresh/tip-lists.ts';
import { aReader, idOf, pages, tip } from '../../testing/engine/a-list-reader.ts';
import type { Reply } from '../../testing/server/an-http-server.ts';
import { leg, problem, tipsterId } from '../../testing/engine/samples.ts';

const feed = { what: 'feed' } as const;
const searched = { what: 'feed', search: 'ada' } as const;
const ofFixture = { what: 'fixture-tips', fixtureId: 'one' } as const;
const settled = { what: 'tipster-tips', id: tipsterId, state: 'settled' } as const;
const followed = { what: 'followed-tips' } as const;

const onFixture = (number: number) => tip(number, { options: [leg({ fixtureId: 'one' })] });

const lists: { target: RefreshTarget; request: string; name: string; isOfMember?: true }[] = [
  { target: feed, request: '/api/feed?limit=100', name: 'feed' },
  {
    target: searched,
    request: '/api/feed?limit=100&search=ada',
    name: feedDocument(feedSearchKey(searched)),
  },
  {
    target: ofFixture,
    request: '/api/feed?limit=100&fixtureId=one',
    name: fixtureTipsDocument('one'),
  },
  {
    target: settled,
    request: `/api/tipsters/${tipsterId}/tips?state=settled&limit=20`,
    name: tipsterTipsDocument(tipsterId, { state: 'settled' }),
  },
  {
    target: followed,
    request: '/api/following/tips?limit=100',
    name: 'followed-tips',
    isOfMember: true,
  },
];

describe('a list of tips', () => {
  test.each(lists)('is stored with public fields only: $name', async (list) => {
    const { target, request, name, isOfMember = false } = list;
    const author = { picture: '/pictures/a.webp', settled: 0, form: [] };
    const rows = [tip(3, { IsBooked: true, stake: 5, author }), tip(1), tip(2)];
    await using reader = await aReader(pages(rows, 3));

    expect(await reader.refresh(target)).toBe('fresh');
    reader.clock.now = 9;
    expect(await reader.refresh(target)).toBe('unchanged');

    const [first] = reader.server.requests;
    expect(`${first?.path}?${first?.query.toString()}`).toBe(request);
    const [own, other] = isOfMember
      ? [reader.memberStore, reader.store]
      : [reader.store, reader.memberStore];
    const document = await own.documents.get(name);
    expect(document?.fetchedAt).toBe(9);
    expect(parseStoredList(document?.value)?.ids).toEqual([3, 1, 2].map(idOf));
    expect(await other.documents.get(name)).toBeUndefined();
    const stored = await (isOfMember ? reader.memberStore.followedTips : reader.store.tips).get(
      idOf(3),
    );
    expect(stored?.author?.picture).toBe(`${reader.server.url}/pictures/a.webp`);
    expect(stored).not.toHaveProperty('IsBooked');
    expect(stored).not.toHaveProperty('stake');
  });

  test.each(lists)('is not requested from a spec-only backend: $name', async ({ target }) => {
    await using reader = await aReader(pages([tip(1)]), specBackend);

    expect(await reader.refresh(target)).toBe('failed');

    expect(reader.server.requests).toEqual([]);
  });

  test('of a tipster is stored separately for each choice of filters', async () => {
    await using reader = await aReader(pages([tip(1)]));
    const filters = {
      state: 'settled',
      league: 'soccer_epl',
      option: 'O/U 2.5',
      month: '2026-11',
      figure: 'in-time',
    } as const;

    await reader.refresh({ ...settled, ...filters });

    const [first] = reader.server.requests;
    expect(Object.fromEntries(first?.query ?? [])).toEqual({ ...filters, limit: '20' });
    const list = await reader.list(tipsterTipsDocument(tipsterId, filters));
    expect(list).toEqual({ ids: [1], next: null });
  });
});

describe('tips that are in no list', () => {
  test.each([
    { target: searched, later: searched },
    { target: ofFixture, later: { ...ofFixture, fixtureId: 'two' } },
    { target: settled, later: { ...settled, id: idOf(7) } },
  ])('are deleted above five hundred, oldest first: $target.what', async ({ target, later }) => {
    let rows = [onFixture(1)];
    await using reader = await aReader((request) => pages(rows, 100)(request));
    await reader.refresh(target);
    await reader.store.tips.bulkPut(Array.from({ length: 505 }, (_, index) => tip(index + 2)));

    if (later !== target) rows = [];
    await reader.refresh(later);

    const stored = await reader.tips();
    expect(stored).toHaveLength(500);
    expect(stored.slice(0, 2)).toEqual([1, 8]);
  });
});

describe('stored lists', () => {
  test('are at most the last ten searches', async () => {
    await using reader = await aReader(pages([tip(1)]));

    for (let count = 1; count <= 11; count += 1) {
      reader.clock.now = count;
      await reader.refresh({ ...feed, search: `name ${count}` });
    }

    const names = await reader.store.documents.toCollection().primaryKeys();
    expect(names).toHaveLength(10);
    expect(names).not.toContain(feedDocument(feedSearchKey({ search: 'name 1' })));
  });

  test('are at most the last forty of fixtures', async () => {
    await using reader = await aReader(pages([onFixture(1)]));
    const others = Array.from({ length: 40 }, (_, index) => ({
      name: fixtureTipsDocument(`fixture ${index}`),
      value: { ids: [] },
      fetchedAt: index,
    }));
    await reader.store.documents.bulkPut(others);
    reader.clock.now = 40;

    await reader.refresh(ofFixture);

    const stored = await reader.store.documents.toCollection().primaryKeys();
    expect(stored).toHaveLength(40);
    expect(stored).not.toContain(fixtureTipsDocument('fixture 0'));
  });

  test('are at most the last of tipsters, but all unfiltered ones of followed tipsters', async () => {
    await using reader = await aReader(pages([tip(1)]));
    const [fan, other] = [idOf(1), idOf(2)];
    await reader.memberStore.follows.put({ tipsterId: fan, following: true });
    const listOf = (id: string, league?: string, state: 'settled' | 'open' = 'settled') => ({
      name: tipsterTipsDocument(id, { state, league }),
      value: { ids: [] },
      fetchedAt: 1,
    });
    const lists = Array.from({ length: maxTipsterTipLists }, (_, index) => ({
      ...listOf(idOf(100 + index)),
      fetchedAt: 2,
    }));
    const old = [
      listOf(fan),
      listOf(fan, undefined, 'open'),
      listOf(fan, 'soccer_epl'),
      listOf(other),
    ];
    await reader.store.documents.bulkPut([...lists, ...old]);

    await reader.refresh(settled);

    const remaining = await Promise.all(old.map(({ name }) => reader.list(name)));
    expect(remaining.map((list) => list !== undefined)).toEqual([true, true, false, false]);
  });
});

describe('a withdrawn tip', () => {
  const range = (from: number, to: number, without = 0) =>
    Array.from({ length: from - to + 1 }, (_, index) => from - index)
      .filter((number) => number !== without)
      .map((number) => tip(number));

  test.each([
    {
      what: 'an older page of the feed, and tips of other pages stay',
      stored: range(200, 1),
      next: 150,
      page: [...range(149, 50, 70), tip(49)],
      remaining: 199,
    },
    {
      // This page is the end of the list, so older stored tips are deleted as well.
      what: 'the last page of the feed, which is a short one',
      stored: range(30, 1),
      next: 20,
      page: range(19, 5, 7),
      remaining: 11 + 14,
    },
    {
      what: 'an older page although the tip before it is not known here',
      stored: range(15, 5),
      next: 20,
      page: range(19, 5, 7),
      remaining: 14,
    },
  ])('is deleted by $what', async ({ stored, next, page, remaining }) => {
    await using reader = await aReader(() => ({ status: 200, body: page }));
    await reader.store.tips.bulkPut(stored);
    const value = { ids: [], next: idOf(next) };
    await reader.store.documents.put({ name: 'feed', value, fetchedAt: 0 });

    await reader.refresh({ ...feed, more: true });

    expect(await reader.store.tips.count()).toBe(remaining);
  });

  test('is distinguished from one with the same time on the next page', async () => {
    const { creationTime } = tip(1);
    const page = range(149, 50).map((one) => ({ ...one, creationTime }));
    const [next, removed] = [tip(49, { creationTime }), tip(200, { creationTime })];
    await using reader = await aReader(() => ({ status: 200, body: page }));
    await reader.store.tips.bulkPut([next, removed]);

    await reader.refresh(feed);

    expect(await reader.store.tips.bulkGet([next.id, removed.id])).toEqual([next, undefined]);
  });

  test('is deleted by the list of its fixture; tips on other fixtures stay', async () => {
    await using reader = await aReader(() => ({ status: 200, body: [onFixture(3)] }));
    await reader.store.tips.bulkPut([onFixture(3), onFixture(2), tip(1)]);

    await reader.refresh(ofFixture);

    expect(await reader.tips()).toEqual([1, 3]);
  });

  test.each<{ what: string; reply: Reply; isGone: boolean }>([
    {
      what: 'is deleted when it is requested alone',
      reply: { status: 404, body: problem('not-found') },
      isGone: true,
    },
    {
      what: 'stays if something else answers for the server',
      reply: { status: 404, text: 'Not found' },
      isGone: false,
    },
  ])('$what', async ({ reply, isGone }) => {
    await using reader = await aReader(() => reply);
    await reader.store.tips.put(tip(1));

    const freshness = await reader.refresh({ what: 'tip', id: idOf(1) });

    expect(freshness).toBe(isGone ? 'fresh' : 'failed');
    expect(await reader.tips()).toEqual(isGone ? [] : [1]);
  });
});

test('a tip that a link names is stored, too', async () => {
  await using reader = await aReader(pages([tip(1)]));
  await reader.store.tips.put(tip(2));

  await reader.refresh({ what: 'tip', id: idOf(1) });

  expect(await reader.tips()).toEqual([1, 2]);
});

describe('tips of followed tipsters', () => {
  async function aFan(rows: ReturnType<typeof tip>[]) {
    const reader = await aReader(pages(rows, 2));
    const { followedTips, documents } = reader.memberStore;
    return {
      ...reader,
      stored: async () => {
        const ids = await followedTips.orderBy('creationTime').reverse().primaryKeys();
        return ids.map((id) => Number(id.slice(-12)));
      },
      seen: async () => (await documents.get(followedTipsSeenDocument))?.value,
      [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
    };
  }

  test('are loaded page by page, and lose tips that the list no longer contains', async () => {
    const rows = [tip(4), tip(3), tip(2), tip(1)];
    await using fan = await aFan(rows);
    await fan.refresh(followed);
    await fan.refresh({ ...followed, more: true });
    expect(await fan.stored()).toEqual([4, 3, 2, 1]);

    rows.splice(1, 1);
    await fan.refresh(followed);

    expect(await fan.stored()).toEqual([4, 2, 1]);
  });

  test('lose tips that newer ones have moved off the refreshed pages', async () => {
    const rows = [tip(2, { analysis: 'To be removed.' }), tip(1)];
    await using fan = await aFan(rows);
    await fan.refresh(followed);

    rows.unshift(tip(4), tip(3));
    await fan.refresh(followed);

    expect(await fan.stored()).toEqual([4, 3]);
  });

  test('lose a removed text', async () => {
    const rows = [tip(2), tip(1, { analysis: 'To be removed.' })];
    await using fan = await aFan(rows);
    await fan.refresh(followed);

    rows[1] = tip(1, { analysisRemovedBy: 'tipster', version: 2 });
    await fan.refresh(followed);

    expect(await fan.memberStore.followedTips.get(idOf(1))).not.toHaveProperty('analysis');
  });

  test('count as seen at the first fetch, but not at later ones', async () => {
    const rows = [tip(1)];
    await using fan = await aFan(rows);
    await fan.refresh(followed);

    rows.unshift(tip(2));
    await fan.refresh(followed);

    expect(await fan.seen()).toBe(tip(1).creationTime);
  });
});
