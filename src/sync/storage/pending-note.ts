// A separate module, because the first screen needs these functions but not the storage watch.

/** Storage for notes about pending operations, which outlives a cleared IndexedDB. */
export type NoteStorage = {
  getItem: (name: string) => string | null;
  setItem: (name: string, value: string) => void;
  removeItem: (name: string) => void;
};

/** Number of lost operations, and the time at which they last existed. */
export type LostOperations = { count: number; at: string };

/** A member's note: the number of pending operations, and the id of their database. */
export type PendingNote = LostOperations & {
  born: string;
  /** An earlier loss that the member has not acknowledged. */
  lost?: LostOperations;
};

/**
 * The loss implied by a note if all its operations are gone (count 0 if none); undefined without a
 * note.
 */
export function readPendingLoss(notes: NoteStorage, memberId: string): LostOperations | undefined {
  const note = readPendingNote(notes, memberId);
  return note && (lossOfNote(note) ?? { count: 0, at: note.at });
}

/** The loss of all operations in a note, added to an earlier loss that was not acknowledged. */
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

/** Removes a note after the member deleted the operations; an unacknowledged loss stays. */
export function deletePendingNote(notes: NoteStorage, memberId: string): void {
  try {
    const note = readPendingNote(notes, memberId);
    if (note?.lost) writePendingNote(notes, memberId, { ...note, count: 0 });
    else notes.removeItem(noteNameOf(memberId));
  } catch {
    // A storage that refuses writes contains no note.
  }
}

function noteNameOf(memberId: string): string {
  return `touchline-pending:${memberId}`;
}

/** Reads a member's note; undefined if absent or invalid. */
export function readPendingNote(notes: NoteStorage, memberId: string): PendingNote | undefined {
  try {
    const note: unknown = JSON.parse(notes.getItem(noteNameOf(memberId)) ?? 'null');
    return isPendingNote(note) ? note : undefined;
  } catch {
    return undefined;
  }
}

// Uses no schema, because the first screen does not load zod.
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

/** Stores a note, unless the storage refuses. */
export function writePendingNote(notes: NoteStorage, memberId: string, note: PendingNote): void {
  try {
    notes.setItem(noteNameOf(memberId), JSON.stringify(note));
  } catch {
    // Without a note, lost operations are not detected.
  }
}
