import { describe, expect, test } from 'vitest';
import type { DeskFixture } from '#contract/desk.ts';
import { enqueue, readOutbox, retryNow } from '#sync/outbox/outbox.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { OperationKind, PayloadOf } from '#sync/operations/registry.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { aDrain } from '../../testing/engine/a-drain.ts';
import { databases } from '../../testing/engine/a-device.ts';
import {
  confirming,
  correcting,
  fixture,
  fixtureId,
  game,
  pricing,
  result,
  selection,
  settling,
} from '../../testing/engine/desk-samples.ts';
import { leg, memberId, problem, row, tipId, tipsterId } from '../../testing/engine/samples.ts';

const taken = { kind: 'ok', reply: {}, status: 200 } as const;

describe('a confirmation of tickets', () => {
  const together = [
    { what: 'waits', kind: 'tips.confirm' },
    { what: 'is taken back, and that waits', kind: 'tips.reopen' },
  ];

  test.each(together)('$what for what was decided before', ({ kind }) => {
    const drain = aDrain([
      row({ seq: 1, ...settling() }),
      row({ seq: 2, ...settling({ fixtureId: 'fixture-2' }), lane: 'fixture:fixture-2' }),
      row({ seq: 3, ...confirming, kind }),
    ]);
    expect(drain.sends()).toEqual([1, 2]);

    drain.answers(1, taken);
    expect(drain.sends()).toEqual([]);

    drain.answers(2, taken);
    expect(drain.sends()).toEqual([3]);
  });

  test.each(together)('$what for what was done to its tickets alone, not others', ({ kind }) => {
    const legs = [leg()];
    const change = { fixtureId, game, result: 'won' };
    const decided = { kind: 'leg.settle', payload: { tipId, legs, change } };
    const elsewhere = { kind: 'tip.book', lane: `tip:${tipsterId}`, payload: { tipId: tipsterId } };
    const drain = aDrain([
      row({ seq: 1, ...decided }),
      row({ seq: 2, ...elsewhere }),
      row({ seq: 3, ...confirming, kind }),
    ]);
    expect(drain.sends()).toEqual([1, 2]);

    drain.answers(1, taken);
    expect(drain.sends()).toEqual([3]);
  });

  test('waits for a decision that waits for its author’s email to be verified', () => {
    const unverified = { state: 'blocked', blockedBy: 'unverified' } as const;
    const drain = aDrain([
      row({ seq: 1, ...settling(), ...unverified }),
      row({ seq: 2, ...confirming }),
    ]);
    expect(drain.sends()).toEqual([]);
  });

  test('waits for a decision that waits itself for a change of one ticket', () => {
    const change = { fixtureId, game, result: 'won' };
    const decided = { kind: 'leg.settle', payload: { tipId: tipsterId, legs: [leg()], change } };
    const drain = aDrain([
      row({ seq: 1, ...decided, lane: `tip:${tipsterId}` }),
      row({ seq: 2, ...settling() }),
      row({ seq: 3, ...confirming }),
    ]);
    expect(drain.sends()).toEqual([1]);

    drain.answers(1, taken);
    expect(drain.sends()).toEqual([2]);

    drain.answers(2, taken);
    expect(drain.sends()).toEqual([3]);
  });

  test('comes before what is decided after it', () => {
    const drain = aDrain([row({ seq: 1, ...confirming }), row({ seq: 2, ...settling() })]);
    expect(drain.sends()).toEqual([1]);

    drain.answers(1, taken);
    expect(drain.sends()).toEqual([2]);
  });

  test('is taken back before its decisions are, though the first request fails', () => {
    const undone = settling({ results: [{ oddsId: 1, result: 'pending' }] });
    const drain = aDrain([
      row({ seq: 1, ...confirming, kind: 'tips.reopen' }),
      row({ seq: 2, ...undone }),
    ]);
    expect(drain.sends()).toEqual([1]);

    drain.answers(1, { kind: 'unreachable', cause: 'network' });
    expect(drain.sends()).toEqual([]);

    drain.passes(60_000);
    drain.answers(1, taken);
    expect(drain.sends()).toEqual([2]);
  });

  test('waits while an answer is not known', () => {
    const drain = aDrain([row({ seq: 1, ...settling() }), row({ seq: 2, ...confirming })]);
    expect(drain.sends()).toEqual([1]);

    drain.answers(1, { kind: 'unreachable', cause: 'network' });

    expect(drain.sends()).toEqual([]);
    drain.passes(60_000);
    expect(drain.sends()).toEqual([1]);
  });

  test.each(['conflict', 'rejected', 'unreadable'] as const)(
    'is not held up by a decision that is %s, nor by what waits behind it',
    (state) => {
      const drain = aDrain([
        row({ seq: 1, ...settling(), state }),
        row({ seq: 2, ...pricing() }),
        row({ seq: 3, ...confirming }),
      ]);

      expect(drain.sends()).toEqual([3]);
    },
  );
});

