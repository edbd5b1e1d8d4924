import { Dexie } from 'dexie';

/**
 * Problems of this device's storage: it is refused, full, its connection was closed, a newer app
 * has changed it, or its data was deleted.
 */
export type StorageTrouble = 'refused' | 'full' | 'lost' | 'newer-app' | 'evicted';

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
  VersionError: 'newer-app',
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
  const chain = causesOf(error);
  // The innermost known error is the browser's own.
  const known = chain.findLast(({ name }) => troubleByName[name] !== undefined);
  if (known) return troubleByName[known.name];
  // An abort without a cause has lost its database.
  const [first] = chain;
  return first?.name === 'AbortError' || first?.name === 'OpenFailedError' ? 'lost' : undefined;
}

/** An error with its causes: Dexie stores the browser's own as `inner`. */
function causesOf(error: unknown): { name: string }[] {
  const chain: { name: string }[] = [];
  let current = error;
  while (typeof current === 'object' && current !== null && chain.length < 8) {
    if (current instanceof NotSaved) return [...chain, { name: nameByTrouble[current.trouble] }];
    const name: unknown = 'name' in current ? current.name : undefined;
    chain.push({ name: typeof name === 'string' ? name : '' });
    current = 'inner' in current ? current.inner : undefined;
  }
  return chain;
}

const nameByTrouble: Record<StorageTrouble, string> = {
  refused: 'SecurityError',
  full: 'QuotaExceededError',
  lost: 'DatabaseClosedError',
  'newer-app': 'VersionError',
  evicted: 'UnknownError',
};

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
  return trouble === 'lost' && store.hasFailed() && !isCutOff(error) ? 'refused' : trouble;
}

/** True for the error of a database whose connection was closed by iOS. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && /connection .*lost/i.test(error.message);
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
  if (trouble === 'newer-app' || store.hasBeenClosed()) return false;
  store.close({ disableAutoOpen: false });
  return store.open().then(
    () => true,
    () => false,
  );
}
