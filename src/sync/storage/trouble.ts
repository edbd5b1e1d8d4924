import { Dexie } from 'dexie';

/**
 * Problems of this device's storage: it is refused, full, or its connection is lost, because the
 * browser closed it or a newer app has changed the database.
 */
export type StorageTrouble = 'refused' | 'full' | 'lost';

/** Thrown if a change was not written; contains the reason. */
export class NotSaved extends Error {
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

/** The storage trouble behind an error; `undefined` for other errors. */
export function troubleOf(error: unknown): StorageTrouble | undefined {
  // An abort without a known cause has lost its database.
  return knownTrouble(error) ?? (isAbort(error) ? 'lost' : undefined);
}

/** The trouble of the innermost known error: Dexie stores the browser's own as `inner`. */
function knownTrouble(error: unknown): StorageTrouble | undefined {
  if (error instanceof NotSaved) return error.trouble;
  if (typeof error !== 'object' || error === null) return undefined;
  const inner = 'inner' in error ? knownTrouble(error.inner) : undefined;
  return inner ?? ('name' in error ? troubleByName[String(error.name)] : undefined);
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && /^(?:AbortError|OpenFailedError)$/.test(error.name);
}

/** Measures for a full storage. */
export type StorageCare = {
  /** Deletes data that can be fetched again. */
  makeRoom?: (() => Promise<void>) | undefined;
};

/**
 * Runs work that must reach the disk as a whole. If the storage fails, it is repaired and the work
 * retried once; if that fails, `NotSaved` is thrown and nothing was written. Work may run twice, so
 * it must be idempotent.
 */
export async function durably<Value>(
  store: Dexie,
  work: () => PromiseLike<Value>,
  { makeRoom }: StorageCare = {},
): Promise<Value> {
  // Inside a transaction only its caller can repeat it.
  if (Dexie.currentTransaction) return work();
  try {
    return await work();
  } catch (error) {
    const trouble = troubleWith(store, error);
    if (!trouble) throw error;
    if (!(await isMended(store, trouble, makeRoom))) throw new NotSaved(trouble, error);
  }
  try {
    return await work();
  } catch (error) {
    const trouble = troubleWith(store, error);
    throw trouble ? new NotSaved(trouble, error) : error;
  }
}

/** Opens a database, with a second attempt; throws `NotSaved` if it cannot be opened. */
export async function openDurably(store: Dexie): Promise<void> {
  await durably(store, () => store.open());
}

/** The trouble of a database; one that cannot be opened is `refused`, regardless of the error. */
function troubleWith(store: Dexie, error: unknown): StorageTrouble | undefined {
  const trouble = troubleOf(error);
  return trouble === 'lost' && store.hasFailed() && !isReadable(error) ? 'refused' : trouble;
}

/** True if a reload opens the database: iOS closed its connection, or a newer app has changed it. */
function isReadable(error: unknown): boolean {
  return error instanceof Error && /VersionError|connection .*lost/i.test(String(error));
}

async function isMended(
  store: Dexie,
  trouble: StorageTrouble,
  makeRoom: (() => Promise<void>) | undefined,
): Promise<boolean> {
  if (trouble === 'full') {
    await makeRoom?.().catch(() => undefined);
    if (!store.hasFailed()) return makeRoom !== undefined;
  }
  // A database that the app has closed stays closed: its member is logging out.
  if (store.hasBeenClosed()) return false;
  store.close({ disableAutoOpen: false });
  return store.open().then(
    () => true,
    () => false,
  );
}
