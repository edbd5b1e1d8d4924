import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { isRecord } from './reading.ts';

/** A fault of a device's storage. */
export type StorageFault = {
  kind: 'full' | 'full-at-commit' | 'lost' | 'refused';
  /** The number of writing transactions that still succeed. */
  after: number;
  /** The number of transactions that fail. */
  times: number;
};

/** A tab or a worker, which uses the storage and may die between any two steps. */
export type StorageUser = {
  isAlive: () => boolean;
  /** Counts a storage step; the user may die at this step. */
  steps: () => void;
};

/** The storage of a device: databases in memory, which can be made to fail. */
export type Disk = {
  /** The IndexedDB factory that a user sees. */
  factoryFor: (user: StorageUser) => IDBFactory;
  /** The factory without faults, for the checks. */
  bare: IDBFactory;
  closeAllOf: (user: StorageUser) => void;
  fail: (fault: StorageFault) => void;
  mend: () => void;
  /** Reads stored rows without opening a connection. */
  rows: (database: string, store: string) => readonly Record<string, unknown>[];
  names: () => string[];
};

export type DiskWatch = {
  onFault: (kind: string) => void;
  /** Called when a writing transaction on an outbox starts. */
  onOutboxWrite: (durability: string) => void;
};

export function disk(watch: DiskWatch): Disk {
  const factory = new IDBFactory();
  const connections = new Map<StorageUser, Set<IDBDatabase>>();
  let faults: StorageFault[] = [];

  /** The fault of this transaction; undefined if it has none. */
  function dueFault(): StorageFault | undefined {
    const [fault] = faults;
    if (!fault) return undefined;
    if (fault.after > 0) {
      fault.after -= 1;
      return undefined;
    }
    fault.times -= 1;
    if (fault.times <= 0) faults = faults.slice(1);
    watch.onFault(`storage ${fault.kind}`);
    return fault;
  }

  function factoryFor(user: StorageUser): IDBFactory {
    return new Proxy(factory, {
      get(target, name) {
        if (name === 'open') return open;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });

    function open(...args: Parameters<IDBFactory['open']>): IDBOpenDBRequest {
      user.steps();
      if (!user.isAlive()) throw aborted();
      const request = factory.open(...args);
      request.addEventListener('success', () => track(request.result));
      return request;
    }

    function track(database: IDBDatabase): void {
      const open = connections.get(user) ?? new Set();
      connections.set(user, open.add(database));
      const begin = database.transaction.bind(database);
      database.transaction = (names, mode, options) => {
        user.steps();
        if (!user.isAlive()) throw aborted();
        const fault = mode === 'readwrite' ? dueFault() : undefined;
        if (fault?.kind === 'lost') {
          forceClose(database);
          throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
        }
        if (fault?.kind === 'refused') {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        }
        if (mode === 'readwrite' && database.name.startsWith('touchline-member-')) {
          watch.onOutboxWrite(options?.durability ?? 'default');
        }
        const transaction = begin(names, mode, options);
        hearLast(transaction, user);
        if (fault?.kind === 'full') refuseWrites(transaction);
        if (fault?.kind === 'full-at-commit') refuseCommit(transaction);
        return transaction;
      };
    }
  }

  return {
    factoryFor,
    bare: factory,
    closeAllOf(user) {
      for (const database of connections.get(user) ?? []) database.close();
      connections.delete(user);
    },
    fail(fault) {
      faults.push({ ...fault });
    },
    mend() {
      faults = [];
    },
    rows: (database, store) => rowsOf(factory, database, store),
    names: () => [...databasesOf(factory).keys()],
  };
}

function aborted(): DOMException {
  return new DOMException('Whoever asked is gone.', 'InvalidStateError');
}

/** The user may die after the commit and before the event of the transaction. */
function hearLast(transaction: IDBTransaction, user: StorageUser): void {
  transaction.addEventListener('complete', () => {
    user.steps();
    // The database itself needs the event; without it, the next transaction would never start.
    if (!user.isAlive()) transaction.oncomplete = null;
  });
}

const full = () => new DOMException('There is no room left.', 'QuotaExceededError');

/** Fails every write of this transaction, and so the transaction. */
function refuseWrites(transaction: IDBTransaction): void {
  const storeOf = transaction.objectStore.bind(transaction);
  transaction.objectStore = (name) => {
    const store = storeOf(name);
    const failing = () => failingRequest(transaction, store);
    return Object.assign(store, { put: failing, add: failing });
  };
}

function failingRequest(transaction: IDBTransaction, source: IDBObjectStore): IDBRequest {
  const operation = () => {
    throw full();
  };
  const request: unknown = callInside(transaction, '_execRequestAsync', { source, operation });
  if (!isRequest(request)) throw new Error('The storage in memory has changed its inside.');
  return request;
}

/** Lets all writes succeed and fails the commit with a quota error. */
function refuseCommit(transaction: IDBTransaction): void {
  const proceed: unknown = Reflect.get(transaction, '_start');
  if (typeof proceed !== 'function') throw new Error('The storage in memory has changed.');
  Reflect.set(transaction, '_start', function start() {
    const requests: unknown = Reflect.get(transaction, '_requests');
    const begun = Reflect.get(transaction, '_started') === true;
    const over = Reflect.get(transaction, '_state') === 'finished';
    if (begun && !over && Array.isArray(requests) && requests.length === 0) {
      callInside(transaction, '_abort', 'QuotaExceededError');
    } else Reflect.apply(proceed, transaction, []);
  });
}

function forceClose(database: IDBDatabase): void {
  Reflect.apply(forceCloseDatabase, undefined, [database]);
}

function callInside(target: object, name: string, ...rest: unknown[]): unknown {
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== 'function') throw new Error(`The storage in memory has no ${name}.`);
  return Reflect.apply(method, target, rest);
}

function isRequest(value: unknown): value is IDBRequest {
  return typeof value === 'object' && value !== null && 'readyState' in value;
}

function databasesOf(factory: IDBFactory): Map<string, object> {
  const databases: unknown = Reflect.get(factory, '_databases');
  if (!(databases instanceof Map)) throw new Error('The storage in memory has no databases.');
  return databases;
}

function rowsOf(factory: IDBFactory, database: string, store: string): Record<string, unknown>[] {
  const found = databasesOf(factory).get(database);
  const stores: unknown = found && Reflect.get(found, 'rawObjectStores');
  const opened: unknown = stores instanceof Map ? stores.get(store) : undefined;
  if (typeof opened !== 'object' || opened === null) return [];
  const records: unknown = Reflect.get(opened, 'records');
  if (typeof records !== 'object' || records === null) return [];
  const values: unknown = callInside(records, 'values');
  const rows: Record<string, unknown>[] = [];
  if (!isIterable(values)) return rows;
  for (const record of values) {
    const value: unknown = isRecord(record) ? record['value'] : undefined;
    if (isRecord(value)) rows.push(value);
  }
  return rows;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
