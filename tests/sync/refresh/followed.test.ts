import { describe, expect, test } from 'vitest';
import { followedSeenDocument } from '#sync/refresh/document-names.ts';
import { refreshFollowedTips, refreshFollowedTipsters } from '#sync/refresh/followed.ts';
import { aReader, idOf, pages, tip, tipster } from '../../testing/engine/a-list-reader.ts';

async function aFan(rows: Parameters<typeof pages>[0], size = 2) {
  const reader = await aReader(pages(rows, size));
  const store = reader.memberStore;
  return {
    ...reader,
    refresh: (more?: boolean) => refreshFollowedTips({ ...reader.parts, store }, { more }),
    stored: async () => {
      const ids = await store.followedTips.orderBy('creationTime').reverse().primaryKeys();
      return ids.map((id) => Number(id.slice(-12)));
    },
    seen: async () => (await store.documents.get(followedSeenDocument))?.value,
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  };
}

describe('the stored tips of followed tipsters', () => {
  test('are read page by page, and again with their tags', async () => {
    await using fan = await aFan([tip(3), tip(2), tip(1)]);

    expect(await fan.refresh()).toBe('fresh');
    expect(await fan.stored()).toEqual([3, 2]);
    await fan.refresh(true);
    expect(await fan.stored()).toEqual([3, 2, 1]);
    expect(await fan.refresh()).toBe('unchanged');
  });

  test('are the member’s own, and not among those that outlast a logout', async () => {
    await using fan = await aFan([tip(1)]);

    await fan.refresh();

    expect(await fan.store.tips.count()).toBe(0);
    expect(await fan.store.documents.count()).toBe(0);
  });

  test('lose what the list holds no more', async () => {
    const rows = [tip(3), tip(2), tip(1)];
    await using fan = await aFan(rows, 3);
    await fan.refresh();

    rows.splice(1, 1);
    await fan.refresh();

    expect(await fan.stored()).toEqual([3, 1]);
  });

  test('lose what newer tips have pushed off the pages that are refreshed', async () => {
    const rows = [tip(2, { analysis: 'To be removed.' }), tip(1)];
    await using fan = await aFan(rows);
    await fan.refresh();

    rows.unshift(tip(4), tip(3));
    await fan.refresh();

    expect(await fan.stored()).toEqual([4, 3]);
  });

  test('lose a text that was removed', async () => {
    const rows = [tip(2), tip(1, { analysis: 'To be removed.' })];
    await using fan = await aFan(rows);
    await fan.refresh();

    rows[1] = tip(1, { analysisRemovedBy: 'tipster', version: 2 });
    await fan.refresh();

    expect(await fan.memberStore.followedTips.get(idOf(1))).not.toHaveProperty('analysis');
  });

  test('carry an address of the picture that any page can load', async () => {
    const author = { picture: '/pictures/a.webp', settled: 0, form: [] };
    await using fan = await aFan([tip(1, { author })]);

    await fan.refresh();

    const [stored] = await fan.memberStore.followedTips.toArray();
    expect(stored?.author?.picture).toBe(`${fan.server.url}/pictures/a.webp`);
  });

  test('count as seen at the first fetch, and not at any later one', async () => {
    const rows = [tip(1)];
    await using fan = await aFan(rows);
    await fan.refresh();

    rows.unshift(tip(2));
    await fan.refresh();

    expect(await fan.seen()).toBe(tip(1).creationTime);
  });
});

test('followed tipsters are stored, whoever lists them', async () => {
  await using fan = await aFan([tipster(1, { phoneNumber: '+44' }), tipster(2)]);

  await refreshFollowedTipsters(fan.parts);

  expect(await fan.tipsters()).toEqual([1, 2]);
  expect(await fan.memberStore.contacts.get(idOf(1))).toMatchObject({ phoneNumber: '+44' });
});
