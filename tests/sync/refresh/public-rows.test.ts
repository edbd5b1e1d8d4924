import { describe, expect, test } from 'vitest';
import type { Tipster } from '#contract/members.ts';
import { createApi } from '#sync/backend/api.ts';
import { refreshFixtureTips } from '#sync/refresh/fixture-tips.ts';
import {
  refreshFeed,
  refreshFixtures,
  refreshStats,
  refreshTip,
  refreshTipster,
  refreshTipsters,
} from '#sync/refresh/public-lists.ts';
import {
  aReader as aListReader,
  tipster as numberedTipster,
} from '../../testing/engine/a-list-reader.ts';
import type { Received, Reply } from '../../testing/server/an-http-server.ts';
import {
  leg,
  memberId,
  problem,
  serverTip,
  tipId,
  tipsterId,
} from '../../testing/engine/samples.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

const league = (key: string) => ({ key, title: key, group: 'Soccer - Europe', details: key });
const fixture = (id: string) => ({
  id,
  sportKey: 'soccer_epl',
  home: 'Arsenal',
  away: 'Chelsea',
  kickOff: '2026-03-02T15:00:00.000Z',
  status: 'scheduled',
});
const tipster = (id: string, values: Partial<Tipster> = {}) =>
  numberedTipster(1, { id, tips: [serverTip()], ...values });

/** A device that reads public rows without a login from a server with these responses. */
async function aReader(...options: Parameters<typeof aListReader>) {
  const { parts, ...reader } = await aListReader(...options);
  const { api, store, backend, now } = parts;
  return { ...reader, parts: { api, store, backend, now } };
}

/** Answers with a body and a tag, and with 304 to that tag. */
function tagged(body: unknown): (request: Received) => Reply {
  return ({ headers }) =>
    headers['if-none-match'] === '"1"'
      ? { status: 304 }
      : { status: 200, body, headers: { etag: '"1"' } };
}

describe('fixtures', () => {
  const body = {
    leagues: [league('soccer_italy_serie_a'), league('soccer_epl')],
    fixtures: [fixture('one')],
    pricedAt: '2026-03-01T12:00:00.000Z',
  };

  test('are stored with their leagues, the first one pinned, and asked for with their tag', async () => {
    await using reader = await aReader(tagged(body));

    expect(await refreshFixtures(reader.parts)).toBe('fresh');
    expect(await refreshFixtures(reader.parts)).toBe('unchanged');

    const leagues = await reader.store.leagues.orderBy('position').toArray();
    expect(leagues.map(({ key }) => key)).toEqual(['soccer_epl', 'soccer_italy_serie_a']);
    expect(await reader.store.fixtures.get('one')).toMatchObject({ kickOffAt: 1772463600000 });
    expect(await reader.store.documents.get('fixtures')).toMatchObject({
      value: { pricedAt: body.pricedAt },
      etag: '"1"',
      fetchedAt: 7,
    });
  });

  test('are as recent as the last answer that nothing has changed', async () => {
    await using reader = await aReader(tagged(body));
    await refreshFixtures(reader.parts);

    reader.clock.now = 9;
    await refreshFixtures(reader.parts);

    expect(await reader.store.documents.get('fixtures')).toMatchObject({ fetchedAt: 9 });
  });

  test('that are gone are gone here too', async () => {
    const bodies = [body, { ...body, fixtures: [fixture('two')] }];
    await using reader = await aReader(() => ({ status: 200, body: bodies.shift() }));

    await refreshFixtures(reader.parts);
    await refreshFixtures(reader.parts);

    expect(await reader.store.fixtures.toCollection().primaryKeys()).toEqual(['two']);
  });

  test('stay when the answer is none', async () => {
    const answers: Reply[] = [
      { status: 200, body },
      { status: 200, text: '<html>' },
    ];
    await using reader = await aReader(() => answers.shift() ?? 'break');

    await refreshFixtures(reader.parts);

    expect(await refreshFixtures(reader.parts)).toBe('failed');
    expect(await refreshFixtures(reader.parts)).toBe('failed');
    expect(await reader.store.fixtures.count()).toBe(1);
  });
});

