import { Dexie } from 'dexie';

/**
 * Trouble of this device's storage. `refused`: the browser stores nothing; `full`: no space;
 * `lost`: the browser closed the database or a newer build has upgraded it.
 */
export type StorageTrouble = 'refused' | 'full' | 'lost';

/** Thrown if a change was not written; contains the reason. */
export class NotSavedError extends Error {
  override readonly name = 'NotSaved';
  readonly trouble: StorageTrouble;

  constructor(trouble: StorageTrouble, cause: unknown) {
    super(`Nothing was saved. ${cause instanceof Error ? cause.message : ''}`.trim(), { cause });
    this.trouble = trouble;
  }
}

const troubleByName: Record<string, StorageTrouble> = {
  QuotaExceededError: 'full',
  VersionError: 'lost',
  MissingAPIError: 'refused',
  SecurityError: 'refused',
  NotAllowedError: 'refused',
  InvalidStateError: 'lost',
  DatabaseClosedError: 'lost',
  UnknownError: 'lost',
  TimeoutError: 'lost',
  TransactionInactiveError: 'lost',
};

/** The storage trouble that caused an error; undefined for other errors. */
export function storageTroubleOf(error: unknown): StorageTrouble | undefined {
  // An abort without a known cause means that the database is lost.
  return findKnownTrouble(error) ?? (isAbort(error) ? 'lost' : undefined);
}

/** The trouble of the innermost known error; Dexie stores the browser's error as `inner`. */
function findKnownTrouble(error: unknown): StorageTrouble | undefined {
  if (error instanceof NotSavedError) return error.trouble;
  if (typeof error !== 'object' || error === null) return undefined;
  const inner = 'inner' in error ? findKnownTrouble(error.inner) : undefined;
  return inner ?? ('name' in error ? troubleByName[String(error.name)] : undefined);
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && /^(?:AbortError|OpenFailedError)$/.test(error.name);
}

/** Actions to take when the storage is full. */
export type StorageRecovery = {
  /** Deletes data that can be fetched again. */
  freeStorageSpace?: (() => Promise<void>) | undefined;
};

/**
 * Runs work that must be written completely. If the storage fails, repairs it and retries once; if
 * that fails, throws `NotSavedError` and nothing was written. Work may run twice, so it must be
 * idempotent.
 */
export async function runDurably<Value>(
  store: Dexie,
  work: () => PromiseLike<Value>,
  { freeStorageSpace }: StorageRecovery = {},
): Promise<Value> {
  // Inside a transaction, only the code that opened it can repeat the work.
  if (Dexie.currentTransaction) return work();
  try {
    return await work();
  } catch (error) {
    const trouble = databaseTroubleOf(store, error);
    if (!trouble) throw error;
    if (!(await tryRepair(store, trouble, freeStorageSpace)))
      throw new NotSavedError(trouble, error);
  }
  try {
    return await work();
  } catch (error) {
    const trouble = databaseTroubleOf(store, error);
    throw trouble ? new NotSavedError(trouble, error) : error;
  }
}

/** Opens a database, retries once, and throws `NotSavedError` if that fails. */
export async function openDurably(store: Dexie): Promise<void> {
  await runDurably(store, () => store.open());
}

/** The trouble of a database; `refused` if it cannot be opened, regardless of the error. */
function databaseTroubleOf(store: Dexie, error: unknown): StorageTrouble | undefined {
  const trouble = storageTroubleOf(error);
  return trouble === 'lost' && store.hasFailed() && !canReopen(error) ? 'refused' : trouble;
}

/** True if a reload helps: iOS closed the connection, or a newer build upgraded the database. */
function canReopen(error: unknown): boolean {
  return error instanceof Error && /VersionError|connection .*lost/i.test(String(error));
}

async function tryRepair(
  store: Dexie,
  trouble: StorageTrouble,
  makeRoom: (() => Promise<void>) | undefined,
): Promise<boolean> {
  if (trouble === 'full') {
    await makeRoom?.().catch(() => undefined);
    if (!store.hasFailed()) return makeRoom !== undefined;
  }
  // A database closed by the app stays closed, because the member is logging out.
  if (store.hasBeenClosed()) return false;
  store.close({ disableAutoOpen: false });
  return store.open().then(
    () => true,
    () => false,
  );
}
