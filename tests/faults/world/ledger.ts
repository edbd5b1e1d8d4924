import type { Intent } from '../contents/intents.ts';
import type { StoredRow } from './reading.ts';

/**
 * Why an operation left its outbox: the server executed it, its person discarded it, a newer
 * operation contains it, or a retry gave it a new id.
 */
export type Ending = 'settled' | 'by its person' | 'merged' | 'renewed';

/** A refusal: when its request was sent and answered, and the bookkeeping's position before. */
export type Refusal = {
  status: number;
  code: string | undefined;
  sentAt: number;
  at: number;
  after: number;
};

/** The harness's own record of an operation, which does not depend on the engine. */
export type Entry = {
  id: string;
  /** A short name for the log, because ids differ between runs. */
  alias: string;
  device: number;
  memberId: string;
  kind: string;
  subjects: readonly string[];
  seq: number;
  row: StoredRow;
  /** The requested content, with that of all operations merged into it. */
  intent: Intent | undefined;
  ended?: Ending;
  /** The bytes of the first attempt. */
  bytes?: string;
  /** The result that the server itself reported, and when. */
  done?: { status: number; at: number };
  /** True if a refusal showed that another administrator had already done the same. */
  doneByOthers?: true;
  /** The server's refusals that have reached the device. */
  refused?: { status: number; code: string | undefined }[];
  /** All refusals by the server. */
  refusals?: Refusal[];
  /** The end of a requested wait, on the schedule's clock. */
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
