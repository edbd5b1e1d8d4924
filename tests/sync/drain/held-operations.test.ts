import { expect, test } from 'vitest';
import { touchlineBackend } from '#sync/backend/backend.ts';
import { workingConnection, createDrainState } from '#sync/drain/state.ts';
import { stepDrain } from '#sync/drain/step.ts';
import { queueOperation, readOutbox } from '#sync/outbox/outbox.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { memberId, row, tipPayload } from '../../testing/engine/samples.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const signedIn = { memberId, backend: touchlineBackend, session: 'signed-in' } as const;

test('an operation with a delay is stored at once, and due after the delay', async () => {
  const { store } = databases();

  await queueOperation(store, {
    memberId,
    kind: 'tip.post',
    payload: tipPayload(),
    holdMs: 6000,
    now,
  });

  expect(await readOutbox(store)).toMatchObject([{ state: 'pending', heldUntil: now + 6000 }]);
});

test('a delayed operation is not sent earlier, even when the page wakes up', () => {
  const waiting = row({ heldUntil: now + 6000 });
  const state = createDrainState(signedIn, workingConnection);
  const { state: loaded } = stepDrain(state, { type: 'loaded', operations: [waiting], now });

  const before = stepDrain(loaded, { type: 'woke', now: now + 5999 });
  const after = stepDrain(before.state, { type: 'loaded', operations: [waiting], now: now + 6000 });

  expect(before.commands).toContainEqual({ type: 'wake', at: now + 6000 });
  expect(before.state.flight.size).toBe(0);
  expect(after.state.flight.size).toBe(1);
});

test('a delay ends when the clock is set back', () => {
  const waiting = row({ heldUntil: now + 3_600_000 });
  const state = createDrainState(signedIn, workingConnection);

  const { state: loaded } = stepDrain(state, { type: 'loaded', operations: [waiting], now });

  expect(loaded.operations[0]?.heldUntil).toBe(now);
});
