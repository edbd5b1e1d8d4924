import { describe, expect, test } from 'vitest';
import { feedDocument, feedSearchKey } from '#sync/refresh/document-names.ts';
import { aReader, idOf, pages, tip } from '../../testing/engine/a-list-reader.ts';

const feed = { what: 'feed' } as const;
const more = { ...feed, more: true };

describe('the pages of the feed', () => {
  test('are requested with the address in the previous page', async () => {
    await using reader = await aReader(pages([tip(2), tip(1)]));

    await reader.refresh(feed);
    expect(await reader.list('feed')).toEqual({ ids: [2], next: 2 });
    await reader.refresh(more);

    expect(await reader.list('feed')).toEqual({ ids: [2, 1], next: null });
    expect(reader.server.requests.map(({ query }) => query.toString())).toEqual([
      'limit=100',
      `limit=100&before=${idOf(2)}`,
    ]);
  });

  test('do not change the age of the first page', async () => {
    await using reader = await aReader(pages([tip(2), tip(1)]));
    await reader.refresh(feed);

    reader.clock.now = 8;
    await reader.refresh(more);

    expect(await reader.store.documents.get('feed')).toMatchObject({ fetchedAt: 7 });
  });

  test('have the age of the last 304 response', async () => {
    await using reader = await aReader(pages([tip(2), tip(1)]));
    await reader.refresh(feed);

    reader.clock.now = 8;

    expect(await reader.refresh(feed)).toBe('unchanged');
    expect(await reader.store.documents.get('feed')).toMatchObject({ fetchedAt: 8 });
  });

  test('are not requested beyond the last one', async () => {
    await using reader = await aReader(pages([tip(1)]));
    await reader.refresh(feed);
    reader.pageRequests();

    expect(await reader.refresh(more)).toBe('unchanged');

    expect(reader.pageRequests()).toEqual([]);
  });
});

describe('a list with several loaded pages', () => {
  test('is read again page by page, with the tag of each page', async () => {
    const rows = [tip(4), tip(3), tip(2)];
    await using reader = await aReader(pages(rows));
    await reader.refresh(feed);
    await reader.refresh(more);
    reader.pageRequests();

    rows[1] = tip(3, { totalOdds: 9 });

    expect(await reader.refresh(feed)).toBe('fresh');
    expect(await reader.list('feed')).toEqual({ ids: [4, 3], next: 3 });
    expect(await reader.store.tips.get(idOf(3))).toMatchObject({ totalOdds: 9 });
    expect(reader.pageRequests()).toEqual([
      { before: 0, tagged: true },
      { before: 4, tagged: true },
    ]);
  });

  test('sends no tag for a page that now begins elsewhere', async () => {
    const rows = [tip(3), tip(2)];
    await using reader = await aReader(pages(rows));
    await reader.refresh(feed);
    await reader.refresh(more);
    reader.pageRequests();

    rows.unshift(tip(4));
    await reader.refresh(feed);

    expect(await reader.list('feed')).toEqual({ ids: [4, 3], next: 3 });
    expect(reader.pageRequests()).toEqual([
      { before: 0, tagged: true },
      { before: 4, tagged: false },
    ]);
  });

  test('loses withdrawn tips on its later pages, too', async () => {
    const rows = [tip(4), tip(3), tip(2), tip(1)];
    await using reader = await aReader(pages(rows, 2));
    await reader.refresh(feed);
    await reader.refresh(more);

    rows.splice(2, 1);
    await reader.refresh(feed);

    expect(await reader.tips()).toEqual([1, 3, 4]);
  });

  test('is replaced completely or not at all', async () => {
    const rows = [tip(3), tip(2)];
    const answer = pages(rows);
    let connected = true;
    await using reader = await aReader((request) =>
      connected || !request.query.has('before') ? answer(request) : 'break',
    );
    await reader.refresh(feed);
    await reader.refresh(more);

    connected = false;
    rows.unshift(tip(4));

    expect(await reader.refresh(feed)).toBe('failed');
    expect(await reader.list('feed')).toEqual({ ids: [3, 2], next: null });
    expect(await reader.tips()).toEqual([2, 3]);
  });

  test('is read again up to ten pages', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => tip(12 - index));
    await using reader = await aReader(pages(rows));
    await reader.refresh(feed);
    for (let page = 2; page <= 11; page += 1) await reader.refresh(more);
    expect(await reader.list('feed')).toMatchObject({ next: 2 });

    await reader.refresh(feed);

    expect(await reader.list('feed')).toMatchObject({ next: 3 });
  });

  test('is not shortened by the response to an earlier request', async () => {
    const answer = pages([tip(3), tip(2), tip(1)]);
    const released = Promise.withResolvers<void>();
    let hold = false;
    const arrived = Promise.withResolvers<void>();
    await using reader = await aReader(async (request) => {
      if (hold && !request.query.has('before')) {
        hold = false;
        arrived.resolve();
        await released.promise;
      }
      return answer(request);
    });
    await reader.refresh(feed);

    hold = true;
    const again = reader.refresh(feed);
    await arrived.promise;
    await reader.refresh(more);
    released.resolve();
    await again;

    expect(await reader.list('feed')).toEqual({ ids: [3, 2], next: 2 });
  });

  test('appends a page at the end that the list has by then', async () => {
    const rows = [tip(3), tip(2), tip(1)];
    const answer = pages(rows);
    const released = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    let hold = true;
    await using reader = await aReader(async (request) => {
      if (hold && request.query.has('before')) {
        hold = false;
        arrived.resolve();
        await released.promise;
      }
      return answer(request);
    });
    await reader.refresh(feed);

    const further = reader.refresh(more);
    await arrived.promise;
    rows.unshift(tip(4));
    await reader.refresh(feed);
    released.resolve();
    await further;

    expect(await reader.list('feed')).toEqual({ ids: [4, 3], next: 3 });
  });

  test('of an earlier build is read again from its start', async () => {
    await using reader = await aReader(pages([tip(2), tip(1)]));
    const value = { ids: [idOf(9)], next: idOf(9) };
    await reader.store.documents.put({ name: 'feed', value, fetchedAt: 1, etag: '"1"' });

    await reader.refresh(feed);

    expect(await reader.list('feed')).toEqual({ ids: [2], next: 2 });
  });
});

