import { type Dexie, liveQuery } from 'dexie';
import * as z from 'zod/mini';
import { type Observable, observed } from './observable.ts';
import { birthDocument, type MemberStore } from './member-store.ts';
import { type StorageTrouble, troubleOf } from './storage-trouble.ts';

/** Where a page writes down how much it owes: apart from the database it tells about. */
export type Notes = {
  getItem: (name: string) => string | null;
  setItem: (name: string, value: string) => void;
  removeItem: (name: string) => void;
};

/** How much was owed when it was last looked at. */
export type Owed = { count: number; at: string };

/** Notices what goes wrong with this device's storage, for as long as a page lives. */
export type StorageWatch = {
  trouble: Observable<StorageTrouble | undefined>;
  /** Tells of an error that something else has met. */
  notice: (error: unknown) => void;
  /** What was owed, and is gone with its database. */
  evicted: () => Owed | undefined;
  /** The person has read it. */
  seen: () => void;
  stop: () => void;
};

/** What a watch looks at. */
export type StorageWatchParts = {
  stores: readonly Dexie[];
  memberId?: string | undefined;
  memberStore?: MemberStore | undefined;
  kept?: Notes | undefined;
  now?: () => number;
};

const Note = z.object({ born: z.string(), count: z.int(), at: z.string() });
type Note = z.infer<typeof Note>;

/** Starts watching. */
export function watchStorage(parts: StorageWatchParts): StorageWatch {
  const { stores, memberId, memberStore, kept, now = Date.now } = parts;
  const trouble = observed<StorageTrouble | undefined>(undefined);
  let lost: Owed | undefined;

  function stepAside({ newVersion }: IDBVersionChangeEvent): void {
    // Dexie closes the database, so that the newer app is not held up. Without a version it is
    // being deleted, which its person has asked for.
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
    memberId !== undefined && memberStore && kept
      ? liveQuery(() => lookAt(memberStore)).subscribe({
          next: (found) => compare(kept, memberId, found),
          // A database that cannot be read says so to whoever needs it.
          error: notice,
        })
      : undefined;

  function compare(notes: Notes, member: string, { born, count }: Omit<Note, 'at'>): void {
    const before = readNote(notes, member);
    // The same database with less in it was drained, by this page or another or the worker.
    if (before && before.count > 0 && before.born !== born) {
      lost = { count: before.count, at: before.at };
      trouble.set('evicted');
    }
    writeNote(notes, member, { born, count, at: new Date(now()).toISOString() });
  }

  function notice(error: unknown): void {
    const noticed = troubleOf(error);
    if (noticed) trouble.set(noticed);
  }

  return {
    trouble,
    notice,
    evicted: () => lost,
    seen() {
      lost = undefined;
      trouble.set(undefined);
    },
    stop() {
      looking?.unsubscribe();
      for (const store of stores) store.on('versionchange').unsubscribe(stepAside);
    },
  };
}

/** Forgets how much a member owed, because it was sent or deleted by their own act. */
export function forgetOwed(kept: Notes, memberId: string): void {
  try {
    kept.removeItem(nameOf(memberId));
  } catch {
    // Where nothing can be written, nothing was.
  }
}

async function lookAt(store: MemberStore): Promise<Omit<Note, 'at'>> {
  const { operations, documents } = store;
  return store.transaction('r', operations, documents, async () => {
    const [birth, count] = await Promise.all([documents.get(birthDocument), operations.count()]);
    return { born: typeof birth?.value === 'string' ? birth.value : '', count };
  });
}

/** Dexie opens a database of a newer build as it is; its version tells. */
function isOfNewerApp(store: Dexie): boolean {
  const installed = store.backendDB().version;
  return Math.floor(installed / 10) > store.verno;
}

function nameOf(memberId: string): string {
  return `touchline-owed:${memberId}`;
}

function readNote(kept: Notes, memberId: string): Note | undefined {
  try {
    const note = Note.safeParse(JSON.parse(kept.getItem(nameOf(memberId)) ?? 'null'));
    return note.success ? note.data : undefined;
  } catch {
    return undefined;
  }
}

function writeNote(kept: Notes, memberId: string, note: Note): void {
  try {
    kept.setItem(nameOf(memberId), JSON.stringify(note));
  } catch {
    // Storage that is full or shut leaves the last note, or none: then nothing can be missed.
  }
}
