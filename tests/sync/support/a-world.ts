import type { Answer } from '#sync/api.ts';
import { type DrainCommand, type DrainState, initialState } from '#sync/drain-state.ts';
import type { FrozenRequest, OperationRow } from '#sync/outbox-store.ts';
import { step } from '#sync/step.ts';
import type { Untimed } from './a-drain.ts';
import { memberId } from './samples.ts';

/** A drain with a disk and a server around it, which remembers all that must never happen. */
export function aWorld(stored: readonly OperationRow[]) {
  const disk = new Map(stored.map((row) => [row.seq, row]));
  const requests = new Map<string, FrozenRequest[]>();
  const refused = new Set<string>();
  const violations: string[] = [];
  let session: DrainState['session'] = 'signed-in';
  let state = initialState({ memberId, backend: 'ours', session });
  let now = 1_000_000;

  function happens(event: Untimed): void {
    const before = state;
    const told = { ...event, now, random: 0.5 };
    const stepped = step(state, told);
    ({ state } = stepped);
    for (const command of stepped.commands) obey(command);
    if (event.type !== 'gone' && event.type !== 'loaded') noneIsLost(before);
    if (state.flight.size > 4) violations.push('more than four requests at once');
    if (new Set(state.flight.values()).size < state.flight.size) {
      violations.push('two requests of one lane at once');
    }
    for (const { id, state: standing } of state.operations) {
      const isRefusal = standing === 'rejected' || standing === 'conflict';
      if (isRefusal && !refused.has(id)) violations.push(`${id} is refused, and nobody refused it`);
    }
  }

  function obey(command: DrainCommand): void {
    if (command.type === 'write') for (const row of command.rows) disk.set(row.seq, row);
    if (command.type !== 'send') return;
    const { row, request } = command;
    disk.set(row.seq, row);
    judgeSending(row);
    const earlier = requests.get(row.id) ?? [];
    if (earlier.some((one) => JSON.stringify(one) !== JSON.stringify(request))) {
      violations.push(`${row.id} was sent with other bytes`);
    }
    requests.set(row.id, [...earlier, request]);
  }

  function judgeSending(row: OperationRow): void {
    const unfinished = state.operations.filter((other) => other.state !== 'acked');
    if (session !== 'signed-in') violations.push('sent without a login');
    if (row.memberId !== memberId) violations.push('sent for another member');
    if (!row.sentEver || !row.sent) violations.push('sent without a mark');
    if (unfinished.some(({ lane, seq }) => lane === row.lane && seq < row.seq)) {
      violations.push('sent before an earlier one of its lane');
    }
    if (unfinished.some(({ id }) => row.deps.includes(id)))
      violations.push('sent before its dependency');
    if (row.notBefore > now) violations.push('sent before Retry-After');
  }

  function noneIsLost(before: DrainState): void {
    const ids = new Set(state.operations.map(({ id }) => id));
    if (before.operations.some(({ id }) => !ids.has(id))) violations.push('an operation is lost');
  }

  function flying(which: number): string | undefined {
    const ids = [...state.flight.keys()];
    return ids[which % Math.max(ids.length, 1)];
  }

  return {
    violations,
    state: () => state,
    starts: () => happens({ type: 'loaded', operations: [...disk.values()] }),
    /** The process ends; what is under way is never heard of again. */
    isKilled() {
      state = initialState({ memberId, backend: 'ours', session });
      happens({ type: 'loaded', operations: [...disk.values()] });
    },
    queues(row: OperationRow) {
      disk.set(row.seq, row);
      happens({ type: 'loaded', operations: [...disk.values()] });
    },
    isAnswered(which: number, answer: Answer<unknown>) {
      const id = flying(which);
      if (id === undefined) return;
      if (answer.kind === 'refused') refused.add(id);
      happens({ type: 'answered', id, answer });
    },
    /** The answer came and could not be written down. */
    losesAnswer(which: number, answer: Answer<unknown>) {
      const id = flying(which);
      if (id === undefined) return;
      const kept = [...disk];
      this.isAnswered(which, answer);
      for (const [seq, row] of kept) if (row.id === id) disk.set(seq, row);
      happens({ type: 'outcome-lost', id });
      refused.delete(id);
    },
    passes(milliseconds: number) {
      now += milliseconds;
      happens({ type: 'tick' });
    },
    logs(standing: DrainState['session']) {
      session = standing;
      happens({ type: 'session', standing });
    },
    happens,
  };
}