describe('a search of the feed', () => {
  const search = { ...feed, search: 'ada', minOdds: 2, stars: 3, open: true };
  const searched = feedDocument(feedSearchKey(search));

  test('is sent to the server with its filters', async () => {
    await using reader = await aReader(pages([]));

    await reader.refresh(search);

    expect(reader.server.requests[0]?.query.toString()).toBe(
      'limit=100&search=ada&minOdds=2&stars=3&open=true',
    );
  });

  test('stores the results of all of its pages, and deletes nothing else', async () => {
    await using reader = await aReader(pages([tip(3), tip(1)]));
    await reader.store.tips.put(tip(2));

    await reader.refresh(search);
    await reader.refresh({ ...search, more: true });

    expect(await reader.list(searched)).toEqual({ ids: [3, 1], next: null });
    expect(await reader.tips()).toEqual([1, 2, 3]);
    expect(await reader.list('feed')).toBeUndefined();
  });

  test('is stored beside another search, in any order of responses', async () => {
    const released = Promise.withResolvers<void>();
    await using reader = await aReader(async ({ query }) => {
      if (query.get('stars') === '4') await released.promise;
      return { status: 200, body: [query.get('stars') === '4' ? tip(4) : tip(5)] };
    });

    const earlier = reader.refresh({ ...feed, stars: 4 });
    await reader.refresh({ ...feed, stars: 5 });
    released.resolve();
    await earlier;

    const listOf = (stars: number) => reader.list(feedDocument(feedSearchKey({ stars })));
    expect(await listOf(4)).toMatchObject({ ids: [4] });
    expect(await listOf(5)).toMatchObject({ ids: [5] });
  });

  test.each([
    { text: 'ada', same: ' Ada ' },
    { text: 'ada obi', same: 'ada   OBI' },
    { text: 'José', same: 'Jose\u0301' },
  ])('for "$text" equals that for "$same"', ({ text, same }) => {
    expect(feedSearchKey({ search: same })).toBe(feedSearchKey({ search: text }));
  });

  test.each([
    { filters: {}, narrows: false },
    { filters: { search: ' ', minOdds: 0, stars: 0, open: false }, narrows: false },
    { filters: { search: 'a' }, narrows: true },
    { filters: { minOdds: 1 }, narrows: true },
    { filters: { stars: 1 }, narrows: true },
    { filters: { open: true }, narrows: true },
  ])('by $filters restricts the list: $narrows', ({ filters, narrows }) => {
    expect(feedSearchKey(filters) !== '').toBe(narrows);
  });
});
