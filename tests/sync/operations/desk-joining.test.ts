import { describe, expect, test } from 'vitest';
import type { Leg } from '#contract/tips.ts';
import { optimisticAdminTips } from '#sync/optimistic-rows.ts';
import { type OperationKind, payloadIn, type PayloadOf } from '#sync/operations/registry.ts';
import { newId } from '#sync/ids.ts';
import { cancel, enqueue, readOutbox } from '#sync/outbox/outbox.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { aDrain } from '../../testing/engine/a-drain.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { fixtureId, game, settling } from '../../testing/engine/desk-samples.ts';
import {
  leg,
  memberId,
  problem,
  row,
  serverTip,
  tipId,
  tipPayload,
  tipsterId,
} from '../../testing/engine/samples.ts';

const about = { fixtureId, game };
const unpriced = leg({ fixtureId: 'fixture-2', game: 'Lens Vs Brest', odd: 0 });
const ticket = serverTip({
  id: tipId,
  tipsterId,
  version: 1,
  options: [leg({ fixtureId, odd: 0 }), unpriced],
});

describe('what was queued since and has its place by an earlier operation', () => {
  test('a confirmation stays between two decisions of a game', async () => {
    const { store } = databases();
    await settles(store, { oddsId: 1, result: 'won' });
    await queues(store, 'tips.confirm', { ids: [tipId] });

    await settles(store, { oddsId: 2, result: 'lost' });

    expect(await kinds(store)).toEqual(['fixture.settle', 'tips.confirm', 'fixture.settle']);
    expect(aDrain(await readOutbox(store)).sends()).toEqual([1]);
  });

  test('a decision is not taken back under a confirmation that goes by it', async () => {
    const { store } = databases();
    await settles(store, { oddsId: 1, result: 'won' });
    await queues(store, 'tips.confirm', { ids: [tipId] });

    await settles(store, { oddsId: 1, result: 'pending' });

    expect(await kinds(store)).toEqual(['fixture.settle', 'tips.confirm', 'fixture.settle']);
  });

  test('a confirmation is not taken back once a game was decided after it', async () => {
    const { store } = databases();
    await queues(store, 'tips.confirm', { ids: [tipId] });
    await settles(store, { oddsId: 1, result: 'won' });

    await queues(store, 'tips.reopen', { ids: [tipId] });

    expect(await kinds(store)).toEqual(['tips.confirm', 'fixture.settle', 'tips.reopen']);
  });

  test('one ticket keeps its decision between two of its game', async () => {
    const { store } = databases();
    await settles(store, { oddsId: 1, result: 'won' });
    const change = { ...about, result: 'void', reason: 'The stand was closed.' } as const;
    await queues(store, 'leg.settle', { tipId, legs: ticket.options, change }, 1);

    await settles(store, { oddsId: 2, result: 'lost' });

    expect(await shown(store)).toMatchObject([{ result: 'void', reason: change.reason }, {}]);
    expect(aDrain(await readOutbox(store)).sends()).toEqual([1]);
  });

  test('one ticket keeps its price between two of its game', async () => {
    const { store } = databases();
    await queues(store, 'prices.set', { ...about, prices: [{ oddsId: 1, odd: 1.8 }] });
    await prices(store, fixtureId, 2.4);

    await queues(store, 'prices.set', { ...about, prices: [{ oddsId: 2, odd: 3 }] });

    expect(await shown(store)).toMatchObject([{ odd: 2.4 }, {}]);
  });

  test('a game keeps its price between two of one ticket', async () => {
    const { store } = databases();
    await prices(store, fixtureId, 2.4);
    await queues(store, 'prices.set', { ...about, prices: [{ oddsId: 1, odd: 1.8 }] });

    await prices(store, 'fixture-2', 3);

    expect(await shown(store)).toMatchObject([{ odd: 1.8 }, { odd: 3 }]);
  });
});

