import { describe, expect, test } from 'vitest';
import type { DeskFixture } from '#contract/desk.ts';
import type { Tip } from '#contract/tips.ts';
import {
  findOutdatedFixtures,
  areAllTicketsStored,
  StoredDesk,
} from '#sync/refresh/stored-desk.ts';
import { readOutboxForDrain } from '#sync/outbox/outbox.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';
import { anHttpServer, type Received, type Reply } from '../../testing/server/an-http-server.ts';
import { aDevice } from '../../testing/engine/a-device.ts';
import {
  confirming,
  fixture,
  pricing,
  selection,
  settling,
} from '../../testing/engine/desk-samples.ts';
import { leg, row, serverTip, tipId, tipsterId } from '../../testing/engine/samples.ts';

const counts = { unpriced: 1, unpricedSoon: 0, resultsMissing: 0, ready: 0, corrected: 0 };

const ticket = (number: number, values: Partial<Tip> = {}): Tip =>
  serverTip({
    id: `0195c000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    tipsterId,
    creationTime: new Date(Date.UTC(2026, 2, 1) + number * 1000).toISOString(),
    ...values,
  });

/** Returns the fixture with the number of its open tickets. */
function counted(one: DeskFixture, tips: readonly Tip[]): DeskFixture {
  const tickets = tips.filter(
    ({ IsGameSuccessful, options }) =>
      !IsGameSuccessful && options.some(({ fixtureId }) => fixtureId === one.id),
  ).length;
  return { ...one, selections: [selection({ tickets, own: 0 })] };
}

/** A server with a desk and this many tickets, and an administrator's device. */
async function anAdministrator(count: number, backend = touchlineBackend) {
  const there = {
    tag: '"1"',
    fixtures: [fixture()],
    tickets: Array.from({ length: count }, (_, index) => ticket(count - index)),
    /** Number of pages that the server answers before it fails. */
    pages: Infinity,
    isCursorKnown: true,
    /** Tickets posted between the response of the desk and that of the tickets. */
    postedAfterDesk: [] as Tip[],
  };
  const server = await anHttpServer(({ path, query, headers }: Received): Reply => {
    if (path === '/api/admin/desk') {
      if (headers['if-none-match'] === there.tag) return { status: 304 };
      const body = { counts, fixtures: there.fixtures.map((one) => counted(one, there.tickets)) };
      there.tickets = [...there.postedAfterDesk.splice(0), ...there.tickets];
      return { status: 200, body, headers: { etag: there.tag } };
    }
    there.pages -= 1;
    if (there.pages < 0) return 'break';
    const before = query.get('before');
    if (before !== null && !there.isCursorKnown) {
      return { status: 422, body: { code: 'invalid-input', message: '', status: 422 } };
    }
    const fixtureId = query.get('fixtureId');
    const listed = there.tickets.filter(
      ({ IsGameSuccessful, options }) =>
        (query.get('state') === 'all' || !IsGameSuccessful) &&
        (fixtureId === null || options.some((one) => one.fixtureId === fixtureId)),
    );
    const start = listed.findIndex(({ id }) => id === before) + 1;
    const body = listed.slice(start, start + 100);
    const more = start + 100 < listed.length;
    const link = `<${path}?limit=100&before=${body.at(-1)?.id}>; rel="next"`;
    return { status: 200, body, ...(more && { headers: { link } }) };
  });
  const { store, clock, refreshes } = aDevice({ ...server, backend });
  return {
    there,
    store,
    clock,
    refresh: async () => refreshes({ what: 'desk' }),
    lists: async () => refreshes({ what: 'admin-tips' }),
    requests: () =>
      server.requests
        .splice(0)
        .map(({ path, query }) =>
          path === '/api/admin/desk' ? 'desk' : `${query.get('state')} ${query.get('fixtureId')}`,
        ),
    stored: async () => StoredDesk.parse((await store.documents.get('desk'))?.value),
    changes: (fixtures: DeskFixture[]) => {
      there.tag = `"${Number(there.tag.slice(1, -1)) + 1}"`;
      there.fixtures = fixtures;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

describe('the desk of an administrator’s device', () => {
  test('stores every open ticket, for any number of tickets', async () => {
    await using admin = await anAdministrator(250);
    await admin.store.adminTips.put(ticket(999));
    const treated = ticket(998, { IsGameSuccessful: true });
    await admin.store.adminTips.put(treated);

    expect(await admin.refresh()).toBe('fresh');

    expect(admin.requests()).toEqual(['desk', 'open null', 'open null', 'open null']);
    expect(await admin.store.adminTips.get(treated.id)).toBeDefined();
    expect(await admin.store.adminTips.count()).toBe(251);
    expect(areAllTicketsStored(await admin.stored())).toBe(true);
  });

  test('needs one small request if nothing changed', async () => {
    await using admin = await anAdministrator(1);
    await admin.refresh();
    admin.requests();

    expect(await admin.refresh()).toBe('unchanged');

    expect(admin.requests()).toEqual(['desk']);
  });

  test('has the age of the last response, in minutes', async () => {
    await using admin = await anAdministrator(1);
    await admin.refresh();
    const age = async () => (await admin.store.documents.get('desk'))?.fetchedAt;
    const first = admin.clock.now();

    admin.clock.passes(59_000);
    await admin.refresh();
    expect(await age()).toBe(first);

    admin.clock.passes(1_000);
    await admin.refresh();
    expect(await age()).toBe(first + 60_000);
  });

  test('shows which fixtures have missing tickets', async () => {
    await using admin = await anAdministrator(1);
    admin.changes([fixture(), fixture({ id: 'fixture-2' })]);
    await admin.refresh();
    expect(findOutdatedFixtures(await admin.stored())).toEqual([]);

    const { here: _, ...stored } = await admin.stored();

    expect(findOutdatedFixtures(stored)).toHaveLength(2);
    expect(findOutdatedFixtures({ ...stored, here: { 'fixture-2': '3 4 0' } })).toMatchObject([
      { id: 'fixture-1' },
    ]);
  });

  test('fetches the tickets of changed and removed fixtures', async () => {
    await using admin = await anAdministrator(0);
    const other = fixture({ id: 'fixture-2' });
    const removed = fixture({ id: 'fixture-3' });
    const stored = ticket(3, { options: [leg({ fixtureId: 'fixture-3' })] });
    admin.there.tickets = [stored, ticket(1)];
    admin.changes([fixture(), other, removed]);
    await admin.refresh();
    admin.requests();

    admin.there.tickets = [{ ...stored, version: 2, IsGameSuccessful: true }, ticket(2)];
    admin.changes([fixture({ ticketState: 5 }), other]);
    expect(await admin.refresh()).toBe('fresh');

    expect(admin.requests()).toEqual(['desk', 'all fixture-3', 'all fixture-1']);
    expect(await admin.store.adminTips.orderBy('creationTime').toArray()).toMatchObject([
      { id: ticket(2).id },
      { id: stored.id, IsGameSuccessful: true },
    ]);
  });

  test('deletes a ticket that was posted after the desk was read and then withdrawn', async () => {
    await using admin = await anAdministrator(0);
    const remaining = ticket(1);
    admin.there.tickets = [remaining];
    admin.changes([fixture()]);
    const elsewhere = leg({ fixtureId: 'fixture-2' });
    admin.there.postedAfterDesk = [ticket(2, { options: [...remaining.options, elsewhere] })];
    await admin.refresh();
    expect(await admin.store.adminTips.count()).toBe(2);
    admin.requests();

    admin.there.tickets = [remaining];
    await admin.refresh();

    expect(admin.requests()).toEqual(['desk', 'all fixture-2', 'all fixture-1']);
    expect(await admin.store.adminTips.toArray()).toMatchObject([{ id: remaining.id }]);
    expect(await admin.refresh()).toBe('unchanged');
    expect(admin.requests()).toEqual(['desk']);
  });

  test('deletes a withdrawn ticket of another list', async () => {
    await using admin = await anAdministrator(1);
    await admin.refresh();
    const withdrawn = ticket(2);
    admin.there.tickets = [withdrawn, ...admin.there.tickets];
    await admin.lists();
    expect(await admin.store.adminTips.count()).toBe(2);

    admin.there.tickets = admin.there.tickets.slice(1);
    await admin.refresh();

    expect(await admin.store.adminTips.toArray()).toMatchObject([{ id: ticket(1).id }]);
  });

  test('fetches all open tickets if many fixtures changed', async () => {
    await using admin = await anAdministrator(1);
    await admin.refresh();
    admin.requests();

    admin.changes(Array.from({ length: 14 }, (_, index) => fixture({ id: `fixture-${index}` })));
    await admin.refresh();

    expect(admin.requests()).toEqual(['desk', 'open null']);
    expect(areAllTicketsStored(await admin.stored())).toBe(true);
  });

  test('keeps received tickets after a lost connection, and shows that some are missing', async () => {
    await using admin = await anAdministrator(250);
    admin.there.pages = 2;

    expect(await admin.refresh()).toBe('failed');
    expect(await admin.store.adminTips.count()).toBe(200);
    expect(areAllTicketsStored(await admin.stored())).toBe(false);

    admin.requests();
    admin.there.pages = Infinity;
    await admin.refresh();
    expect(admin.requests()).toEqual(['desk', 'open null']);
    expect(await admin.store.adminTips.count()).toBe(250);
    expect(areAllTicketsStored(await admin.stored())).toBe(true);
  });

  test('fetches again the fixtures that changed while an incomplete list waited', async () => {
    await using admin = await anAdministrator(250);
    admin.there.pages = 2;
    await admin.refresh();
    admin.requests();

    const [first = ticket(250), ...others] = admin.there.tickets;
    admin.there.tickets = [{ ...first, version: first.version + 1 }, ...others];
    admin.changes([fixture({ version: 4 })]);
    admin.there.pages = Infinity;
    await admin.refresh();

    expect(admin.requests().slice(0, 3)).toEqual(['desk', 'open null', 'all fixture-1']);
    expect(await admin.store.adminTips.get(first.id)).toMatchObject({ version: first.version + 1 });
    expect(areAllTicketsStored(await admin.stored())).toBe(true);
  });

  test('starts a list again if the server does not know its cursor', async () => {
    await using admin = await anAdministrator(250);
    admin.there.pages = 2;
    await admin.refresh();

    admin.there.pages = Infinity;
    admin.there.isCursorKnown = false;
    expect(await admin.refresh()).toBe('failed');
    admin.there.isCursorKnown = true;
    await admin.refresh();

    expect(areAllTicketsStored(await admin.stored())).toBe(true);
    expect((await admin.stored()).listing).toBeUndefined();
  });

  test('keeps a row that is newer than that of the page', async () => {
    await using admin = await anAdministrator(1);
    await admin.store.adminTips.put(ticket(1, { version: 9 }));

    await admin.refresh();

    expect(await admin.store.adminTips.toArray()).toMatchObject([{ version: 9 }]);
  });

  test('removes an operation once its tickets contain it, and not before', async () => {
    await using admin = await anAdministrator(1);
    const done = { state: 'acked', sentEver: true, ack: { status: 200, at: 0 } } as const;
    const waiting = row({ seq: 2, ...confirming });
    await admin.store.operations.bulkAdd([row({ ...pricing(), ...done }), waiting]);

    admin.there.pages = 0;
    await admin.refresh();
    expect(await admin.store.operations.count()).toBe(2);

    admin.there.pages = Infinity;
    await admin.refresh();
    expect(await admin.store.operations.toArray()).toEqual([waiting]);
  });

  test.each([
    { what: 'if the leg is as its person saw it', result: 'won' as const, version: 3 },
    { what: 'not if somebody else has changed the leg', result: 'lost' as const, version: 1 },
  ])('moves later operations to the version of the ticket: $what', async (row_) => {
    await using admin = await anAdministrator(0);
    const seen = leg({ result: 'won' });
    const change = { fixtureId: seen.fixtureId, game: seen.game, result: 'void' as const };
    const tip = serverTip({ tipsterId });
    await admin.store.adminTips.put(tip);
    await admin.store.operations.bulkAdd([
      row({ seq: 1, ...settling(), state: 'acked', ack: { status: 200, at: 0 } }),
      row({
        seq: 2,
        kind: 'leg.settle',
        payload: { tipId, legs: [seen], change },
        baseVersion: tip.version,
      }),
    ]);
    admin.there.tickets = [{ ...tip, version: 3, options: [leg({ result: row_.result })] }];
    admin.changes([fixture({ ticketState: 9 })]);

    await admin.refresh();

    const [remaining] = await readOutboxForDrain(admin.store);
    expect(remaining).toMatchObject({ kind: 'leg.settle' });
    expect(Math.max(remaining?.baseVersion ?? 0, remaining?.ownVersion ?? 0)).toBe(row_.version);
  });

  test('is not requested from a spec-only backend', async () => {
    await using admin = await anAdministrator(1, specBackend);

    expect(await admin.refresh()).toBe('failed');

    expect(admin.requests()).toEqual([]);
    expect(await admin.store.adminTips.get(tipId)).toBeUndefined();
  });
});
