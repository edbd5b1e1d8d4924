import { describe, expect, test } from 'vitest';
import type { Tipster } from '#contract/members.ts';
import { createApi } from '#sync/backend/api.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';
import { aReader, idOf, pages, tagged, tipster } from '../../testing/engine/a-list-reader.ts';
import { memberId, problem, serverTip, tipsterId } from '../../testing/engine/samples.ts';

const tipsters = { what: 'tipsters' } as const;
const more = { ...tipsters, more: true };
const nobody = { memberId: undefined, memberStore: undefined };
const named = (id: string, values: Partial<Tipster> = {}) =>
  tipster(1, { id, tips: [serverTip()], ...values });

describe('the pages of the list of tipsters', () => {
  test('are one list in the order of the server', async () => {
    await using reader = await aReader(pages([tipster(2), tipster(1)]));

    await reader.refresh(tipsters);
    expect(await reader.list('tipsters')).toEqual({ ids: [2], next: 2 });
    await reader.refresh(more);

    expect(await reader.list('tipsters')).toEqual({ ids: [2, 1], next: null });
    expect(reader.server.requests[1]?.query.get('before')).toBe(idOf(2));
  });

  test('are all read again by a refresh', async () => {
    const rows = [tipster(3), tipster(2), tipster(1)];
    await using reader = await aReader(pages(rows));
    await reader.refresh(tipsters);
    await reader.refresh(more);

    expect(await reader.refresh(tipsters)).toBe('unchanged');
    rows[1] = tipster(2, { followers: 3 });
    await reader.refresh(tipsters);

    expect(await reader.list('tipsters')).toEqual({ ids: [3, 2], next: 2 });
    expect(await reader.store.tipsters.get(idOf(2))).toMatchObject({ followers: 3 });
  });

  test('contain a tipster once who has moved between pages', async () => {
    const rows = [tipster(3), tipster(2), tipster(1)];
    await using reader = await aReader(pages(rows));
    await reader.refresh(tipsters);

    rows.splice(0, 3, tipster(2), tipster(3), tipster(1));
    await reader.refresh(more);
    await reader.refresh(more);

    expect(await reader.list('tipsters')).toEqual({ ids: [3, 1], next: null });
  });
});

describe('tipsters who are in no list any more', () => {
  test('are deleted, although the server has more pages than were loaded', async () => {
    const rows = [tipster(3), tipster(2), tipster(1)];
    await using reader = await aReader(pages(rows));
    await reader.refresh(tipsters);
    await reader.refresh(more);
    expect(await reader.tipsters()).toEqual([2, 3]);

    rows.splice(1, 1);
    await reader.refresh(tipsters);

    expect(await reader.tipsters()).toEqual([1, 3]);
  });

  test('stay while another list contains them', async () => {
    const rows = [tipster(2), tipster(1)];
    await using reader = await aReader(pages(rows, 2));
    await reader.refresh({ ...tipsters, category: 3 });

    rows.splice(1, 1);
    await reader.refresh(tipsters);

    expect(await reader.tipsters()).toEqual([1, 2]);
  });

  test('stay if they are followed, or if they are the member', async () => {
    await using reader = await aReader(pages([tipster(9)]));
    const self = tipster(0, { id: memberId });
    await reader.store.tipsters.bulkPut([tipster(5), tipster(6), tipster(7), self]);
    await reader.memberStore.follows.bulkPut([
      { tipsterId: idOf(5), following: true },
      { tipsterId: idOf(6), following: false },
    ]);

    await reader.refresh(tipsters);

    const stored = await reader.store.tipsters.toCollection().primaryKeys();
    expect(stored.toSorted()).toEqual([memberId, idOf(5), idOf(9)].toSorted());
  });

  test('stay while they are among the last sixty opened profiles', async () => {
    const rows = Array.from({ length: 62 }, (_, index) => tipster(index + 1));
    await using reader = await aReader(pages(rows));
    for (let number = 2; number <= 62; number += 1) {
      await reader.refresh({ what: 'tipster', id: idOf(number) });
    }

    await reader.refresh(tipsters);

    const stored = await reader.tipsters();
    expect(stored).toHaveLength(61);
    expect(stored.slice(0, 2)).toEqual([1, 3]);
  });
});