describe('what was queued since and is about something else', () => {
  test.each([
    { what: 'another game', kind: 'prices.set' as const },
    { what: 'a ticket of one’s own', kind: 'tip.post' as const },
  ])('keeps nothing apart: $what', async ({ kind }) => {
    const { store } = databases();
    await settles(store, { oddsId: 1, result: 'won' });
    if (kind === 'tip.post') await queues(store, kind, tipPayload());
    else {
      const prices = [{ oddsId: 1, odd: 2 }];
      await queues(store, kind, { ...about, fixtureId: 'fixture-2', prices });
    }

    await settles(store, { oddsId: 2, result: 'lost' });

    expect(await kinds(store)).toEqual([kind, 'fixture.settle']);
  });

  test('leaves a ticket of one’s own that is withdrawn unsent', async () => {
    const { store } = databases();
    const payload = tipPayload();
    await queues(store, 'tip.post', payload);
    await settles(store, { oddsId: 1, result: 'won' });

    await queues(store, 'tip.withdraw', { tipId: payload.id });

    expect(await kinds(store)).toEqual(['fixture.settle']);
  });
});

describe('an act that is taken back before it was sent', () => {
  const [older, newer] = [crypto.randomUUID(), crypto.randomUUID()];
  const won = { oddsId: 1, result: 'won', act: older } as const;
  const lost = { oddsId: 2, result: 'lost', act: older } as const;
  const voided = { oddsId: 1, result: 'void', act: newer } as const;
  const undone = { result: 'pending', act: older } as const;

  test('is not sent, beside one that decided something else', async () => {
    const { store } = databases();
    await settles(store, won, lost);
    await settles(store, { ...voided, oddsId: 3 });

    await settles(store, { ...undone, oddsId: 1 }, { ...undone, oddsId: 2 });

    expect(await decided(store)).toEqual([[{ ...voided, oddsId: 3 }]]);
  });

  test('is named to the server, which knows itself what it decided', async () => {
    const { store } = databases();
    const took = { result: 'won', since: '2026-03-07T11:54:00.000Z' } as const;
    await settles(store, { ...undone, oddsId: 1, took });
    const drain = aDrain(await readOutbox(store));

    expect(drain.sends()).toEqual([1]);
    expect(JSON.parse(drain.row(1)?.sent?.body ?? '{}')).toEqual({
      version: 3,
      results: [{ ...undone, oddsId: 1 }],
    });
  });

  test('leaves the newer one that decided the same again', async () => {
    const { store } = databases();
    await settles(store, won, lost);
    await settles(store, voided);

    await settles(store, { ...undone, oddsId: 1 }, { ...undone, oddsId: 2 });

    expect(await decided(store)).toMatchObject([[won, lost], [voided], [{}, {}]]);
  });
});

describe('a price that is said again before it was sent', () => {
  const gap = { oddsId: 1, odd: 3, ifUnpriced: true } as const;
  const all = { oddsId: 1, odd: 0, seen: 2 };

  test.each([
    { what: 'is for all where all had lost theirs', first: all, joined: { ...all, odd: 3 } },
    {
      what: 'is for those without one where that was so before',
      first: { ...gap, odd: 4 },
      joined: gap,
    },
    {
      what: 'is for nobody where all have been given one',
      first: { ...all, odd: 4 },
      joined: { ...all, odd: 4 },
    },
  ])('$what', async ({ first, joined }) => {
    const { store } = databases();
    await queues(store, 'prices.set', { ...about, prices: [first] });
    await queues(store, 'prices.set', { ...about, prices: [gap] });

    const rows = await readOutbox(store);
    expect(rows.map((row) => payloadIn(row, 'prices.set')?.prices)).toEqual([[joined]]);
  });
});

