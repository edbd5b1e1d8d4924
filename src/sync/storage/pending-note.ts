// Separate from the storage watch, so that a first screen does not load it.

/** Storage for notes of pending operations, separate from the database that contains them. */
export type NoteStorage = {
  getItem: (name: string) => string | null;
  setItem: (name: string, value: string) => void;
  removeItem: (name: string) => void;
};

/** Number of lost operations, and the time at which they were last seen. */
export type LostOperations = { count: number; at: string };

/** A member's note: the number of pending operations, and the id of their database. */
export type PendingNote = LostOperations & {
  born: string;
  /** An earlier loss that the member has not acknowledged. */
  lost?: LostOperations;
};

/**
 * The loss that a note implies if no database can contain its operations, possibly of zero;
 * undefined without a note.
 */
export function readPendingLoss(notes: NoteStorage, memberId: string): LostOperations | undefined {
  const note = readPendingNote(notes, memberId);
  return note && (lossOfNote(note) ?? { count: 0, at: note.at });
}

/** The loss of a note's database, added to an unacknowledged earlier one. */
export function lossOfNote({ count, at, lost }: PendingNote): LostOperations | undefined {
  if (count === 0) return lost;
  return { count: count + (lost?.count ?? 0), at };
}

/** Removes an acknowledged loss from a note. */
export function deleteLoss(notes: NoteStorage, memberId: string): void {
  const note = readPendingNote(notes, memberId);
  if (!note) return;
  const { lost: _, ...rest } = note;
  writePendingNote(notes, memberId, rest);
}

/**
 * Removes a member's note after their operations were deleted on purpose; an unacknowledged loss
 * stays.
 */
export function deletePendingNote(notes: NoteStorage, memberId: string): void {
  try {
    const note = readPendingNote(notes, memberId);
    if (note?.lost) writePendingNote(notes, memberId, { ...note, count: 0 });
    else notes.removeItem(noteNameOf(memberId));
  } catch {
    // In a storage that refuses writes there is no note.
  }
}

function noteNameOf(memberId: string): string {
  return `touchline-pending:${memberId}`;
}

/** Reads a member's note; undefined if there is none or it is unreadable. */
export function readPendingNote(notes: NoteStorage, memberId: string): PendingNote | undefined {
  try {
    const note: unknown = JSON.parse(notes.getItem(noteNameOf(memberId)) ?? 'null');
    return isPendingNote(note) ? note : undefined;
  } catch {
    return undefined;
  }
}

// Checked without a schema, since the first screen reads it and loads none.
function isPendingNote(value: unknown): value is PendingNote {
  if (!isLostOperations(value) || !('born' in value) || typeof value.born !== 'string')
    return false;
  return !('lost' in value) || isLostOperations(value.lost);
}

function isLostOperations(value: unknown): value is LostOperations {
  if (typeof value !== 'object' || value === null) return false;
  if (!('count' in value) || !('at' in value)) return false;
  return Number.isSafeInteger(value.count) && typeof value.at === 'string';
}

/** Stores a note, if the storage accepts it. */
export function writePendingNote(notes: NoteStorage, memberId: string, note: PendingNote): void {
  try {
    notes.setItem(noteNameOf(memberId), JSON.stringify(note));
  } catch {
    // Without a note no loss is detected.
  }
}