describe('a change of one ticket', () => {
  const legs = [leg()];
  const change = { fixtureId, game, result: 'won' };
  const decided = { kind: 'leg.settle', payload: { tipId, legs, change }, baseVersion: 1 } as const;
  const elsewhere = settling({ fixtureId: 'fixture-2' });

  test('waits for what was done before to its fixtures, until its row contains it', () => {
    const drain = aDrain([
      row({ seq: 1, ...settling() }),
      row({ seq: 2, ...elsewhere, lane: 'fixture:fixture-2' }),
      row({ seq: 3, ...decided }),
    ]);
    expect(drain.sends()).toEqual([1, 2]);

    drain.answers(1, taken);
    drain.answers(2, taken);
    expect(drain.sends()).toEqual([]);
    const contained = aDrain([
      row({ seq: 2, ...elsewhere, lane: 'fixture:fixture-2' }),
      row({ seq: 3, ...decided }),
    ]);
    expect(contained.sends()).toEqual([2, 3]);
  });

  test('comes before what is done to its fixture afterwards', () => {
    const drain = aDrain([row({ seq: 1, ...decided }), row({ seq: 2, ...settling() })]);
    expect(drain.sends()).toEqual([1]);

    drain.answers(1, { ...taken, version: 2 });
    expect(drain.sends()).toEqual([2]);
  });

  test('is confirmed after what was decided of all of its games', () => {
    const confirm = { kind: 'tip.confirm', payload: { tipId }, baseVersion: 1 };
    const drain = aDrain([row({ seq: 1, ...settling() }), row({ seq: 2, ...confirm })]);

    expect(drain.sends()).toEqual([1]);
  });
});

describe('what an administrator does at the desk', () => {
  test('is decided by the version after their own result', () => {
    const drain = aDrain([
      row({ seq: 1, ...result(), baseVersion: 3 }),
      row({ seq: 2, ...settling() }),
    ]);
    expect(drain.sends()).toEqual([1]);

    drain.answers(1, { ...taken, version: 4 });

    expect(JSON.parse(drain.row(2)?.sent?.body ?? '{}')).toEqual({
      version: 4,
      results: [{ oddsId: 1, result: 'won' }],
    });
  });

  test('names the version that it was made from without being asked', async () => {
    const { store } = databases();
    await queues(store, 'fixture.settle', payloadOf(settling()));

    expect(await readOutbox(store)).toMatchObject([{ baseVersion: 3 }]);
  });

  test('is one price for each option until it was sent, by what was seen before both', async () => {
    const { store } = databases();
    const prices = [
      { oddsId: 1, odd: 1.8, seen: 2.5 },
      { oddsId: 2, odd: 3 },
    ];
    await queues(store, 'prices.set', { fixtureId, game, prices });
    await queues(store, 'prices.set', {
      fixtureId,
      game,
      prices: [{ oddsId: 1, odd: 1.9, seen: 1.8 }],
    });

    expect(await payloads(store)).toEqual([
      {
        fixtureId,
        game,
        prices: [
          { oddsId: 2, odd: 3 },
          { oddsId: 1, odd: 1.9, seen: 2.5 },
        ],
      },
    ]);
  });

  test('keeps prices with another reason to themselves', async () => {
    const { store } = databases();
    const prices = [{ oddsId: 1, odd: 1.8 }];
    await queues(store, 'prices.set', { fixtureId, game, prices, reason: 'Late' });
    await queues(store, 'prices.set', { fixtureId, game, prices });

    expect(await payloads(store)).toHaveLength(2);
  });

  test('is one result until it was sent, and takes the place of one that was refused', async () => {
    const { store } = databases();
    await queues(store, 'result.set', payloadOf(result()));
    await queues(store, 'result.set', payloadOf(result({ fullTime: [2, 2] })));
    expect(await payloads(store)).toMatchObject([{ fullTime: [2, 2] }]);

    await store.operations.toCollection().modify({ state: 'conflict', sentEver: true });
    await queues(store, 'result.set', payloadOf(result({ fullTime: [3, 2] })));
    expect(await payloads(store)).toMatchObject([{ fullTime: [3, 2] }]);
  });

  test('goes by what others had where only tickets without a price got it before', async () => {
    const { store } = databases();
    const about = { fixtureId, game };
    const gap = { oddsId: 1, odd: 2, ifUnpriced: true as const };
    await queues(store, 'prices.set', { ...about, prices: [gap] });
    await queues(store, 'prices.set', { ...about, prices: [{ oddsId: 1, odd: 2.5, seen: 2 }] });

    expect(await payloads(store)).toMatchObject([{ prices: [{ oddsId: 1, odd: 2.5, seen: 2 }] }]);
  });

  describe('before it was sent', () => {
    const results = (result: 'won' | 'lost' | 'pending', ...options: number[]) => ({
      results: options.map((oddsId) => ({ oddsId, result })),
    });

    async function decides(...all: Parameters<typeof settling>[0][]) {
      const { store } = databases();
      for (const values of all) await queues(store, 'fixture.settle', payloadOf(settling(values)));
      return payloads(store);
    }

    test('is one settlement of a version', async () => {
      const won = results('won', 1);
      const queued = await decides(won, results('lost', 2), { ...won, version: 4 });

      expect(queued).toMatchObject([
        { version: 3, results: [...won.results, ...results('lost', 2).results] },
        { version: 4, ...won },
      ]);
    });

    test('is taken back by not being sent', async () => {
      expect(await decides(results('won', 1), results('pending', 1))).toEqual([]);
      expect(await decides(results('won', 1, 2), results('pending', 1))).toMatchObject([
        results('won', 2),
      ]);
    });

    test('is taken back without what was decided before it', async () => {
      const [won, lost] = [results('won', 1), results('lost', 1)];

      expect(await decides(won, lost, results('pending', 1))).toMatchObject([won]);
    });

    test('comes after a decision that is taken back, where it decides only what is pending', async () => {
      const certain = {
        results: [{ oddsId: 1, result: 'won' as const, ifPending: true as const }],
      };
      const undone = results('pending', 1);

      expect(await decides(undone, certain)).toMatchObject([undone, certain]);
    });
  });

  test('cancels out where the same tickets are opened again before they were sent', async () => {
    const { store } = databases();
    await queues(store, 'tips.confirm', { ids: [tipId, tipsterId] });
    await queues(store, 'tips.reopen', { ids: [tipId] });
    expect(await readOutbox(store)).toMatchObject([
      { kind: 'tips.confirm', payload: { ids: [tipsterId] } },
    ]);

    await store.operations.clear();
    await queues(store, 'tips.confirm', { ids: [tipId, tipsterId] });
    await queues(store, 'tips.reopen', { ids: [tipsterId, tipId] });
    expect(await payloads(store)).toEqual([]);
  });
});

