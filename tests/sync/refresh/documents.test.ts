import { describe, expect, test } from 'vitest';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';
import {
  maxStoredFixtures,
  maxStoredRecords,
  type RefreshTarget,
} from '#sync/refresh/collections.ts';
import { toFixtureRow } from '#sync/refresh/fixtures.ts';
import { aReader, idOf, tagged } from '../../testing/engine/a-list-reader.ts';
import { aPoolTable } from '../../testing/engine/pools.ts';
import { competition, fullRecord } from '../../testing/engine/records.ts';
import { problem, tipsterId } from '../../testing/engine/samples.ts';

const fixture: Fixture = {
  id: 'arsenal-chelsea',
  sportKey: 'soccer_epl',
  home: 'Arsenal',
  away: 'Chelsea',
  kickOff: '2026-03-02T15:00:00.000Z',
  status: 'played',
  score: { fullTime: [2, 1] },
};
const table = competition();
const poolId = idOf(1);

type Case = {
  target: RefreshTarget;
  request: string;
  name: string;
  body: object;
  isOfMember?: true;
  isDeletable?: true;
};

const cases: Case[] = [
  {
    target: { what: 'stats' },
    request: '/api/stats?',
    name: 'stats',
    body: { activeTips: 3, tipsByFixture: { one: 2 } },
  },
  {
    target: { what: 'record', id: tipsterId },
    request: `/api/tipsters/${tipsterId}/record?`,
    name: `record:${tipsterId}`,
    body: fullRecord(),
    isDeletable: true,
  },
  {
    target: { what: 'competition' },
    request: '/api/competitions?',
    name: 'competition',
    body: table,
  },
  {
    target: { what: 'competition', month: '2026-10' },
    request: '/api/competitions?month=2026-10',
    name: 'competition:2026-10',
    body: competition({ month: '2026-10' }),
  },
  {
    target: { what: 'league-page', sportKey: 'soccer_epl' },
    request: '/api/competitions/soccer_epl?',
    name: 'league:soccer_epl',
    body: {
      sportKey: 'soccer_epl',
      month: '2026-11',
      minimum: 5,
      fixtures: [],
      results: [],
      rows: table.rows,
    },
  },
  {
    target: { what: 'fixture', id: fixture.id },
    request: '/api/fixtures/arsenal-chelsea?',
    name: 'fixture:arsenal-chelsea',
    body: fixture,
    isDeletable: true,
  },
  {
    target: { what: 'pools' },
    request: '/api/pools?',
    name: 'pools',
    body: { pools: [] },
    isOfMember: true,
  },
  {
    target: { what: 'pool', id: poolId },
    request: `/api/pools/${poolId}?`,
    name: `pool:${poolId}`,
    body: aPoolTable({ id: poolId }),
    isOfMember: true,
    isDeletable: true,
  },
  {
    target: { what: 'push' },
    request: '/api/push?',
    name: 'push',
    body: { publicKey: null, here: false, kinds: ['posted'], quiet: null, tipsters: [] },
    isOfMember: true,
  },
];

