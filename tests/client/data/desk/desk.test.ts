import { describe, expect, test } from 'vitest';
import { readDesk, findReadyTickets } from '#client/data/desk/desk.ts';
import { readAdminTip, readAdminTips } from '#client/data/tips/admin-tip-queries.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import {
  confirming,
  fixture,
  pricing,
  selection,
  settling,
} from '../../../testing/engine/desk-samples.ts';
import {
  leg,
  memberId,
  row,
  serverTip,
  tipId,
  tipsterId,
} from '../../../testing/engine/samples.ts';

const counts = { unpriced: 7, unpricedSoon: 3, resultsMissing: 0, ready: 5, corrected: 2 };
const now = new Date('2026-03-01T12:00:00.000Z');

/** An administrator's phone with the desk, two unpriced tickets of other members and one of their own. */
async function aDesk(changes: Partial<OperationRow>[], isAllHere = true) {
  const { store } = databases();
  const options = [leg({ odd: 0, startDateOfGame: '2026-03-01T13:00:00.000Z' })];
  const elsewhere = [leg({ fixtureId: 'fixture-2', odd: 0 })];
  await store.adminTips.bulkPut([
    serverTip({ tipsterId, options }),
    serverTip({ id: tipsterId, tipsterId, options: elsewhere }),
    serverTip({ id: memberId, options }),
  ]);
  const here = isAllHere ? { 'fixture-1': '3 4 0' } : undefined;
  const fixtures = [fixture({ selections: [selection({ odd: 0, unpriced: 4 })] })];
  const value = { counts, fixtures, ...(here && { here }) };
  await store.documents.put({ name: 'desk', value, fetchedAt: 9 });
  await store.operations.bulkAdd(
    changes.map((change, index) => row({ seq: index + 1, ...change })),
  );
  return store;
}