describe('what was done to one ticket and is taken back before it was sent', () => {
  const elsewhere = leg({ fixtureId: 'fixture-2', game: 'Lens Vs Brest' });
  const settlesLeg = async (
    store: MemberStore,
    change: PayloadOf<'leg.settle'>['change'],
    seen: Partial<Leg> = {},
  ) => {
    const legs = [leg({ fixtureId, ...seen }), elsewhere];
    await queues(store, 'leg.settle', { tipId, legs, change }, 1);
  };

  test('is a decision that is not sent', async () => {
    const { store } = databases();
    await settlesLeg(store, { ...about, result: 'won' });
    await settlesLeg(store, { ...about, result: 'pending' }, { result: 'won' });

    expect(await kinds(store)).toEqual([]);
  });

  test('is a decision that is not sent, where another stood before for a reason', async () => {
    const { store } = databases();
    const before = { result: 'void', reason: 'The stand was closed.' } as const;
    await settlesLeg(store, { ...about, result: 'won' }, before);
    await settlesLeg(store, { ...about, ...before }, { result: 'won' });

    expect(await kinds(store)).toEqual([]);
  });

  test('is no decision that differs, or of another leg', async () => {
    const { store } = databases();
    await settlesLeg(store, { ...about, result: 'won' }, { result: 'void', reason: 'Closed.' });
    await settlesLeg(store, { ...about, result: 'void', reason: 'Late.' }, { result: 'won' });
    const other = { fixtureId: elsewhere.fixtureId, game: elsewhere.game };
    await settlesLeg(store, { ...other, result: 'pending' });

    expect(await kinds(store)).toEqual(['leg.settle', 'leg.settle', 'leg.settle']);
  });

  test('is left out of the confirmation of many, whichever part it was in', async () => {
    const { store } = databases();
    const third = newId();
    await queues(store, 'tips.confirm', { ids: [tipId, tipsterId] });
    await queues(store, 'tips.confirm', { ids: [third] });

    await queues(store, 'tips.reopen', { ids: [tipId] });

    const rows = await readOutbox(store);
    expect(rows.map((row) => payloadIn(row, 'tips.confirm')?.ids)).toEqual([[third], [tipsterId]]);
  });

  test('is a confirmation that is not sent', async () => {
    const { store } = databases();
    const confirm = { memberId, kind: 'tip.confirm', payload: { tipId } } as const;
    const row = await enqueue(store, { ...confirm, baseVersion: 1 });

    expect(await cancel(store, row?.id ?? '')).toBe(true);
    expect(await readOutbox(store)).toEqual([]);
  });

  test.each([
    { why: 'may have been sent', sentEver: true, after: 'nothing' },
    { why: 'has a decision after it', sentEver: false, after: 'a decision' },
  ])('is sent where it $why', async ({ sentEver, after }) => {
    const { store } = databases();
    const confirm = { memberId, kind: 'tip.confirm', payload: { tipId } } as const;
    const row = await enqueue(store, { ...confirm, baseVersion: 1 });
    await store.operations.toCollection().modify({ sentEver });
    if (after === 'a decision') await settles(store, { oddsId: 1, result: 'won' });

    expect(await cancel(store, row?.id ?? '')).toBe(false);
    expect(await kinds(store)).toContain('tip.confirm');
  });
});

