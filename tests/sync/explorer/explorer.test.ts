import { describe, expect, test } from 'vitest';
import type { DrainEvent, DrainState } from '#sync/drain/state.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { stepDrain } from '#sync/drain/step.ts';
import { decisions, operations, ordinary, type Setting, words } from './setting.ts';
import { now } from './pool.ts';
import { explore } from './search.ts';
import { asBuilt, type Wiring } from './shell.ts';

// Explores all interleavings of two tabs and a worker with three operations: two on one tip, and a
// follow with the tip as a second subject. There is no clock: a waiting operation may be woken at
// any time, and one attempt is enough. Each world adds one kind of fault, at any moment.
const patience = 120_000;

const problems = [
  'invalid-input',
  'already-booked',
  'session-ended',
  'email-unverified',
  'rate-limited',
  'unavailable',
] as const;

describe('every reachable state of two tabs, a worker and three operations', () => {
  const worlds: { world: string; setting: Partial<Setting>; except?: string[] }[] = [
    { world: 'a kill and a lost response', setting: { kills: 1, losses: 1 } },
    { world: 'a transaction that fails', setting: { storage: 1 } },
    { world: 'a refusal of any kind', setting: { problems } },
    { world: 'an operation that the person discards', setting: { discards: 1 } },
    { world: 'a login of another member', setting: { logins: 1 } },
    { world: 'a drain that ends early', setting: { closings: 1 } },
    // Without locks, two tabs may send the same operation at the same time.
    {
      world: 'two tabs of a browser without locks',
      setting: { locks: false, processes: 2, queue: operations.slice(0, 2) },
      except: ['I5'],
    },
    // Requests of the hidden tab are still in flight, and another tab may repeat them meanwhile.
    {
      world: 'a tab that is hidden while it sends',
      setting: { abandons: 1, processes: 2, queue: operations.slice(0, 2) },
      except: ['I5'],
    },
    {
      world: 'three follows of one tipster, merged while a drain sends them',
      setting: { queue: words, kills: 1, losses: 1, processes: 2 },
    },
    {
      world: 'a confirmation after two decisions',
      setting: { queue: decisions, kills: 1, losses: 1, processes: 2 },
    },
    // A refused operation has no visible effect, and neither has an operation that depends on it.
    {
      world: 'a confirmation after two decisions that may be refused',
      setting: { queue: decisions, problems: ['invalid-input', 'unavailable'], processes: 2 },
      except: ['I13, I16'],
    },
  ];

  test.each(worlds)(
    'keeps every invariant, and can reach a quiet state, with $world',
    ({ world, setting, except = [] }) => {
      const { states, transitions, broken } = explore({ ...ordinary, ...setting }, { except });

      expect(broken).toBeUndefined();
      expect(states).toBeGreaterThan(1000);
      process.stdout.write(`explored ${states} states, ${transitions} transitions: ${world}\n`);
    },
    patience,
  );
});

