// Separate from the storage watch, so that a first screen does not load it.

/** Storage for notes of pending operations, separate from the database that contains them. */
export type Notes = {
  getItem: (name: string) => string | null;
  setItem: (name: string, value: string) => void;
  removeItem: (name: string) => void;
};

/** Number of lost operations, and the time at which they were last seen. */
export type LostOperations = { count: number; at: string };

/** A member's note: the number of pending operations, and the id of their database. */
export type Note = LostOperations & {
  born: string;
  /** An earlier loss that the member has not acknowledged. */
  lost?: LostOperations;
};

/**
 * The loss that a note implies if no database can contain its operations, possibly of zero;
 * undefined without a note.
 */
export function notedLoss(notes: Notes, memberId: string): LostOperations | undefined {
  const note = readNote(notes, memberId);
  return note && (lossIn(note) ?? { count: 0, at: note.at });
}

/** The loss of a note's database, added to an unacknowledged earlier one. */
export function lossIn({ count, at, lost }: Note): LostOperations | undefined {
  if (count === 0) return lost;
  return { count: count + (lost?.count ?? 0), at };
}

/** Removes an acknowledged loss from a note. */
export function forgetLoss(notes: Notes, memberId: string): void {
  const note = readNote(notes, memberId);
  if (!note) return;
  const { lost: _, ...rest } = note;
  writeNote(notes, memberId, rest);
}

/**
 * Removes a member's note after their operations were deleted on purpose; an unacknowledged loss
 * stays.
 */
export function forgetPendingNote(notes: Notes, memberId: string): void {
  try {
    const note = readNote(notes, memberId);
    if (note?.lost) writeNote(notes, memberId, { ...note, count: 0 });
    else notes.removeItem(nameOf(memberId));
  } catch {
    // In a storage that refuses writes there is no note.
  }
}

function nameOf(memberId: string): string {
  return `touchline-pending:${memberId}`;
}

/** Reads a member's note; undefined if there is none or it is unreadable. */
export function readNote(notes: Notes, memberId: string): Note | undefined {
  try {
    const note: unknown = JSON.parse(notes.getItem(nameOf(memberId)) ?? 'null');
    return isNote(note) ? note : undefined;
  } catch {
    return undefined;
  }
}

// Checked without a schema, since the first screen reads it and loads none.
function isNote(value: unknown): value is Note {
  if (!isLost(value) || !('born' in value) || typeof value.born !== 'string') return false;
  return !('lost' in value) || isLost(value.lost);
}

function isLost(value: unknown): value is LostOperations {
  if (typeof value !== 'object' || value === null) return false;
  if (!('count' in value) || !('at' in value)) return false;
  return Number.isSafeInteger(value.count) && typeof value.at === 'string';
}

/** Stores a note, if the storage accepts it. */
export function writeNote(notes: Notes, memberId: string, note: Note): void {
  try {
    notes.setItem(nameOf(memberId), JSON.stringify(note));
  } catch {
    // Without a note no loss is detected.
  }
}