describe.each(['conflict', 'rejected'] as const)('what is taken back once it was %s', (state) => {
  const won = { oddsId: 1, result: 'won', act: tipId } as const;
  const lost = { oddsId: 2, result: 'lost', act: tipId } as const;
  const undone = { result: 'pending', act: tipId } as const;
  const refuses = async ({ operations }: MemberStore) =>
    operations.toCollection().modify({ state, sentEver: true, problem: problem('stale-version') });

  test('is not sent any more: decisions, whatever was seen since', async () => {
    const { store } = databases();
    await settles(store, won, lost);
    await refuses(store);
    await settles(store, { ...won, act: tipsterId });

    const results = [1, 2].map((oddsId) => ({ ...undone, oddsId }));
    await queues(store, 'fixture.settle', { ...about, version: 4, results });

    expect(await decided(store)).toEqual([[{ ...won, act: tipsterId }]]);
  });

  test('leaves the rest as it was, for its person', async () => {
    const { store } = databases();
    await settles(store, won, lost);
    await refuses(store);

    await settles(store, { ...undone, oddsId: 1 });

    expect(await decided(store)).toEqual([[lost]]);
    expect(await readOutbox(store)).toMatchObject([{ state, problem: problem('stale-version') }]);
  });

  test('is not sent any more: a confirmation of many', async () => {
    const { store } = databases();
    await queues(store, 'tips.confirm', { ids: [tipId, tipsterId] });
    await refuses(store);

    await queues(store, 'tips.reopen', { ids: [tipId] });
    const rows = await readOutbox(store);
    expect(rows.map((row) => payloadIn(row, 'tips.confirm')?.ids)).toEqual([[tipsterId]]);

    await queues(store, 'tips.reopen', { ids: [tipsterId] });
    expect(await readOutbox(store)).toEqual([]);
  });

  test('is not sent any more: a confirmation of one', async () => {
    const { store } = databases();
    const confirm = { memberId, kind: 'tip.confirm', payload: { tipId } } as const;
    const row = await enqueue(store, { ...confirm, baseVersion: 1 });
    await refuses(store);

    expect(await cancel(store, row?.id ?? '')).toBe(true);
    expect(await readOutbox(store)).toEqual([]);
  });

  test('is no decision of a leg that is pending again only by its person’s word', async () => {
    const { store } = databases();
    const decides = async (result: 'won' | 'pending') =>
      queues(store, 'leg.settle', { tipId, legs: ticket.options, change: { ...about, result } }, 1);
    await decides('won');
    await refuses(store);

    await decides('pending');

    expect(await kinds(store)).toEqual(['leg.settle', 'leg.settle']);
  });
});

describe('tickets that are opened again behind a confirmation that needs its person', () => {
  const confirm = row({
    seq: 1,
    kind: 'tip.confirm',
    payload: { tipId },
    state: 'conflict',
    sentEver: true,
    problem: problem('stale-version'),
  });
  const ofMany = (seq: number, kind: string, id: string, deps: string[] = []) =>
    row({ seq, kind, lane: 'confirmations', payload: { ids: [id] }, deps });

  test('hold up what is about them, and nothing else', () => {
    const drain = aDrain([
      confirm,
      ofMany(2, 'tips.reopen', tipId, [confirm.id]),
      ofMany(3, 'tips.confirm', tipId),
      ofMany(4, 'tips.confirm', tipsterId),
      row({ seq: 5, ...settling() }),
    ]);
    expect(drain.sends()).toEqual([4]);

    drain.answers(4, { kind: 'ok', reply: {}, status: 200 });
    expect(drain.sends()).toEqual([5]);
  });
});

async function decided(store: MemberStore) {
  return (await readOutbox(store)).map((row) => payloadIn(row, 'fixture.settle')?.results);
}

async function settles(store: MemberStore, ...results: PayloadOf<'fixture.settle'>['results']) {
  await queues(store, 'fixture.settle', { ...about, version: 3, results });
}

async function prices(store: MemberStore, of: string, odd: number) {
  const changes = [{ fixtureId: of, game, odd }];
  await queues(store, 'odds.set', { tipId, legs: ticket.options, changes }, 1);
}

async function queues<Kind extends OperationKind>(
  store: MemberStore,
  kind: Kind,
  payload: PayloadOf<Kind>,
  baseVersion?: number,
) {
  const seen = baseVersion !== undefined && { baseVersion };
  await enqueue(store, { memberId, kind, payload, ...seen });
}

async function kinds(store: MemberStore) {
  return (await readOutbox(store)).map(({ kind }) => kind);
}

/** The legs of the ticket as displayed on this device. */
async function shown(store: MemberStore) {
  return optimisticAdminTips([ticket], await readOutbox(store))[0]?.options;
}