describe('counts of tips', () => {
  test('are one document', async () => {
    const body = { activeTips: 3, tipsByFixture: { one: 2 } };
    await using reader = await aReader(tagged(body));

    expect(await refreshStats(reader.parts)).toBe('fresh');
    reader.clock.now = 9;
    expect(await refreshStats(reader.parts)).toBe('unchanged');

    expect(await reader.store.documents.get('stats')).toMatchObject({ value: body, fetchedAt: 9 });
  });

  test('are absent on a backend that does not count', async () => {
    await using reader = await aReader(() => ({ status: 404, text: 'Cannot GET /api/stats' }));

    expect(await refreshStats(reader.parts)).toBe('failed');
    expect(await reader.store.documents.count()).toBe(0);
  });
});

describe('tipsters', () => {
  test('are stored in the order of their category, and phone numbers with the member alone', async () => {
    const phoneNumber = '+2348012345678';
    const list = [tipster(tipsterId, { phoneNumber }), tipster(memberId)];
    await using reader = await aReader(tagged(list));

    await refreshTipsters(
      { ...reader.parts, memberId, memberStore: reader.memberStore },
      { category: 3 },
    );

    expect(reader.server.requests[0]?.query.get('category')).toBe('3');
    expect(await reader.store.documents.get('tipsters:3')).toMatchObject({
      value: { ids: [tipsterId, memberId] },
    });
    expect(JSON.stringify(await reader.store.tipsters.toArray())).not.toContain(phoneNumber);
    expect(await reader.memberStore.contacts.toArray()).toEqual([{ tipsterId, phoneNumber }]);
  });

  test('lose a number that its owner has withdrawn', async () => {
    await using reader = await aReader(() => ({ status: 200, body: [tipster(tipsterId)] }));
    await reader.memberStore.contacts.put({ tipsterId, phoneNumber: '1' });

    await refreshTipsters({ ...reader.parts, memberId, memberStore: reader.memberStore });

    expect(await reader.memberStore.contacts.count()).toBe(0);
  });

  test('are asked for anew by whoever logs in: they may see more', async () => {
    await using reader = await aReader(tagged([tipster(tipsterId)]));
    await refreshTipsters(reader.parts);

    const { memberStore } = reader;
    expect(await refreshTipsters({ ...reader.parts, memberId, memberStore })).toBe('fresh');
    expect(await refreshTipsters({ ...reader.parts, memberId, memberStore })).toBe('unchanged');
  });

  test('are only those who are', async () => {
    const list = [tipster(tipsterId), tipster(memberId, { isTipster: false })];
    await using reader = await aReader(() => ({ status: 200, body: list }));

    await refreshTipsters(reader.parts);

    expect(await reader.store.tipsters.toCollection().primaryKeys()).toEqual([tipsterId]);
  });

  test('can be read one by one, without what is theirs alone', async () => {
    const own = { ...tipster(tipsterId), email: 'ada@example.org', showPhone: true };
    await using reader = await aReader(() => ({ status: 200, body: own }));

    await refreshTipster(reader.parts, tipsterId);

    expect(JSON.stringify(await reader.store.tipsters.toArray())).not.toContain('example.org');
  });

  test('of a spec-only backend are read in its own spelling', async () => {
    const specRows = [
      { _id: '64b0', firstName: 'Ada', isTipster: 1, tips: [{ _id: '65', options: [] }] },
      { _id: '64b1', firstName: 'Bola', isTipster: 0 },
    ];
    await using reader = await aReader(
      () => ({ status: 200, body: { data: specRows } }),
      specBackend,
    );

    await refreshTipsters(reader.parts);

    expect(await reader.store.tipsters.toArray()).toMatchObject([
      { id: '64b0', firstName: 'Ada', lastName: '', tips: [{ id: '65' }] },
    ]);
  });
});