describe('what somebody else did meanwhile', () => {
  const by = { by: 'Bisi Ade', at: '2026-03-07T11:58:00.000Z' };
  const stale = (values: Partial<DeskFixture>) => {
    const body = problem('stale-version', { fixture: fixture({ version: 5, ...values }), ...by });
    return { kind: 'refused', problem: body, status: body.status } as const;
  };

  test('is kept with their name, the time and the fixture', () => {
    const drain = aDrain([row({ seq: 1, ...result() })]);

    drain.answers(1, stale({ status: 'cancelled' }));

    expect(drain.row(1)).toMatchObject({
      state: 'conflict',
      problem: { code: 'stale-version', fixture: { status: 'cancelled', version: 5 }, ...by },
    });
  });

  const same: { what: string; change: Partial<OperationRow>; values: Partial<DeskFixture> }[] = [
    { what: 'result', change: result(), values: { status: 'played', score: { fullTime: [2, 1] } } },
    { what: 'decision', change: settling(), values: { selections: [selection({ won: 4 })] } },
  ];

  test.each(same)('is no conflict where it is the same $what', ({ change, values }) => {
    const drain = aDrain([row({ seq: 1, ...change })]);

    drain.answers(1, stale(values));

    expect(drain.row(1)).toMatchObject({ state: 'acked' });
  });

  test('is a conflict where a newer result does not bear out the same decision', () => {
    const decision = { oddsId: 1, result: 'void', reason: 'The stand was closed.' };
    const change = settling();
    const payload = { ...change.payload, results: [decision] };
    const drain = aDrain([row({ seq: 1, ...change, payload })]);

    drain.answers(1, stale({ selections: [selection({ void: 4, differing: 4 })] }));

    expect(drain.row(1)).toMatchObject({ state: 'conflict' });
  });

  test.each([
    {
      what: 'a price',
      change: pricing(1.8, 3),
      again: { prices: [{ oddsId: 1, odd: 1.8, seen: 2.5 }] },
    },
    {
      what: 'a decision',
      change: settling(),
      again: { version: 5, results: [{ oddsId: 1, result: 'won', over: true }] },
    },
    {
      what: 'a correction',
      change: correcting(),
      again: { version: 5, results: [{ oddsId: 1, result: 'lost', over: true }] },
    },
  ])('is overruled with $what only as it was seen', async ({ change, again }) => {
    const { store } = databases();
    const body = stale({ selections: [selection({ pending: 3, lost: 1 })] }).problem;
    const waiting = row({ ...change, state: 'conflict', sentEver: true, problem: body });
    await store.operations.add(waiting);

    await retryNow(store, waiting.id);

    expect(await readOutbox(store)).toMatchObject([
      { state: 'pending', baseVersion: 5, payload: again },
    ]);
  });
});

function payloadOf<Payload>({ payload }: { payload: Payload }): Payload {
  return payload;
}

async function queues<Kind extends OperationKind>(
  store: MemberStore,
  kind: Kind,
  payload: PayloadOf<Kind>,
): Promise<void> {
  await enqueue(store, { memberId, kind, payload });
}

async function payloads(store: MemberStore): Promise<unknown[]> {
  return (await readOutbox(store)).map(({ payload }) => payload);
}
