// Without the watch itself and what it knows of troubles, so that a first screen loads neither.

/** Where a page notes its pending operations, apart from the database with them. */
export type Notes = {
  getItem: (name: string) => string | null;
  setItem: (name: string, value: string) => void;
  removeItem: (name: string) => void;
};

/** How many operations were lost, and when they were last there. */
export type LostOperations = { count: number; at: string };

/** A member's note: what was pending, and in which database. */
export type Note = LostOperations & {
  born: string;
  /** What was lost before, until its person has read so. */
  lost?: LostOperations;
};

/**
 * The operations that a note counts, perhaps none, where there is no database any more that could hold
 * them; undefined where the member has never been.
 */
export function notedLoss(notes: Notes, memberId: string): LostOperations | undefined {
  const note = readNote(notes, memberId);
  return note && (lossIn(note) ?? { count: 0, at: note.at });
}

/** What is lost with the database of a note, and what was lost before and was not read yet. */
export function lossIn({ count, at, lost }: Note): LostOperations | undefined {
  if (count === 0) return lost;
  return { count: count + (lost?.count ?? 0), at };
}

/** Takes out of a note what its person has read was lost. */
export function forgetLoss(notes: Notes, memberId: string): void {
  const note = readNote(notes, memberId);
  if (!note) return;
  const { lost: _, ...rest } = note;
  writeNote(notes, memberId, rest);
}

/** Removes a member's note, when their operations were deleted on purpose; an unread loss stays. */
export function forgetPendingNote(notes: Notes, memberId: string): void {
  try {
    const note = readNote(notes, memberId);
    if (note?.lost) writeNote(notes, memberId, { ...note, count: 0 });
    else notes.removeItem(nameOf(memberId));
  } catch {
    // Where nothing can be written, there is no note.
  }
}

function nameOf(memberId: string): string {
  return `touchline-pending:${memberId}`;
}

/** A member's note, if there is one that can be read. */
export function readNote(notes: Notes, memberId: string): Note | undefined {
  try {
    const note: unknown = JSON.parse(notes.getItem(nameOf(memberId)) ?? 'null');
    return isNote(note) ? note : undefined;
  } catch {
    return undefined;
  }
}

// By hand, since the first screen reads it and loads no shapes.
function isNote(value: unknown): value is Note {
  if (!isLost(value) || !('born' in value) || typeof value.born !== 'string') return false;
  return !('lost' in value) || isLost(value.lost);
}

function isLost(value: unknown): value is LostOperations {
  if (typeof value !== 'object' || value === null) return false;
  if (!('count' in value) || !('at' in value)) return false;
  return Number.isSafeInteger(value.count) && typeof value.at === 'string';
}

/** Notes what is pending, where anything can be written. */
export function writeNote(notes: Notes, memberId: string, note: Note): void {
  try {
    notes.setItem(nameOf(memberId), JSON.stringify(note));
  } catch {
    // Without a note no loss is noticed.
  }
}
