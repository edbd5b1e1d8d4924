import { describe, expect, test } from 'vitest';
import type { Tipster } from '#contract/members.ts';
import { createApi } from '#sync/api.ts';
import type { BackendKind } from '#sync/backend.ts';
import { feedSearchKey } from '#sync/document-names.ts';
import { refreshFeed, refreshTipsters } from '#sync/public-rows.ts';
import { anHttpServer, type Received, type Reply } from './support/an-http-server.ts';
import { databases } from './support/a-device.ts';
import { memberId, otherMemberId, ticket, tipsterId } from './support/samples.ts';

const page = (path: string) => `<http://elsewhere${path}>; rel="next"`;
const first = ticket({ id: '0195a000-0000-7000-8000-0000000000a2' });
const older = ticket({
  id: '0195a000-0000-7000-8000-0000000000a1',
  creationTime: '2026-02-01T10:00:00.000Z',
});

function tipster(id: string): Tipster {
  return {
    id,
    firstName: 'Ada',
    lastName: 'Obi',
    picture: null,
    country: 'NG',
    state: 'Lagos',
    address: '1 Marina',
    createdAt: '2026-01-01T00:00:00.000Z',
    isTipster: true,
    followers: 2,
    record: { settled: 0, won: 0, lost: 0, flatProfit: 0 },
    tips: [],
  };
}

async function aReader(answer: (request: Received) => Reply, kind: BackendKind = 'ours') {
  const server = await anHttpServer(answer);
  const { publicStore: store } = databases();
  const api = createApi({ baseUrl: server.url, origin: server.url, fetch, token: () => undefined });
  const clock = { now: 7 };
  const parts = { api, store, backend: () => kind, now: () => clock.now, memberId };
  return {
    server,
    store,
    clock,
    parts,
    value: async (name: string) => (await store.documents.get(name))?.value,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Two pages: the first says where the second begins. */
function twoPages(path: string, one: unknown, two: unknown): (request: Received) => Reply {
  return ({ query, headers }) => {
    if (query.has('before')) return { status: 200, body: [two], headers: { etag: '"2"' } };
    if (headers['if-none-match'] === '"1"') return { status: 304 };
    return { status: 200, body: [one], headers: { etag: '"1"', link: page(path) } };
  };
}

describe('the pages of the feed', () => {
  const feed = twoPages(`/api/feed?limit=100&before=${first.id}`, first, older);

  test('follow the address that the page before them names', async () => {
    await using reader = await aReader(feed);

    await refreshFeed(reader.parts);
    expect(await reader.value('feed')).toEqual({ next: first.id });
    await refreshFeed(reader.parts, { before: first.id });

    expect(await reader.value('feed')).toEqual({ next: null });
    expect(reader.server.requests.map(({ query }) => query.toString())).toEqual([
      'limit=100',
      `limit=100&before=${first.id}`,
    ]);
  });

  test('leave the newest one its age and its tag', async () => {
    await using reader = await aReader(feed);
    await refreshFeed(reader.parts);

    reader.clock.now = 8;
    await refreshFeed(reader.parts, { before: first.id });

    expect(await reader.store.documents.get('feed')).toMatchObject({ etag: '"1"', fetchedAt: 7 });
  });

  test('are as old as the last time the server said that nothing has changed', async () => {
    await using reader = await aReader(feed);
    await refreshFeed(reader.parts);

    reader.clock.now = 8;

    expect(await refreshFeed(reader.parts)).toBe('unchanged');
    expect(await reader.store.documents.get('feed')).toMatchObject({ fetchedAt: 8 });
  });

  test('are none on a backend that knows only the spec’s calls, and nobody asks', async () => {
    await using reader = await aReader(feed, 'foreign');

    expect(await refreshFeed(reader.parts)).toBe('failed');

    expect(reader.server.requests).toEqual([]);
  });
});

describe('a search of the feed', () => {
  const search = { search: 'ada', minOdds: 2, stars: 3, open: true };

  test('is put to the server in its own words', async () => {
    await using reader = await aReader(() => ({ status: 200, body: [] }));

    await refreshFeed(reader.parts, search);

    expect(reader.server.requests[0]?.query.toString()).toBe(
      'limit=100&search=ada&minOdds=2&stars=3&open=true',
    );
  });

  test('remembers what was found on all of its pages, and takes nothing else away', async () => {
    const path = `/api/feed?before=${first.id}`;
    await using reader = await aReader(twoPages(path, first, older));
    const beside = ticket({ id: '0195a000-0000-7000-8000-0000000000b1' });
    await reader.store.tips.put(beside);

    await refreshFeed(reader.parts, search);
    await refreshFeed(reader.parts, { ...search, before: first.id });

    expect(await reader.value('feed-search')).toEqual({
      key: feedSearchKey(search),
      next: null,
      ids: [first.id, older.id],
    });
    expect(await reader.store.tips.count()).toBe(3);
    expect(await reader.value('feed')).toBeUndefined();
  });

  test('takes the place of another one', async () => {
    await using reader = await aReader(({ query }) => ({
      status: 200,
      body: [query.get('stars') === '5' ? older : first],
    }));

    await refreshFeed(reader.parts, { stars: 4 });
    await refreshFeed(reader.parts, { stars: 5 });

    expect(await reader.value('feed-search')).toMatchObject({ ids: [older.id] });
  });

  test.each([
    { filters: {}, narrows: false },
    { filters: { search: '', minOdds: 0, stars: 0, open: false }, narrows: false },
    { filters: { search: 'a' }, narrows: true },
    { filters: { minOdds: 1 }, narrows: true },
    { filters: { stars: 1 }, narrows: true },
    { filters: { open: true }, narrows: true },
  ])('by $filters narrows the list: $narrows', ({ filters, narrows }) => {
    expect(feedSearchKey(filters) !== '').toBe(narrows);
  });
});

describe('the pages of the tipsters', () => {
  const path = `/api/tipsters?category=0&before=${tipsterId}`;
  const pages = twoPages(path, tipster(tipsterId), tipster(memberId));

  test('are one list in the order they came', async () => {
    await using reader = await aReader(pages);

    await refreshTipsters(reader.parts);
    expect(await reader.value('tipsters')).toMatchObject({ ids: [tipsterId], next: tipsterId });
    await refreshTipsters(reader.parts, 0, tipsterId);

    expect(await reader.value('tipsters')).toMatchObject({
      ids: [tipsterId, memberId],
      next: null,
    });
    expect(reader.server.requests[1]?.query.get('before')).toBe(tipsterId);
  });

  test('are all asked for anew only when the first has changed', async () => {
    await using reader = await aReader(pages);
    await refreshTipsters(reader.parts);
    await refreshTipsters(reader.parts, 0, tipsterId);

    expect(await refreshTipsters(reader.parts)).toBe('unchanged');

    expect(await reader.value('tipsters')).toMatchObject({ ids: [tipsterId, memberId] });
  });

  test('show who is gone once the last of them was read', async () => {
    await using reader = await aReader(pages);
    await reader.store.tipsters.put(tipster(otherMemberId));

    await refreshTipsters(reader.parts);
    expect(await reader.store.tipsters.count()).toBe(2);
    await refreshTipsters(reader.parts, 0, tipsterId);

    expect((await reader.store.tipsters.toCollection().primaryKeys()).toSorted()).toEqual([
      memberId,
      tipsterId,
    ]);
  });
});
