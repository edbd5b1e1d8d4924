import { type DBCore, type DBCoreTransaction, Dexie, type DexieOptions } from 'dexie';

/** Transactions of this page that have neither completed nor aborted. */
const runningTransactions = new Set<IDBTransaction>();
let isFrozen = false;

/** Tracks the transactions of a store, so that `freezeTransactions` can abort them. */
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
 * Returns options that also track creation and upgrades of a store: Dexie's middleware does not see
 * these, and an upgrade that never ends prevents other pages from opening the database.
 */
export function trackUpgradeTransactions(options: DexieOptions): DexieOptions {
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
 * Aborts all running transactions, and each that begins before `thawTransactions`; returns the
 * number of running ones. Transactions of a page that the browser has suspended never end, and
 * block all other pages until the page is discarded.
 */
export function freezeTransactions(): number {
  isFrozen = true;
  const count = runningTransactions.size;
  for (const transaction of runningTransactions) abortTransaction(transaction);
  return count;
}

export function thawTransactions(): void {
  isFrozen = false;
}

function trackTransaction(transaction: IDBTransaction): void {
  if (isFrozen) return abortTransaction(transaction);
  runningTransactions.add(transaction);
  const end = () => void runningTransactions.delete(transaction);
  transaction.addEventListener('complete', end);
  transaction.addEventListener('abort', end);
}

function abortTransaction(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // A committing transaction cannot be aborted, and ends without the page.
  }
}

function isIndexedDB(transaction: DBCoreTransaction): transaction is IDBTransaction {
  return 'addEventListener' in transaction;
}
