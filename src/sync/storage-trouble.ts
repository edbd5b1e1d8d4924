import { Dexie } from 'dexie';

/**
 * What is wrong with this device's storage: it may not be used, it is full, the browser let go of
 * it, a newer app has changed it, or what lay in it is gone.
 */
export type StorageTrouble = 'refused' | 'full' | 'lost' | 'newer-app' | 'evicted';

/** Nothing of a change reached the disk, and why. */
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

/** What an error says of the storage; `undefined` when it is about something else. */
export function troubleOf(error: unknown): StorageTrouble | undefined {
  const chain = causesOf(error);
  // The innermost is what the browser said; a database that could not be opened counts as closed.
  const known = chain.findLast(({ name }) => troubleByName[name] !== undefined);
  if (known) return troubleByName[known.name];
  // A transaction that ends by itself, and says nothing more, has lost its database.
  const [first] = chain;
  return first?.name === 'AbortError' || first?.name === 'OpenFailedError' ? 'lost' : undefined;
}

/** An error with those it was made of: Dexie keeps the browser's own as `inner`. */
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

/** How to go on when the storage fails. */
export type StorageCare = {
  /** Throws away what can be fetched again. */
  makeRoom?: (() => Promise<void>) | undefined;
};

/**
 * Does something that must reach the disk whole. When the storage fails it is mended and the act
 * tried once more; then it has happened, or nothing of it has, and `NotSaved` says why. An act may
 * therefore happen twice: one that must not looks first whether it has.
 */
export async function durably<Value>(
  store: Dexie,
  act: () => PromiseLike<Value>,
  { makeRoom }: StorageCare = {},
): Promise<Value> {
  // Inside a transaction it is for whoever began it to begin it again.
  if (Dexie.currentTransaction) return act();
  try {
    return await act();
  } catch (error) {
    const trouble = troubleWith(store, error);
    if (!trouble) throw error;
    if (!(await isMended(store, trouble, makeRoom))) throw new NotSaved(trouble, error);
  }
  try {
    return await act();
  } catch (error) {
    const trouble = troubleWith(store, error);
    throw trouble ? new NotSaved(trouble, error) : error;
  }
}

/** Opens a database, trying once more where that may help; `NotSaved` says why it cannot be. */
export async function openDurably(store: Dexie): Promise<void> {
  await durably(store, () => store.open());
}

/** A database that cannot even be opened is refused, whatever the browser calls it. */
function troubleWith(store: Dexie, error: unknown): StorageTrouble | undefined {
  const trouble = troubleOf(error);
  return trouble === 'lost' && store.hasFailed() && !isCutOff(error) ? 'refused' : trouble;
}

/** What browsers on iOS say of a database whose connection they have ended. */
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
  // What this app has closed itself stays closed: its member is logging out.
  if (trouble === 'newer-app' || store.hasBeenClosed()) return false;
  store.close({ disableAutoOpen: false });
  return store.open().then(
    () => true,
    () => false,
  );
}
