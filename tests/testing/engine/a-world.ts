import type { ApiAnswer } from '#sync/backend/api.ts';
import {
  type OperationAnswer,
  type DrainCommand,
  type DrainState,
  workingConnection,
  createDrainState,
  type BatchEntry,
} from '#sync/drain/state.ts';
import type { FrozenRequest, OperationRow } from '#sync/outbox/operation-row.ts';
import {
  addSubjects,
  hasSubjectIn,
  mainSubjectOf,
  hasCommonSubject,
} from '#sync/outbox/subjects.ts';
import { stepDrain } from '#sync/drain/step.ts';
import type { Untimed } from './a-drain.ts';
import { memberId, problem } from './samples.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';

const notAttempted: ApiAnswer<unknown> = {
  kind: 'refused',
  problem: problem('not-attempted'),
  status: 424,
};

/** A drain with a simulated disk and server; records violations of the sync rules. */
export function aWorld(stored: readonly OperationRow[]) {
  const disk = new Map(stored.map((row) => [row.seq, row]));
  const requests = new Map<string, FrozenRequest[]>();
  const refused = new Set<string>();
  const violations: string[] = [];
  let session: DrainState['session'] = 'signed-in';
  let state = createDrainState({ memberId, backend: touchlineBackend, session }, workingConnection);
  let now = 1_000_000;

  function happens(event: Untimed): void {
    const before = state;
    const reported = { ...event, now, random: 0.5 };
    const stepped = stepDrain(state, reported);
    ({ state } = stepped);
    for (const command of stepped.commands) execute(command);
    if (event.type !== 'overtaken' && event.type !== 'loaded') noneIsLost(before);
    for (const one of state.operations) {
      const isProblem = one.state === 'rejected' || one.state === 'conflict';
      if (isProblem && !refused.has(one.id))
        violations.push(`${one.id} is refused, and nobody refused it`);
    }
  }

  function execute(command: DrainCommand): void {
    if (command.type === 'write') for (const row of command.rows) disk.set(row.seq, row);
    if (command.type !== 'send') return;
    if (state.flight.size > command.requestBatch.length) violations.push('two requests at once');
    for (const [index, entry] of command.requestBatch.entries()) {
      executeSend(entry, command.requestBatch.slice(0, index));
    }
  }

  function executeSend({ row, request }: BatchEntry, previous: readonly BatchEntry[]): void {
    disk.set(row.seq, row);
    judgeSending(row, new Set(previous.map((entry) => entry.row.id)));
    if (
      previous.some((entry) => row.subjects.includes(mainSubjectOf(entry.row))) &&
      request.ifMatch !== undefined
    ) {
      violations.push('sent with a version that the one before it makes old');
    }
    const earlier = requests.get(row.id) ?? [];
    if (earlier.some((one) => JSON.stringify(one) !== JSON.stringify(request))) {
      violations.push(`${row.id} was sent with other bytes`);
    }
    requests.set(row.id, [...earlier, request]);
  }

  function judgeSending(row: OperationRow, previous: ReadonlySet<string>): void {
    const unfinished = state.operations.filter(
      (other) => other.state !== 'acked' && !previous.has(other.id),
    );
    if (session !== 'signed-in') violations.push('sent without a login');
    if (row.memberId !== memberId) violations.push('sent for another member');
    if (!row.sentEver || !row.sent) violations.push('sent without a mark');
    if (unfinished.some((other) => other.seq < row.seq && hasCommonSubject(other, row))) {
      violations.push('sent before an earlier one with a common subject');
    }
    if (row.notBefore > now) violations.push('sent before Retry-After');
  }

  function noneIsLost(before: DrainState): void {
    const ids = new Set(state.operations.map(({ id }) => id));
    if (before.operations.some(({ id }) => !ids.has(id))) violations.push('an operation is lost');
  }

  /**
   * Builds the responses to a batch: `answer` for every operation, and "not attempted" after a
   * failed operation with a common subject.
   */
  function answersTo(ids: readonly string[], answer: ApiAnswer<unknown>): OperationAnswer[] {
    const stopped = new Set<string>();
    return ids.map((id) => {
      const row = state.flight.get(id) ?? { subjects: [] };
      const isStopped = hasSubjectIn(row, stopped);
      if (isStopped || answer.kind !== 'ok') addSubjects(stopped, row);
      if (isStopped) return { id, answer: notAttempted };
      if (answer.kind === 'refused') refused.add(id);
      return { id, answer };
    });
  }

  return {
    violations,
    state: () => state,
    starts: () => happens({ type: 'loaded', operations: [...disk.values()] }),
    /** Kills the process; requests in flight are lost. */
    isKilled() {
      state = createDrainState({ memberId, backend: touchlineBackend, session }, workingConnection);
      happens({ type: 'loaded', operations: [...disk.values()] });
    },
    queues(row: OperationRow) {
      disk.set(row.seq, row);
      happens({ type: 'loaded', operations: [...disk.values()] });
    },
    isAnswered(answer: ApiAnswer<unknown>) {
      const ids = [...state.flight.keys()];
      if (ids.length > 0) happens({ type: 'answered', answers: answersTo(ids, answer) });
    },
    /** The response arrived, but the device could not store it. */
    losesAnswer(answer: ApiAnswer<unknown>) {
      const ids = [...state.flight.keys()];
      const stored = [...disk];
      this.isAnswered(answer);
      for (const [seq, row] of stored) if (ids.includes(row.id)) disk.set(seq, row);
      happens({ type: 'outcome-lost', ids });
      for (const id of ids) refused.delete(id);
    },
    passes(milliseconds: number) {
      now += milliseconds;
      happens({ type: 'loaded', operations: [...disk.values()] });
    },
    logs(next: DrainState['session']) {
      session = next;
      happens({ type: 'session', session });
    },
    happens,
  };
}
