import type { DrainCommand, DrainState, ConnectionState } from '#sync/drain/state.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';

/** The time at which everything happens, in milliseconds. */
export const now = 1_000_000;

/** Replaces equal values by one object (`of`), and gives that object a number. */
type Numbered<Thing> = { of: (raw: Thing) => Thing; number: (thing: Thing) => number };

function numbered<Thing extends object>(
  canonical: (raw: Thing) => Thing,
  keyOf: (thing: Thing) => string,
): Numbered<Thing> {
  const known = new WeakMap<Thing, Thing>();
  const byKey = new Map<string, Thing>();
  const numbers = new WeakMap<Thing, number>();

  function of(raw: Thing): Thing {
    const before = known.get(raw);
    if (before) return before;
    const made = canonical(raw);
    const key = keyOf(made);
    const thing = byKey.get(key) ?? made;
    if (thing === made) {
      byKey.set(key, thing);
      numbers.set(thing, byKey.size);
    }
    known.set(raw, thing);
    known.set(thing, thing);
    return thing;
  }

  return { of, number: (thing) => numbers.get(thing) ?? numbers.get(of(thing)) ?? 0 };
}

/**
 * Interns rows, without the members that decide nothing: log, problem and age. There is no clock,
 * so a time is either past or future; one attempt is enough.
 */
export const rows = numbered<OperationRow>(
  ({ problem: _, ...raw }) => ({
    ...raw,
    log: [],
    attempts: Math.min(raw.attempts, 1),
    nextAt: come(raw.nextAt),
    notBefore: come(raw.notBefore),
  }),
  (row) => JSON.stringify(row),
);

export const states = numbered<DrainState>(
  (raw) => ({
    ...raw,
    operations: raw.operations.map(rows.of),
    flight: new Map(
      [...raw.flight]
        .map(([id, before]): [string, OperationRow] => [id, rows.of(before)])
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
    ...lineOf(raw),
  }),
  ({ operations, flight, ...rest }) =>
    JSON.stringify([
      operations.map(rows.number),
      [...flight].map(([id, before]) => [id, rows.number(before)]),
      rest,
    ]),
);

/** Interns lists of commands, without those that only schedule the next step. */
export const commandLists = numbered<readonly DrainCommand[]>(
  (raw) =>
    raw
      .filter(({ type }) => type !== 'wake' && type !== 'unauthorised')
      .map((command) => {
        if (command.type === 'write') return { ...command, rows: command.rows.map(rows.of) };
        if (command.type !== 'send') return command;
        const requestBatch = command.requestBatch.map((entry) => ({
          ...entry,
          row: rows.of(entry.row),
        }));
        return { ...command, requestBatch };
      }),
  (commands) =>
    JSON.stringify(
      commands.map((command) => {
        if (command.type === 'write') return command.rows.map(rows.number);
        if (command.type !== 'send') return command;
        return {
          send: command.requestBatch.map(({ row, request }) => [rows.number(row), request]),
        };
      }),
    ),
);

/** The server accepts no batches here, which step-batches.test.ts covers. */
function lineOf({ failures, ping, notBefore }: ConnectionState): ConnectionState {
  return {
    failures: Math.min(failures, 3),
    ping: {
      busy: ping.busy,
      attempts: Math.min(ping.attempts, 1),
      nextAt: come(ping.nextAt),
      notBefore: come(ping.notBefore),
    },
    notBefore: come(notBefore),
    batchSize: 0,
  };
}

function come(moment: number): number {
  return moment <= now ? 0 : now + 1;
}
