// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { adminCounts, type AdminRows, anyTip, matchingTips } from '#client/data/everybodys-tips.ts';
import * as folding from '#client/data/folding.ts';
import type { Folded } from '#sync/folded-query.ts';
import { observed } from '#sync/observable.ts';
import type { OperationRow } from '#sync/outbox-store.ts';
import { databases } from '../../sync/support/a-device.ts';
import { leg, row, serverTip } from '../../sync/support/samples.ts';

const total = 1200;

/** An administrator's phone with many tips that are done with, and one very old that is not. */
async function aDesk(operations: readonly OperationRow[] = []) {
  const { store } = databases();
  const rows = Array.from({ length: total }, (_, index) => {
    const creationTime = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
    return serverTip({ id: `ticket-${index}`, creationTime, IsGameSuccessful: index !== 7 });
  });
  await store.adminTips.bulkPut(rows);
  let read = 0;
  store.adminTips.hook('reading', (found) => {
    read += 1;
    return found;
  });
  const desk: AdminRows = {
    store,
    owed: observed<readonly unknown[] | undefined>(operations),
    rules: observed<typeof folding | undefined>(folding),
  };
  return { desk, read: () => read };
}

async function firstOf<Shown>(shown: Folded<Shown>): Promise<Shown> {
  const { promise, resolve, reject } = Promise.withResolvers<Shown>();
  const watched = shown.subscribe(resolve, reject);
  const value = await promise;
  watched.unsubscribe();
  return value;
}

const settling = row({
  kind: 'leg.settle',
  lane: 'tip:ticket-7',
  payload: {
    tipId: 'ticket-7',
    legs: [leg()],
    change: { fixtureId: 'fixture-1', game: 'Arsenal Vs Chelsea', result: 'won' },
  },
});

describe("everybody's tickets", () => {
  test('are not all read for a page of them', async () => {
    const { desk, read } = await aDesk();

    const { tips, more } = await firstOf(matchingTips(desk, { state: 'all', search: '' }, 20));

    expect(tips).toHaveLength(20);
    expect(tips[0]?.id).toBe(`ticket-${total - 1}`);
    expect(more).toBe(true);
    expect(read()).toBeLessThanOrEqual(500);
  });

  test('are looked through to the oldest for the one that is wanted', async () => {
    const { desk } = await aDesk();

    expect(await firstOf(matchingTips(desk, { state: 'undecided', search: '' }, 20))).toMatchObject(
      { tips: [{ id: 'ticket-7' }], more: false },
    );
  });

  test.each([
    { search: 'JOSE', finds: true },
    { search: 'niguez  ARS', finds: true },
    { search: 'straße', finds: true },
    { search: 'strasse', finds: true },
    { search: 'TICKET-7 jose', finds: true },
    { search: '\u200fjosé\u00a0ñíguez', finds: true },
    { search: 'jose nobody', finds: false },
    { search: 'joseniguez', finds: false },
  ])('are searched as the server searches: "$search" finds: $finds', async (row) => {
    const { desk } = await aDesk();
    await desk.store.adminTips.update('ticket-7', {
      tipsterName: 'José Ñíguez',
      options: [leg({ game: 'Arsenal Vs Straße 05' })],
    });

    const shown = matchingTips(desk, { state: 'all', search: row.search }, 20);

    const ids = (await firstOf(shown)).tips.map(({ id }) => id);
    expect(ids.includes('ticket-7')).toBe(row.finds);
  });

  test('match by what the administrator has just done', async () => {
    const { desk } = await aDesk([settling]);

    expect(await firstOf(matchingTips(desk, { state: 'decided', search: '' }, 20))).toMatchObject({
      tips: [{ id: 'ticket-7', device: { state: 'saved' } }],
    });
    expect(await firstOf(adminCounts(desk))).toEqual({ unpriced: 0, unconfirmed: 1 });
  });

  test('are read one by one where one is open', async () => {
    const { desk, read } = await aDesk();

    expect(await firstOf(anyTip(desk, 'ticket-7'))).toMatchObject({ id: 'ticket-7' });
    expect(await firstOf(anyTip(desk, 'another'))).toBeNull();
    expect(read()).toBeLessThanOrEqual(2);
  });
});