describe('a planted bug', () => {
  const table: Planted[] = [
    {
      bug: 'the lock is lost',
      setting: { locks: false },
      invariant: 'I5',
    },
    {
      bug: 'queueing needs the lock',
      setting: { queueing: 'with the lock' },
      invariant: 'I2',
    },
    {
      bug: 'an entry is removed before it is sent',
      wiring: { marksAs: () => undefined },
      invariant: 'I3',
    },
    {
      bug: 'the mark is stored after sending',
      wiring: { marksFirst: false },
      invariant: 'I4',
    },
    {
      bug: 'each try has a new key',
      wiring: { keyOf: renewedKey },
      setting: { losses: 1 },
      invariant: 'I4',
    },
    {
      bug: 'each try has a new key, and only the effects are compared',
      wiring: { keyOf: renewedKey },
      setting: { losses: 1 },
      invariant: 'I8',
      except: ['I4', 'I7', 'I10', 'I11'],
    },
    {
      bug: 'all subjects except the main one are ignored',
      wiring: { step: seeing((row) => ({ ...row, subjects: row.subjects.slice(0, 1) })) },
      setting: { losses: 1, processes: 2 },
      invariant: 'I6',
    },
    {
      bug: 'a confirmation overtakes decisions',
      wiring: {
        step: seeing((row) =>
          row.kind === 'fixture.settle' ? { ...row, subjects: [row.id] } : row,
        ),
      },
      setting: { queue: decisions, losses: 1, processes: 2 },
      invariant: 'I6',
      except: ['I13, I16'],
    },
    {
      bug: 'subjects are ignored',
      wiring: { step: seeing((row) => ({ ...row, subjects: [row.id] })) },
      setting: { losses: 1, processes: 2 },
      invariant: 'I6',
      except: ['I13, I16'],
    },
    {
      bug: 'a refused operation stops the whole queue',
      wiring: {
        step: withoutSends(({ operations }) =>
          operations.some(({ state }) => state === 'rejected'),
        ),
      },
      setting: { queue: decisions, problems: ['invalid-input'], processes: 2 },
      invariant: 'no dead ends',
      except: ['I7'],
    },
    {
      bug: 'a delayed operation stops the whole queue',
      wiring: {
        step: withoutSends(({ operations }) => operations.some(({ nextAt }) => nextAt > now)),
      },
      setting: { queue: decisions, problems: ['unavailable'], processes: 2 },
      invariant: 'I7',
    },
    {
      bug: 'the token is read when the request is sent',
      wiring: { sendsWith: 'current' },
      setting: { logins: 1 },
      invariant: 'I9',
    },
    {
      bug: 'a 401 refuses',
      wiring: { step: judging((row) => (row.blockedBy === 'auth' ? rejected(row) : row)) },
      setting: { problems: ['session-ended'] },
      invariant: 'I10',
    },
    {
      bug: 'a lost response refuses',
      wiring: { step: judging((row) => (row.state === 'unknown' ? rejected(row) : row)) },
      setting: { losses: 1 },
      invariant: 'I10',
    },
    {
      bug: 'any response acknowledges',
      wiring: { step: judging((row) => (row.state === 'unknown' ? taken(row) : row)) },
      setting: { losses: 1 },
      invariant: 'I11',
    },
    {
      bug: 'an outcome that is not stored counts',
      wiring: { step: (state, event) => stepDrain(state, forgiving(event)) },
      setting: { storage: 1 },
      invariant: 'I12',
    },
    {
      bug: 'the optimistic effect ends with the response',
      wiring: { writesAs: (row) => (row.state === 'acked' ? undefined : row) },
      invariant: 'I3',
    },
    {
      bug: 'the optimistic effect ends with the response, and only the screen is compared',
      wiring: { writesAs: (row) => (row.state === 'acked' ? undefined : row) },
      invariant: 'I13, I16',
      except: ['I3'],
    },
    {
      bug: 'the cursor is written before its rows',
      setting: { pulling: { ...ordinary.pulling, order: 'cursor first' } },
      invariant: 'I15',
    },
    {
      bug: 'acknowledgements are written before their rows',
      setting: { pulling: { ...ordinary.pulling, order: 'acknowledged first' } },
      invariant: 'I3',
    },
    {
      bug: 'a page is applied although the cursor has moved',
      setting: { pulls: 2, pulling: { ...ordinary.pulling, checksCursor: false } },
      invariant: 'I15',
    },
    {
      bug: 'an operation that is answered during a pull is removed with it',
      setting: { pulling: { ...ordinary.pulling, notes: 'when it applies' } },
      invariant: 'I3',
    },
    {
      bug: 'a change that was removed since it was written is written again',
      setting: { queue: words, processes: 2, joining: 'what is there' },
      invariant: 'I13, I16',
    },
    {
      bug: 'a row found in the state sending stays there',
      wiring: {
        step: seeing((row) =>
          row.state === 'sending' ? { ...row, state: 'blocked', blockedBy: 'update' } : row,
        ),
      },
      setting: { kills: 1 },
      invariant: 'no dead ends',
    },
    {
      bug: 'a waiting operation is never woken',
      wiring: {
        step: (state, event) =>
          event.type === 'woke' ? { state, commands: [] } : stepDrain(state, event),
      },
      setting: { problems: ['unavailable'] },
      invariant: 'no dead ends',
    },
  ];

  test.each(table)(
    'is found by $invariant: $bug',
    ({ wiring, setting, invariant, except = [] }) => {
      const planted = { ...ordinary, ...setting, wiring: { ...asBuilt, ...wiring } };

      const { broken } = explore(planted, { except });

      expect(broken?.invariant).toBe(invariant);
    },
    patience,
  );
});

type Planted = {
  bug: string;
  invariant: string;
  wiring?: Partial<Wiring>;
  setting?: Partial<Setting>;
  /** Invariants that would detect the bug first, and are not checked here. */
  except?: string[];
};

type Step = typeof stepDrain;

/** The drain step, for which `shown` replaces the stored rows. */
function seeing(shown: (row: OperationRow) => OperationRow): Step {
  return (state, event) =>
    stepDrain(
      state,
      event.type === 'loaded' ? { ...event, operations: event.operations.map(shown) } : event,
    );
}

/** The drain step, in which `judged` replaces the outcome of each response. */
function judging(judged: (row: OperationRow) => OperationRow): Step {
  return (state, event) => {
    const next = stepDrain(state, event);
    if (event.type !== 'answered') return next;
    const answered = new Set(event.answers.map(({ id }) => id));
    const judge = (row: OperationRow) => (answered.has(row.id) ? judged(row) : row);
    const commands = next.commands.map((command) =>
      command.type === 'write' ? { ...command, rows: command.rows.map(judge) } : command,
    );
    return { state: { ...next.state, operations: next.state.operations.map(judge) }, commands };
  };
}

function renewedKey({ id, state }: OperationRow): string {
  return state === 'unknown' ? `${id}-again` : id;
}

function rejected({ blockedBy: _, ...row }: OperationRow): OperationRow {
  return { ...row, state: 'rejected' };
}

function taken(row: OperationRow): OperationRow {
  return { ...row, state: 'acked', ack: { status: 200, at: 0 } };
}

/** The drain step without its new sends while `isInTheWay` is true. */
function withoutSends(isInTheWay: (next: DrainState) => boolean): Step {
  return (state, event) => {
    const next = stepDrain(state, event);
    if (!isInTheWay(next.state)) return next;
    const stored = event.type === 'loaded' ? event.operations : state.operations;
    const asBefore = (row: OperationRow) => stored.find(({ id }) => id === row.id) ?? row;
    const isNew = ({ id }: OperationRow) => next.state.flight.has(id) && !state.flight.has(id);
    const operations = next.state.operations.map((row) => (isNew(row) ? asBefore(row) : row));
    const flight = new Map([...next.state.flight].filter(([id]) => state.flight.has(id)));
    const commands = next.commands.filter(({ type }) => type !== 'send');
    return { state: { ...next.state, operations, flight }, commands };
  };
}

/** Hides from the drain that an outcome could not be stored. */
function forgiving(event: DrainEvent): DrainEvent {
  if (event.type !== 'outcome-lost') return event;
  return { type: 'overtaken', removed: [], found: [], now: event.now };
}
