import type * as z from 'zod/mini';

/** The readable entries of a list, and the number of unreadable entries and prices. */
export type ReadResult<Entry> = { entries: Entry[]; unreadable: number };

/** Reads entries one by one, so that an unreadable entry does not affect others. */
export function readEntries<Raw, Entry>(
  list: readonly Raw[],
  read: (raw: Raw) => ReadResult<Entry>,
): ReadResult<Entry> {
  const readings = list.map(read);
  return {
    entries: readings.flatMap(({ entries }) => entries),
    unreadable: readings.reduce((sum, { unreadable }) => sum + unreadable, 0),
  };
}

/** Reads one entry by its schema. */
export function readEntry<Schema extends z.ZodMiniType>(
  schema: Schema,
  raw: unknown,
): ReadResult<z.output<Schema>> {
  const read = schema.safeParse(raw);
  return read.success ? { entries: [read.data], unreadable: 0 } : unreadableEntry;
}

export const unreadableEntry: ReadResult<never> = { entries: [], unreadable: 1 };

/** Logs the number of unreadable entries, if any. */
export function logUnreadableEntries(
  log: Record<'warn', (about: object, sentence: string) => void>,
  { unreadable, ...about }: { host: string; request: string; unreadable: number },
): void {
  if (unreadable === 0) return;
  log.warn({ ...about, unreadable }, 'parts of what a source answered cannot be read');
}