describe('a response that is stored as a document', () => {
  test.each(cases)('is requested again with its tag: $name', async (one) => {
    const { target, request, name, body, isOfMember = false } = one;
    await using reader = await aReader(tagged(body));
    const [own, other] = isOfMember
      ? [reader.memberStore, reader.store]
      : [reader.store, reader.memberStore];

    expect(await reader.refresh(target)).toBe('fresh');
    reader.clock.now = 9;
    expect(await reader.refresh(target)).toBe('unchanged');

    const requests = reader.server.requests.map(({ path, query }) => `${path}?${query.toString()}`);
    expect(requests).toEqual([request, request]);
    expect(await own.documents.get(name)).toMatchObject({ value: body, fetchedAt: 9 });
    expect(await other.documents.get(name)).toBeUndefined();
  });

  test.each(cases)('is deleted only if a 404 means that it is gone: $name', async (one) => {
    const { target, name, isOfMember, isDeletable = false } = one;
    await using reader = await aReader(() => ({ status: 404, body: problem('not-found') }));
    const { documents } = isOfMember ? reader.memberStore : reader.store;
    await documents.put({ name, value: {}, fetchedAt: 1 });

    expect(await reader.refresh(target)).toBe(isDeletable ? 'fresh' : 'failed');

    expect((await documents.get(name)) === undefined).toBe(isDeletable);
  });

  test.each(cases.filter(({ target }) => target.what !== 'fixture'))(
    'is not requested from a spec-only backend: $name',
    async ({ target }) => {
      await using reader = await aReader(() => 'break', specBackend);

      expect(await reader.refresh(target)).toBe('failed');

      expect(reader.server.requests).toEqual([]);
    },
  );

  test.each(cases.filter(({ isOfMember }) => isOfMember))(
    'is not requested without its member: $name',
    async ({ target }) => {
      await using reader = await aReader(() => 'break');
      const nobody = { memberId: undefined, memberStore: undefined };

      expect(await reader.refresh(target, nobody)).toBe('failed');

      expect(reader.server.requests).toEqual([]);
    },
  );

  test.each([
    { target: { what: 'record', id: tipsterId }, body: fullRecord(), limit: maxStoredRecords },
    { target: { what: 'fixture', id: fixture.id }, body: fixture, limit: maxStoredFixtures },
  ] as const)('replaces the oldest of many: $target.what', async ({ target, body, limit }) => {
    await using reader = await aReader(() => ({ status: 200, body }));
    const others = Array.from({ length: limit }, (_, index) => ({
      name: `${target.what}:${index}`,
      value: null,
      fetchedAt: index,
    }));
    await reader.store.documents.bulkPut([...others, { name: 'feed', value: null, fetchedAt: 0 }]);
    reader.clock.now = limit;

    await reader.refresh(target);

    const names = await reader.store.documents.toCollection().primaryKeys();
    expect(names).toHaveLength(limit + 1);
    expect(names).not.toContain(`${target.what}:0`);
    expect(names).toContain('feed');
  });

  test('has addresses of pictures that a page on another host can load', async () => {
    const rows = table.rows.map((row) => ({ ...row, picture: '/pictures/0a.webp' }));
    await using reader = await aReader(() => ({ status: 200, body: { ...table, rows } }));

    await reader.refresh({ what: 'competition' });

    const picture = `${reader.server.url}/pictures/0a.webp`;
    expect(await reader.store.documents.get('competition')).toMatchObject({
      value: { rows: rows.map((row) => ({ ...row, picture })) },
    });
  });
});

test('a fixture replaces its row in the schedule, and adds none', async () => {
  await using reader = await aReader(() => ({ status: 200, body: fixture }));
  const target = { what: 'fixture', id: fixture.id } as const;
  await reader.refresh(target);
  expect(await reader.store.fixtures.count()).toBe(0);
  const { score: _, ...upcoming } = fixture;
  await reader.store.fixtures.put(toFixtureRow({ ...upcoming, status: 'scheduled' }));

  await reader.refresh(target);

  expect(await reader.store.fixtures.get(fixture.id)).toEqual(toFixtureRow(fixture));
});

test('the list of pools deletes tables of pools that the member has left', async () => {
  const pools = [aPoolTable({ id: poolId })];
  await using reader = await aReader(() => ({ status: 200, body: { pools } }));
  const { documents } = reader.memberStore;
  await documents.bulkPut(
    [poolId, idOf(2)].map((id) => ({ name: `pool:${id}`, value: null, fetchedAt: 1 })),
  );

  await reader.refresh({ what: 'pools' });

  const names = await documents.where('name').startsWith('pool').primaryKeys();
  expect(names).toEqual([`pool:${poolId}`, 'pools']);
});
