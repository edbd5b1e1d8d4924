import { describe, expect, test } from 'vitest';
import type { DeskFixture } from '#contract/desk.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { readOutbox, retryOperation } from '#sync/outbox/outbox.ts';
import { aDrain } from '../../testing/engine/a-drain.ts';
import { databases, queued } from '../../testing/engine/a-device.ts';
import {
  correcting,
  fixture,
  pricing,
  result,
  selection,
  settling,
} from '../../testing/engine/desk-samples.ts';
import { memberId, problem, row } from '../../testing/engine/samples.ts';

const by = { by: 'Bisi Ade', at: '2026-03-07T11:58:00.000Z' };
const decision = { oddsId: 1, result: 'void' as const, reason: 'The stand was closed.' };

/** The server's refusal after another administrator's change, with the current fixture. */
function stale(values: Partial<DeskFixture>) {
  const body = problem('stale-version', { fixture: fixture({ version: 5, ...values }), ...by });
  return { kind: 'refused', problem: body, status: body.status } as const;
}

describe('a change of a fixture that conflicts with another administrator’s', () => {
  test('contains the version that it was based on', async () => {
    const { store } = databases();
    const { payload } = settling();

    const stored = await queued(store, { memberId, kind: 'fixture.settle', payload });

    expect(stored).toMatchObject({ baseVersion: 3 });
  });

  test.each<{
    what: string;
    change: Partial<OperationRow>;
    now: Partial<DeskFixture>;
    state: OperationRow['state'];
  }>([
    {
      what: 'the same result',
      change: result(),
      now: { status: 'played', score: { fullTime: [2, 1] } },
      state: 'acked',
    },
    {
      what: 'the same decision',
      change: settling(),
      now: { selections: [selection({ won: 4 })] },
      state: 'acked',
    },
    {
      what: 'the same decision with a reason, which a newer result contradicts',
      change: settling({ results: [decision] }),
      now: { selections: [selection({ void: 4, differing: 4 })] },
      state: 'conflict',
    },
    { what: 'another result', change: result(), now: { status: 'cancelled' }, state: 'conflict' },
  ])('is $state if the fixture has $what', ({ change, now, state }) => {
    const drain = aDrain([row(change)]);

    drain.answers(1, stale(now));

    expect(drain.row(1)).toMatchObject({
      state,
      ...(state === 'conflict' && { problem: { fixture: { version: 5, ...now }, ...by } }),
    });
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
  ])('is repeated on the basis of what the administrator saw: $what', async ({ change, again }) => {
    const { store } = databases();
    const body = stale({ selections: [selection({ pending: 3, lost: 1 })] }).problem;
    const waiting = row({ ...change, state: 'conflict', sentEver: true, problem: body });
    await store.operations.add(waiting);

    await retryOperation(store, waiting.id);

    expect(await readOutbox(store)).toMatchObject([
      { state: 'pending', baseVersion: 5, payload: again },
    ]);
  });
});
