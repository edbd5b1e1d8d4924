import type { Intent } from '../contents/intents.ts';
import type { StoredRow } from './reading.ts';

/** Why an operation left its outbox. */
export type Ending = 'settled' | 'by its person' | 'merged' | 'renewed';

/** A refusal: its request's send and response times, and the position of the bookkeeping before. */
export type Refusal = {
  status: number;
  code: string | undefined;
  sentAt: number;
  at: number;
  after: number;
};

/** The harness's own record of one operation, independent of the engine. */
export type Entry = {
  id: string;
  /** Its name in the log, because ids differ between runs. */
  alias: string;
  device: number;
  memberId: string;
  kind: string;
  subjects: readonly string[];
  seq: number;
  row: StoredRow;
  /** The request with all merged ones. */
  intent: Intent | undefined;
  ended?: Ending;
  /** The bytes that were sent first. */
  bytes?: string;
  /** The server's result by its own responses: the request, and the time. */
  done?: { status: number; at: number };
  /** True if a refusal showed that another administrator has done the same. */
  doneByOthers?: true;
  /** Refusals by the server that have reached its device. */
  refused?: { status: number; code: string | undefined }[];
  /** The server's refusals with their reasons. */
  refusals?: Refusal[];
  /** Until when the server asked to wait, in true time. */
  floor?: { until: number; since: number; by: string };
};

/** All operations of a schedule, by key. */
export type Ledger = {
  entries: () => readonly Entry[];
  get: (id: string) => Entry | undefined;
  add: (row: StoredRow, device: number, intent: Intent | undefined) => Entry;
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
    add(row, device, intent) {
      const { id, memberId, kind, subjects, seq } = row;
      const entry: Entry = {
        id,
        alias: alias(id),
        device,
        memberId,
        kind,
        subjects,
        seq,
        row,
        intent,
      };
      entries.set(id, entry);
      return entry;
    },
  };
}
