import { describe, expect, test } from 'vitest';
import { workingConnection, createDrainState } from '#sync/drain/state.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { stepDrain } from '#sync/drain/step.ts';
import { alone, start } from '../../testing/engine/a-drain.ts';
import { memberId, row } from '../../testing/engine/samples.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';

describe('a backend without any response so far', () => {
  test('is pinged before anything is sent', () => {
    const state = createDrainState({ memberId, backend: undefined, session: 'signed-in' });

    const { commands } = stepDrain(state, { type: 'loaded', operations: [row()], now: start });

    expect(commands.map(({ type }) => type)).toEqual(['ping']);
  });
});

describe('a connection without any response so far', () => {
  const known = { memberId, backend: touchlineBackend, session: 'signed-in' } as const;
  const loaded = (operations: OperationRow[]) =>
    ({ type: 'loaded', operations, now: start }) as const;

  test('is pinged first, so that an operation that cannot be sent stays in the state saved', () => {
    const { state, commands } = stepDrain(createDrainState(known), loaded([alone(1)]));
    expect(commands.map(({ type }) => type)).toEqual(['ping']);

    const failed = stepDrain(state, { type: 'ping-failed', now: start, random: 0.5 });

    expect(failed.state.operations).toEqual([alone(1)]);
    expect(failed.commands).toEqual([{ type: 'wake', at: start + 500 }]);
  });

  test('is pinged again after a ping without a response', () => {
    const state = createDrainState(known, { ...workingConnection, failures: 1 });

    const { commands } = stepDrain(state, loaded([alone(1)]));

    expect(commands.map(({ type }) => type)).toEqual(['ping']);
  });

  test('is not pinged for an operation that is not due', () => {
    const waiting = alone(1, { nextAt: start + 700 });

    const { commands } = stepDrain(createDrainState(known), loaded([waiting]));

    expect(commands).toEqual([{ type: 'wake', at: start + 700 }]);
  });
});