describe('a tipster’s picture', () => {
  const path = '/pictures/0a.webp';

  test.each([
    { picture: path, api: 'another host', stores: (url: string) => `${url}${path}` },
    { picture: 'me.png', api: 'another host', stores: (url: string) => `${url}/me.png` },
    {
      picture: 'https://cdn.test/me.png',
      api: 'another host',
      stores: () => 'https://cdn.test/me.png',
    },
    { picture: path, api: 'the site itself', stores: () => path },
  ])('named $picture by $api is found by the page', async ({ picture, api, stores }) => {
    const reported = tipster(tipsterId, { picture });
    await using reader = await aReader(({ path }) => ({
      status: 200,
      body: path.endsWith(tipsterId) ? reported : [reported],
    }));
    const { url } = reader.server;
    const ownSite = createApi({ baseUrl: '', origin: url, fetch, token: () => undefined });
    const parts = api === 'the site itself' ? { ...reader.parts, api: ownSite } : reader.parts;
    const stored = async () => (await reader.store.tipsters.get(tipsterId))?.picture;

    await refreshTipsters(parts);
    expect(await stored()).toBe(stores(url));
    await reader.store.tipsters.clear();
    await refreshTipster(parts, tipsterId);

    expect(await stored()).toBe(stores(url));
  });
});

describe('the feed', () => {
  const tipAt = (id: string, creationTime: string) => serverTip({ id, creationTime });
  const old = tipAt('0195a000-0000-7000-8000-0000000000a1', '2026-02-01T10:00:00.000Z');
  const recent = tipAt('0195a000-0000-7000-8000-0000000000a2', '2026-03-01T10:00:00.000Z');

  test('loses a tip that was withdrawn', async () => {
    const bodies = [[recent, old], [recent]];
    await using reader = await aReader(() => ({ status: 200, body: bodies.shift() }));

    await refreshFeed(reader.parts);
    await refreshFeed(reader.parts);

    expect(await reader.store.tips.toCollection().primaryKeys()).toEqual([recent.id]);
  });

  test('keeps older pages beside the newest', async () => {
    const page = Array.from({ length: 100 }, (_, index) =>
      tipAt(`0195a000-0000-7000-8000-${String(index).padStart(12, '0')}`, recent.creationTime),
    );
    await using reader = await aReader(({ query }) => ({
      status: 200,
      body: query.has('before') ? [old] : page,
    }));
    await reader.store.tips.put(old);

    await refreshFeed(reader.parts);

    expect(await reader.store.tips.count()).toBe(101);
  });

  test('holds nothing that is its owner’s alone', async () => {
    await using reader = await aReader(() => ({
      status: 200,
      body: [serverTip({ IsBooked: true, stake: 5 })],
    }));

    await refreshFeed(reader.parts);

    const [stored] = await reader.store.tips.toArray();
    expect(stored).not.toHaveProperty('IsBooked');
    expect(stored).not.toHaveProperty('stake');
  });

  test('is asked for by fixture without touching the rest', async () => {
    await using reader = await aReader(() => ({ status: 200, body: [recent] }));
    await reader.store.tips.put(old);

    await refreshFixtureTips(reader.parts, 'one');

    expect(reader.server.requests[0]?.query.get('fixtureId')).toBe('one');
    expect(await reader.store.tips.count()).toBe(2);
  });

  test('can be added to by one tip that a link names', async () => {
    await using reader = await aReader(() => ({ status: 200, body: serverTip() }));

    await refreshTip(reader.parts, tipId);

    expect(await reader.store.tips.count()).toBe(1);
  });
});

