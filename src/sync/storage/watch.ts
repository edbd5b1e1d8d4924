import { type Dexie, liveQuery } from 'dexie';
import { type Observable, observed } from '../observable.ts';
import { birthDocument, type MemberStore } from './member-store.ts';
import { type StorageTrouble, troubleOf } from './trouble.ts';

/** Where a page notes its pending operations, apart from the database with them. */
export type Notes = {
  getItem: (name: string) => string | null;
  setItem: (name: string, value: string) => void;
  removeItem: (name: string) => void;
};

/** How many operations were lost, and when they were last there. */
export type LostOperations = { count: number; at: string };

/** Watches this device's storage for as long as a page lives. */
export type StorageWatch = {
  trouble: Observable<StorageTrouble | undefined>;
  /** Reports an error of another part. */
  notice: (error: unknown) => void;
  /** The pending operations that were lost with their database. */
  evicted: () => LostOperations | undefined;
  /** The person has read the message. */
  seen: () => void;
  stop: () => void;
};

/** What a watch needs. */
export type StorageWatchParts = {
  stores: readonly Dexie[];
  memberId?: string | undefined;
  memberStore?: MemberStore | undefined;
  notes?: Notes | undefined;
  now?: () => number;
};

type Note = LostOperations & {
  born: string;
  /** What was lost before, until its person has read so. */
  lost?: LostOperations;
};

/** Starts a watch. */
export function watchStorage(parts: StorageWatchParts): StorageWatch {
  const { stores, memberId, memberStore, notes, now = Date.now } = parts;
  const trouble = observed<StorageTrouble | undefined>(undefined);
  let evicted: LostOperations | undefined;
  if (notes && memberId !== undefined) tellOf(readNote(notes, memberId)?.lost);

  function stepAside({ newVersion }: IDBVersionChangeEvent): void {
    // Dexie closes the database for the newer app; without a version it is being deleted.
    if (newVersion !== null) trouble.set('newer-app');
  }
  for (const store of stores) {
    store.on('versionchange', stepAside);
    store.on('ready', () => {
      if (isOfNewerApp(store)) trouble.set('newer-app');
    });
    if (store.isOpen() && isOfNewerApp(store)) trouble.set('newer-app');
  }

  const looking =
    memberId !== undefined && memberStore && notes
      ? liveQuery(() => lookAt(memberStore)).subscribe({
          next: (found) => compare(notes, memberId, found),
          error: notice,
        })
      : undefined;

  function tellOf(lost: LostOperations | undefined): void {
    if (lost) trouble.set('evicted');
    // Another tab's person may have read it.
    else if (trouble.get() === 'evicted') trouble.set(undefined);
    evicted = lost;
  }

  function compare(notes: Notes, member: string, found: Found): void {
    const before = readNote(notes, member);
    // Only another database has lost operations; in the same one they were sent.
    const isGone = before !== undefined && before.born !== found.born;
    const lost = isGone ? lossIn(before) : before?.lost;
    tellOf(lost);
    writeNote(notes, member, {
      ...found,
      at: new Date(now()).toISOString(),
      ...(lost && { lost }),
    });
  }

  function notice(error: unknown): void {
    const noticed = troubleOf(error);
    if (noticed) trouble.set(noticed);
  }

  return {
    trouble,
    notice,
    evicted: () => evicted,
    seen() {
      // Whoever reads of another trouble has not read of a loss.
      if (trouble.get() !== 'evicted') return trouble.set(evicted && 'evicted');
      evicted = undefined;
      trouble.set(undefined);
      if (notes && memberId !== undefined) forgetLoss(notes, memberId);
    },
    stop() {
      looking?.unsubscribe();
      for (const store of stores) store.on('versionchange').unsubscribe(stepAside);
    },
  };
}

/**
 * The operations that a note counts, perhaps none, where there is no database any more that could hold
 * them; undefined where the member has never been.
 */
export function notedLoss(notes: Notes, memberId: string): LostOperations | undefined {
  const note = readNote(notes, memberId);
  return note && (lossIn(note) ?? { count: 0, at: note.at });
}

/** What is lost with the database of a note, and what was lost before and was not read yet. */
function lossIn({ count, at, lost }: Note): LostOperations | undefined {
  if (count === 0) return lost;
  return { count: count + (lost?.count ?? 0), at };
}

function forgetLoss(notes: Notes, memberId: string): void {
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

type Found = Pick<Note, 'born' | 'count'>;

async function lookAt(store: MemberStore): Promise<Found> {
  const { operations, documents } = store;
  return store.transaction('r', operations, documents, async () => {
    const [birth, count] = await Promise.all([documents.get(birthDocument), operations.count()]);
    return { born: typeof birth?.value === 'string' ? birth.value : '', count };
  });
}

/** Dexie opens a database of a newer build as it is, so its version is checked. */
function isOfNewerApp(store: Dexie): boolean {
  const installed = store.backendDB().version;
  return Math.floor(installed / 10) > store.verno;
}

function nameOf(memberId: string): string {
  return `touchline-pending:${memberId}`;
}

function readNote(notes: Notes, memberId: string): Note | undefined {
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

function writeNote(notes: Notes, memberId: string, note: Note): void {
  try {
    notes.setItem(nameOf(memberId), JSON.stringify(note));
  } catch {
    // Without a note no loss is noticed.
  }
}
