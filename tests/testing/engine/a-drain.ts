import type { ApiAnswer } from '#sync/backend/api.ts';
import {
  type DrainCommand,
  type DrainEvent,
  type DrainState,
  workingConnection,
  createDrainState,
} from '#sync/drain/state.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { SessionState } from '#sync/status.ts';
import { stepDrain } from '#sync/drain/step.ts';
import { memberId, row } from './samples.ts';
import { type Backend, touchlineBackend } from '#sync/backend/backend.ts';

/** The time at which every drain in these tests starts, in milliseconds. */
export const start = Date.UTC(2026, 2, 7, 12);

type WithoutTime<Event> = Event extends DrainEvent ? Omit<Event, 'now' | 'random'> : never;

/** An event without `now` and `random`, which the test's drain adds. */
export type Untimed = WithoutTime<DrainEvent>;

/** A drain that applies events in order and stores the commands of the last one. */
export function aDrain(
  operations: OperationRow[],
  session: SessionState = 'signed-in',
  backend: Backend | 'unknown' = touchlineBackend,
) {
  let state: DrainState = createDrainState(
    { memberId, backend: backend === 'unknown' ? undefined : backend, session },
    workingConnection,
  );
  let commands: DrainCommand[] = [];
  let now = start;
  const handle = (event: DrainEvent) => ({ state, commands } = stepDrain(state, event));
  handle({ type: 'loaded', operations, now });
  const find = (seq: number) => state.operations.find((candidate) => candidate.seq === seq);

  return {
    handle: (event: Untimed) => {
      const reported = { ...event, now, random: 0.5 };
      handle(reported);
    },
    /** Advances the clock and reads the outbox again, as every drain does. */
    passes: (milliseconds: number) => {
      now += milliseconds;
      handle({ type: 'loaded', operations: state.operations, now });
    },
    answers: (seq: number, answer: ApiAnswer<unknown>) => {
      const answers = [{ id: find(seq)?.id ?? '', answer }];
      return handle({ type: 'answered', answers, now, random: 0.5 });
    },
    sends: () => requestsOf(commands).flat(),
    /** Returns the operations of each sent request. */
    requestBatches: () => requestsOf(commands),
    pings: () => commands.some(({ type }) => type === 'ping'),
    writes: () => commands.flatMap((command) => (command.type === 'write' ? command.rows : [])),
    wakesIn: () =>
      commands.flatMap((command) => (command.type === 'wake' ? [command.at - now] : []))[0],
    commands: () => commands,
    row: (seq: number) => find(seq),
    state: () => state,
  };
}

function requestsOf(commands: readonly DrainCommand[]): number[][] {
  return commands.flatMap((command) =>
    command.type === 'send' ? [command.requestBatch.map(({ row: { seq } }) => seq)] : [],
  );
}

/** An operation with a subject of its own, so that no other operation waits for it. */
export function alone(seq: number, more: Partial<OperationRow> = {}): OperationRow {
  return row({ seq, subjects: [`tip:${seq}`], ...more });
}