describe('a tip that was taken back', () => {
  const id = (number: number) => `0195a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const minute = (number: number) => new Date(Date.UTC(2026, 2, 1, 0, number)).toISOString();
  /** Tips one minute apart, newest first, in the order of lists. */
  const tips = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => from - index).map((number) =>
      serverTip({ id: id(number), creationTime: minute(number) }),
    );
  const without = (list: ReturnType<typeof tips>, removed: number) =>
    list.filter((tip) => tip.id !== id(removed));

  async function stored(reader: Awaited<ReturnType<typeof aReader>>): Promise<number> {
    return reader.store.tips.count();
  }

  /** Loads the page that begins after a tip. */
  async function loadsAfter(reader: Awaited<ReturnType<typeof aReader>>, next: string) {
    const value = { ids: [], next };
    await reader.store.documents.put({ name: 'feed', value, fetchedAt: 0 });
    await refreshFeed(reader.parts, { more: true });
  }

  test('leaves an older page of the feed, and the pages around it stay', async () => {
    const page = [...without(tips(149, 50), 70), ...tips(49, 49)];
    await using reader = await aReader(() => ({ status: 200, body: page }));
    await reader.store.tips.bulkPut(tips(200, 1));

    await loadsAfter(reader, id(150));

    expect(await reader.store.tips.get(id(70))).toBeUndefined();
    expect(await stored(reader)).toBe(199);
  });

  test('leaves the last page of the feed, which is a short one', async () => {
    await using reader = await aReader(() => ({ status: 200, body: without(tips(19, 5), 7) }));
    await reader.store.tips.bulkPut(tips(30, 1));

    await loadsAfter(reader, id(20));

    // Tips older than the end of the list are deleted as well.
    expect(await stored(reader)).toBe(11 + 14);
  });

  test('leaves an older page although the tip before it is not known here', async () => {
    await using reader = await aReader(() => ({ status: 200, body: without(tips(19, 5), 7) }));
    await reader.store.tips.bulkPut(tips(15, 5));

    await loadsAfter(reader, id(20));

    expect(await reader.store.tips.get(id(7))).toBeUndefined();
  });

  test('is distinguished from one of the same instant on the next page', async () => {
    const page = tips(149, 50).map((tip) => ({ ...tip, creationTime: minute(0) }));
    const next = serverTip({ id: id(49), creationTime: minute(0) });
    const removed = serverTip({
      id: '0195a000-0000-7000-8000-0000000001ff',
      creationTime: minute(0),
    });
    await using reader = await aReader(() => ({ status: 200, body: page }));
    await reader.store.tips.bulkPut([next, removed]);

    await refreshFeed(reader.parts);

    expect(await reader.store.tips.get(next.id)).toBeDefined();
    expect(await reader.store.tips.get(removed.id)).toBeUndefined();
  });

  test('leaves the list of its fixture, and tips on others stay', async () => {
    const on = (fixtureId: string, number: number) =>
      serverTip({ id: id(number), options: [leg({ fixtureId })], creationTime: minute(number) });
    await using reader = await aReader(() => ({ status: 200, body: [on('one', 3)] }));
    await reader.store.tips.bulkPut([on('one', 3), on('one', 2), on('two', 1)]);

    await refreshFixtureTips(reader.parts, 'one');

    expect(await reader.store.tips.toCollection().primaryKeys()).toEqual([id(1), id(3)]);
  });

  test('leaves when it is looked at alone', async () => {
    const body = problem('not-found');
    await using reader = await aReader(() => ({ status: 404, body }));
    await reader.store.tips.put(serverTip());

    expect(await refreshTip(reader.parts, tipId)).toBe('fresh');

    expect(await stored(reader)).toBe(0);
  });

  test('stays when it is no server of ours that says so', async () => {
    await using reader = await aReader(() => ({ status: 404, text: 'Not found' }));
    await reader.store.tips.put(serverTip());

    expect(await refreshTip(reader.parts, tipId)).toBe('failed');

    expect(await stored(reader)).toBe(1);
  });
});