describe('the desk on a device', () => {
  test('equals the server’s while no operation is pending', async () => {
    const store = await aDesk([]);

    expect(await readDesk(store, memberId, now)).toMatchObject({
      counts,
      fixtures: [{ id: 'fixture-1' }],
      isAllHere: true,
      fetchedAt: 9,
    });
  });

  test('is null before it was fetched, or if another build has written it', async () => {
    const store = await aDesk([]);
    await store.documents.put({ name: 'desk', value: { counts: 1 }, fetchedAt: 9 });
    expect(await readDesk(store, memberId, now)).toBeNull();

    await store.documents.delete('desk');
    expect(await readDesk(store, memberId, now)).toBeNull();
  });

  test('counts its own changes at once if it has every open ticket', async () => {
    const before = await readDesk(await aDesk([{ kind: 'tip.book' }]), memberId, now);
    expect(before?.counts).toMatchObject({ unpriced: 2, unpricedSoon: 1, ready: 0, corrected: 2 });

    const priced = await readDesk(await aDesk([pricing(), settling()]), memberId, now);
    expect(priced?.counts).toMatchObject({ unpriced: 1, unpricedSoon: 0, ready: 1 });
    expect(priced?.fixtures).toMatchObject([
      { selections: [{ tickets: 1, odd: 1.8, unpriced: 0, won: 1 }] },
    ]);

    const closed = await readDesk(await aDesk([settling(), confirming]), memberId, now);
    expect(closed?.counts).toMatchObject({ ready: 0 });
    expect(closed?.fixtures).toMatchObject([{ selections: [{ tickets: 0, won: 0 }] }]);
  });

  test('undoes only the decisions of the action that is undone', async () => {
    const took = { result: 'won' as const, since: '2026-03-01T11:00:00.000Z' };
    const undo = settling({ results: [{ oddsId: 1, result: 'pending', took }] });
    const store = await aDesk([undo]);
    const wonAt = (confirmedAt: string) => [leg({ result: 'won', status: true, confirmedAt })];
    await store.adminTips.bulkPut([
      serverTip({ tipsterId, options: wonAt('2026-03-01T11:30:00.000Z') }),
      serverTip({ id: tipsterId, tipsterId, options: wonAt('2026-03-01T10:30:00.000Z') }),
    ]);

    const shown = await readDesk(store, memberId, now);

    expect(shown?.counts).toMatchObject({ ready: 1 });
    expect(shown?.fixtures).toMatchObject([{ selections: [{ tickets: 2, pending: 1, won: 1 }] }]);
  });

  test('shows the server’s counts if it does not have all open tickets', async () => {
    const shown = await readDesk(await aDesk([pricing()], false), memberId, now);

    expect(shown).toMatchObject({ isAllHere: false, counts: { unpriced: 7, ready: 5 } });
  });

  test('reads each ticket once if tickets are requested, and otherwise none', async () => {
    const store = await aDesk([]);
    let rows = 0;
    store.adminTips.hook('reading', (tip) => {
      rows += 1;
      return tip;
    });

    expect(await readDesk(store, memberId, now)).toMatchObject({ tickets: [] });
    expect(rows).toBe(0);
    const desk = await readDesk(store, memberId, now, 'desk and tickets');
    expect(rows, 'each of them once').toBe(3);
    expect(desk?.tickets.map(({ id }) => id).toSorted()).toEqual([tipsterId, tipId]);
  });

  test('lists the tickets that are ready to be confirmed, and counts those without odds', async () => {
    const ready = async (changes: Partial<OperationRow>[]) => {
      const desk = await readDesk(await aDesk(changes), memberId, now, 'desk and tickets');
      return desk && findReadyTickets(desk);
    };

    expect(await ready([])).toEqual({ ids: [], unpriced: 0, differing: 0 });
    expect(await ready([settling()])).toEqual({ ids: [tipId], unpriced: 1, differing: 0 });
  });

  test('leaves out tickets settled by an outdated result, until they are settled again', () => {
    const fact = { code: 'ended' as const, fullTime: { home: 1, away: 1 } };
    const wrong = selection({
      pending: 0,
      won: 1,
      differing: 1,
      proposal: { result: 'lost', fact },
    });
    const [won, lost] = (['won', 'lost'] as const).map((result) =>
      serverTip({ id: result, tipsterId, options: [leg({ result })] }),
    );
    const tickets = won && lost ? [won, lost] : [];

    const outdated = findReadyTickets({ tickets, fixtures: [fixture({ selections: [wrong] })] });
    expect(outdated).toMatchObject({ ids: ['lost'], differing: 1 });
    const again = fixture({ selections: [{ ...wrong, differing: 0 }] });
    expect(findReadyTickets({ tickets, fixtures: [again] })).toMatchObject({
      ids: ['won', 'lost'],
    });
  });

  test('counts an overruled ticket as ready, like the server, although other tickets are outdated', () => {
    const fullTime: [number, number] = [1, 1];
    const fact = { code: 'ended' as const, fullTime: { home: 2, away: 0 } };
    const played = {
      fixtureStatus: 'played' as const,
      score: { fullTime },
      result: 'won' as const,
    };
    const outdated = serverTip({ id: 'outdated', tipsterId, options: [leg({ ...played, fact })] });
    const overruled = serverTip({
      id: 'overruled',
      tipsterId,
      options: [leg({ ...played, reason: 'The points were given.' })],
    });
    const proposal = { result: 'lost' as const, fact };
    const readyOf = (differing: number) =>
      findReadyTickets({
        tickets: [outdated, overruled],
        fixtures: [
          fixture({ selections: [selection({ pending: 0, won: 2, differing, proposal })] }),
        ],
      }).ids;

    expect(readyOf(1)).toEqual(['overruled']);
    expect(readyOf(2)).toEqual([]);
  });

  test('applies its own changes to each ticket, also before filtering the list', async () => {
    const store = await aDesk([pricing()]);

    expect(await readAdminTip(store, tipId)).toMatchObject({ options: [{ odd: 1.8 }] });
    const { tips } = await readAdminTips(store, { state: 'unpriced', search: '' }, 1);
    expect(tips).toHaveLength(1);
    const all = await readAdminTips(store, { state: 'unpriced', search: '' }, 20);
    expect(all.tips.map(({ id }) => id).toSorted()).toEqual([memberId, tipsterId]);
  });

  test('shows a confirmation on its ticket', async () => {
    const store = await aDesk([settling(), confirming]);

    expect(await readAdminTip(store, tipId)).toMatchObject({ IsGameSuccessful: true });
    const { tips } = await readAdminTips(store, { state: 'treated', search: '' }, 20);
    expect(tips.map(({ id }) => id)).toEqual([tipId]);
  });
});
