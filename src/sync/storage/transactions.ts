import { type DBCore, type DBCoreTransaction, Dexie, type DexieOptions } from 'dexie';

/** Transactions of this page that have neither completed nor aborted. */
const running = new Set<IDBTransaction>();
let isFrozen = false;

/** Makes a store abort its transactions while they are frozen. */
export function trackTransactions(store: Dexie): void {
  store.use({
    stack: 'dbcore',
    name: 'track-transactions',
    create: (core: DBCore) => ({
      ...core,
      transaction(tables, mode, options) {
        const transaction = core.transaction(tables, mode, options);
        if (isIndexedDB(transaction)) trackTransaction(transaction);
        return transaction;
      },
    }),
  });
}

/**
 * Returns options of a store whose creation and upgrades are tracked too: Dexie runs them outside
 * of its middleware, and one that never ends prevents every other page from opening the database.
 */
export function trackUpgrades(options: DexieOptions): DexieOptions {
  const factory = options.indexedDB ?? Dexie.dependencies.indexedDB;
  return factory ? { ...options, indexedDB: createTrackedFactory(factory) } : options;
}

function createTrackedFactory(factory: NonNullable<DexieOptions['indexedDB']>) {
  return new Proxy(factory, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name !== 'open') return value.bind(target);
      return (...args: unknown[]): IDBOpenDBRequest => {
        const request: IDBOpenDBRequest = value.apply(target, args);
        request.addEventListener('upgradeneeded', () => {
          if (request.transaction) trackTransaction(request.transaction);
        });
        return request;
      };
    },
  });
}

/**
 * Aborts every running transaction, and each that begins before `thawTransactions`; returns the
 * number that ran. A page suspended by the browser never ends its transactions, and blocks those of
 * all other pages until it is discarded.
 */
export function freezeTransactions(): number {
  isFrozen = true;
  const count = running.size;
  for (const transaction of running) abortTransaction(transaction);
  return count;
}

export function thawTransactions(): void {
  isFrozen = false;
}

function trackTransaction(transaction: IDBTransaction): void {
  if (isFrozen) return abortTransaction(transaction);
  running.add(transaction);
  const end = () => void running.delete(transaction);
  transaction.addEventListener('complete', end);
  transaction.addEventListener('abort', end);
}

function abortTransaction(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // A committing transaction refuses to abort, and ends without the page.
  }
}

function isIndexedDB(transaction: DBCoreTransaction): transaction is IDBTransaction {
  return 'addEventListener' in transaction;
}
