import type { Ask } from '../contents/asks.ts';
import type { StoredRow } from './reading.ts';

/** The outcome of an operation that is not in its outbox any more. */
export type Ending = 'settled' | 'by its person' | 'merged' | 'renewed';

/** A refusal: when its request left and was answered, and how far the database's books went before that. */
export type Refusal = {
  status: number;
  code: string | undefined;
  leftAt: number;
  at: number;
  after: number;
};

/** Everything the harness knows of one operation, whatever the engine thinks of it. */
export type Entry = {
  id: string;
  /** What it is called in the log, where ids would differ from run to run. */
  alias: string;
  device: number;
  memberId: string;
  kind: string;
  lane: string;
  seq: number;
  row: StoredRow;
  /** What its person asked for, with all that was joined into it. */
  ask: Ask | undefined;
  ended?: Ending;
  /** The bytes it went out with first. */
  bytes?: string;
  /** What the server made of it, as its own answers said: in which request, and when. */
  done?: { status: number; moment: number; at: number };
  /** Whether a refusal that reached its device showed that somebody else has done the same. */
  doneByOthers?: true;
  /** Problems of the server's that have reached its device. */
  refused?: { status: number; code: string | undefined }[];
  /** Why the server has refused it, by its own answers. */
  refusals?: Refusal[];
  /** Until when the server wanted it held back, by true time. */
  floor?: { until: number; since: number; by: string };
};

/** The moment an operation is judged by: the arrival of the very request that was taken. */
export function judgedAt({ done }: Entry): number | undefined {
  return done?.at;
}

/** All operations of a schedule, by key. */
export type Ledger = {
  entries: () => readonly Entry[];
  get: (id: string) => Entry | undefined;
  add: (row: StoredRow, device: number, ask: Ask | undefined) => Entry;
  alias: (id: string) => string;
};

export function ledger(): Ledger {
  const entries = new Map<string, Entry>();
  const aliases = new Map<string, string>();

  function alias(id: string): string {
    const known = aliases.get(id) ?? `#${aliases.size + 1}`;
    aliases.set(id, known);
    return known;
  }

  return {
    entries: () => [...entries.values()],
    get: (id) => entries.get(id),
    alias,
    add(row, device, ask) {
      const { id, memberId, kind, lane, seq } = row;
      const entry: Entry = {
        id,
        alias: alias(id),
        device,
        memberId,
        kind,
        lane,
        seq,
        row,
        ask,
      };
      entries.set(id, entry);
      return entry;
    },
  };
}
