import { describe, expect, test } from 'vitest';
import {
  readAdminCounts,
  readAdminTip,
  readAdminTips,
} from '#client/data/tips/admin-tip-queries.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { leg, row, serverTip } from '../../../testing/engine/samples.ts';

const total = 1200;

/** An administrator's phone with many finished tips and one older tip that is still open. */
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
  await store.operations.bulkAdd([...operations]);
  return { store, read: () => read };
}

const settling = row({
  kind: 'leg.settle',
  subjects: ['tip:ticket-7'],
  payload: {
    tipId: 'ticket-7',
    legs: [leg()],
    change: { fixtureId: 'fixture-1', game: 'Arsenal Vs Chelsea', result: 'won' },
  },
});

describe('the tickets of all members', () => {
  test('are not all read for one page of the list', async () => {
    const { store, read } = await aDesk();

    const { tips, more } = await readAdminTips(store, { state: 'all', search: '' }, 20);

    expect(tips).toHaveLength(20);
    expect(tips[0]?.id).toBe(`ticket-${total - 1}`);
    expect(more).toBe(true);
    expect(read()).toBeLessThanOrEqual(500);
  });

  test('are read up to the oldest one if a filter requires that', async () => {
    const { store } = await aDesk();

    expect(await readAdminTips(store, { state: 'undecided', search: '' }, 20)).toMatchObject({
      tips: [{ id: 'ticket-7' }],
      more: false,
    });
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
  ])('are searched like on the server: "$search" finds: $finds', async (row) => {
    const { store } = await aDesk();
    await store.adminTips.update('ticket-7', {
      tipsterName: 'José Ñíguez',
      options: [leg({ game: 'Arsenal Vs Straße 05' })],
    });

    const { tips } = await readAdminTips(store, { state: 'all', search: row.search }, 20);

    const ids = tips.map(({ id }) => id);
    expect(ids.includes('ticket-7')).toBe(row.finds);
  });

  test('are filtered by the administrator’s own unsent changes', async () => {
    const { store } = await aDesk([settling]);

    expect(await readAdminTips(store, { state: 'decided', search: '' }, 20)).toMatchObject({
      tips: [{ id: 'ticket-7', device: { state: 'saved' } }],
    });
    expect(await readAdminCounts(store)).toEqual({ unpriced: 0, unconfirmed: 1 });
  });

  test('are not all read if only one is opened', async () => {
    const { store, read } = await aDesk();

    expect(await readAdminTip(store, 'ticket-7')).toMatchObject({ id: 'ticket-7' });
    expect(await readAdminTip(store, 'another')).toBeNull();
    expect(read()).toBeLessThanOrEqual(2);
  });
});