describe('a deleted tipster', () => {
  test('is removed together with the stored phone number', async () => {
    const body = problem('not-found');
    await using reader = await aReader(() => ({ status: 404, body }));
    await reader.store.tipsters.put(tipster(1));
    await reader.memberStore.contacts.put({ tipsterId: idOf(1), phoneNumber: '1' });

    await reader.refresh({ what: 'tipster', id: idOf(1) });

    expect(await reader.store.tipsters.count()).toBe(0);
    expect(await reader.memberStore.contacts.count()).toBe(0);
  });
});

describe('tipsters', () => {
  test('are stored in the order of their category; phone numbers are stored for the member only', async () => {
    const phoneNumber = '+2348012345678';
    const list = [named(tipsterId, { phoneNumber }), named(memberId)];
    await using reader = await aReader(tagged(list));

    await reader.refresh({ ...tipsters, category: 3 });

    expect(reader.server.requests[0]?.query.get('category')).toBe('3');
    expect(await reader.store.documents.get('tipsters:3')).toMatchObject({
      value: { ids: [tipsterId, memberId] },
    });
    expect(JSON.stringify(await reader.store.tipsters.toArray())).not.toContain(phoneNumber);
    expect(await reader.memberStore.contacts.toArray()).toEqual([{ tipsterId, phoneNumber }]);
  });

  test('lose a number that its owner hides', async () => {
    await using reader = await aReader(() => ({ status: 200, body: [named(tipsterId)] }));
    await reader.memberStore.contacts.put({ tipsterId, phoneNumber: '1' });

    await reader.refresh(tipsters);

    expect(await reader.memberStore.contacts.count()).toBe(0);
  });

  test('are requested again after a login, because members may see more', async () => {
    await using reader = await aReader(tagged([named(tipsterId)]));
    await reader.refresh(tipsters, nobody);

    expect(await reader.refresh(tipsters)).toBe('fresh');
    expect(await reader.refresh(tipsters)).toBe('unchanged');
  });

  test('do not include members with isTipster false', async () => {
    const list = [named(tipsterId), named(memberId, { isTipster: false })];
    await using reader = await aReader(() => ({ status: 200, body: list }));

    await reader.refresh(tipsters);

    expect(await reader.store.tipsters.toCollection().primaryKeys()).toEqual([tipsterId]);
  });

  test('can be fetched one by one, and private fields are not stored', async () => {
    const own = { ...named(tipsterId), email: 'ada@example.org', showPhone: true };
    await using reader = await aReader(() => ({ status: 200, body: own }));

    await reader.refresh({ what: 'tipster', id: tipsterId });

    expect(JSON.stringify(await reader.store.tipsters.toArray())).not.toContain('example.org');
  });

  test('of a spec-only backend are converted from its format', async () => {
    const specRows = [
      { _id: '64b0', firstName: 'Ada', isTipster: 1, tips: [{ _id: '65', options: [] }] },
      { _id: '64b1', firstName: 'Bola', isTipster: 0 },
    ];
    await using reader = await aReader(
      () => ({ status: 200, body: { data: specRows } }),
      specBackend,
    );

    await reader.refresh(tipsters);

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
  ])('named $picture by $api has a usable address', async ({ picture, api, stores }) => {
    const reported = named(tipsterId, { picture });
    await using reader = await aReader(({ path }) => ({
      status: 200,
      body: path.endsWith(tipsterId) ? reported : [reported],
    }));
    const { url } = reader.server;
    const ownSite = createApi({ baseUrl: '', origin: url, fetch, token: () => undefined });
    const parts = api === 'the site itself' ? { api: ownSite } : {};
    const stored = async () => (await reader.store.tipsters.get(tipsterId))?.picture;

    await reader.refresh(tipsters, parts);
    expect(await stored()).toBe(stores(url));
    await reader.store.tipsters.clear();
    await reader.refresh({ what: 'tipster', id: tipsterId }, parts);

    expect(await stored()).toBe(stores(url));
  });
});

test('followed tipsters are stored; contact details are stored for the member only', async () => {
  await using reader = await aReader(pages([tipster(1, { phoneNumber: '+44' }), tipster(2)], 2));

  await reader.refresh({ what: 'followed-tipsters' });

  expect(await reader.tipsters()).toEqual([1, 2]);
  expect(await reader.memberStore.contacts.get(idOf(1))).toMatchObject({ phoneNumber: '+44' });
});
