import { type Dexie, liveQuery } from 'dexie';
import { type Observable, createObservable } from '../observable.ts';
import { databaseIdDocument, type MemberStore } from './member-store.ts';
import {
  deleteLoss,
  lossOfNote,
  type LostOperations,
  type PendingNote,
  type NoteStorage,
  readPendingNote,
  writePendingNote,
} from './pending-note.ts';
import { isUpgradedByNewerApp } from './newer-app.ts';
import { type StorageTrouble, storageTroubleOf } from './trouble.ts';

/** Watches this device's storage while a page is open. */
export type StorageWatch = {
  trouble: Observable<StorageTrouble | undefined>;
  /** Pending operations that were lost because the browser deleted their database. */
  loss: Observable<LostOperations | undefined>;
  /** Reports a storage error of another module. */
  reportStorageError: (error: unknown) => void;
  /** Called when the member has acknowledged the trouble. */
  acknowledgeTrouble: () => void;
  /** Called when the member has acknowledged the loss. */
  acknowledgeLoss: () => void;
  stop: () => void;
};

export type StorageWatchDependencies = {
  stores: readonly Dexie[];
  memberId?: string | undefined;
  memberStore?: MemberStore | undefined;
  notes?: NoteStorage | undefined;
  now?: () => number;
};

export function watchStorage(parts: StorageWatchDependencies): StorageWatch {
  const { stores, memberId, memberStore, notes, now = Date.now } = parts;
  const trouble = createObservable<StorageTrouble | undefined>(undefined);
  const noted =
    notes && memberId !== undefined ? readPendingNote(notes, memberId)?.lost : undefined;
  const loss = createObservable(noted);

  function stepAside({ newVersion }: IDBVersionChangeEvent): void {
    // Dexie closes the database for a newer build; `newVersion` is null if it is being deleted.
    if (newVersion !== null) trouble.set('lost');
  }
  for (const store of stores) {
    store.on('versionchange', stepAside);
    store.on('ready', () => {
      if (isUpgradedByNewerApp(store)) trouble.set('lost');
    });
    if (store.isOpen() && isUpgradedByNewerApp(store)) trouble.set('lost');
  }

  const looking =
    memberId !== undefined && memberStore && notes
      ? liveQuery(() => readDatabaseNote(memberStore)).subscribe({
          next: (found) => compare(notes, memberId, found),
          error: notice,
        })
      : undefined;

  function compare(notes: NoteStorage, member: string, found: DatabaseNote): void {
    const before = readPendingNote(notes, member);
    // Operations are lost only if the database is another one; otherwise they were sent.
    const isReplaced = before !== undefined && before.born !== found.born;
    const lost = isReplaced ? lossOfNote(before) : before?.lost;
    // Uses the note's loss, because the member may have acknowledged the loss in another tab.
    loss.set(lost);
    writePendingNote(notes, member, {
      ...found,
      at: new Date(now()).toISOString(),
      ...(lost && { lost }),
    });
  }

  function notice(error: unknown): void {
    const noticed = storageTroubleOf(error);
    if (noticed) trouble.set(noticed);
  }

  return {
    trouble,
    loss,
    reportStorageError: notice,
    acknowledgeTrouble: () => trouble.set(undefined),
    acknowledgeLoss() {
      loss.set(undefined);
      if (notes && memberId !== undefined) deleteLoss(notes, memberId);
    },
    stop() {
      looking?.unsubscribe();
      for (const store of stores) store.on('versionchange').unsubscribe(stepAside);
    },
  };
}

type DatabaseNote = Pick<PendingNote, 'born' | 'count'>;

async function readDatabaseNote(store: MemberStore): Promise<DatabaseNote> {
  const { operations, documents } = store;
  return store.transaction('r', operations, documents, async () => {
    const [birth, count] = await Promise.all([
      documents.get(databaseIdDocument),
      operations.count(),
    ]);
    return { born: typeof birth?.value === 'string' ? birth.value : '', count };
  });
}
