/** Opens a database through raw IndexedDB, whose times are the lower limit for the engine. */
export async function openRaw(
  name: string,
  upgrade: (database: IDBDatabase) => void = () => {},
): Promise<IDBDatabase> {
  const request = indexedDB.open(name);
  request.addEventListener('upgradeneeded', () => upgrade(request.result));
  return resultOf(request);
}

/** Creates a database with the table and indexes of the outbox. */
export async function openRawOutbox(): Promise<IDBDatabase> {
  return openRaw('raw-outbox', (made) => {
    const table = made.createObjectStore('operations', { keyPath: 'seq', autoIncrement: true });
    table.createIndex('id', 'id', { unique: true });
    table.createIndex('subjects', 'subjects', { multiEntry: true });
  });
}

/** Returns the duration of work in milliseconds. */
export async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Puts a row; resolves when the transaction is complete. */
export async function writeRaw(
  database: IDBDatabase,
  table: string,
  row: unknown,
  durability: IDBTransactionDurability,
): Promise<void> {
  const transaction = database.transaction(table, 'readwrite', { durability });
  transaction.objectStore(table).put(row);
  // An explicit commit saves the event loop turn after which the transaction would commit.
  transaction.commit();
  await new Promise<void>((done, fail) => {
    transaction.addEventListener('complete', () => done());
    transaction.addEventListener('abort', () => fail(transaction.error));
  });
}

/** Returns the newest rows of an index, in one request if the browser supports a direction. */
export async function newestRaw(
  database: IDBDatabase,
  {
    table,
    index,
    range,
    count,
  }: { table: string; index: string; range: IDBKeyRange; count: number },
): Promise<unknown[]> {
  const source = database.transaction(table).objectStore(table).index(index);
  const backwards: unknown = { query: range, count, direction: 'prev' };
  // TypeScript's types of `getAll` do not have these options yet.
  const result: unknown = Reflect.apply(Reflect.get(source, 'getAll'), source, [backwards]);
  if (!(result instanceof IDBRequest)) throw new Error('Nothing was asked.');
  return resultOf(result);
}

export async function allRaw(database: IDBDatabase, table: string): Promise<unknown[]> {
  return resultOf(database.transaction(table).objectStore(table).getAll());
}

export async function deleteRaw(
  database: IDBDatabase,
  table: string,
  key: IDBValidKey,
): Promise<void> {
  await resultOf(database.transaction(table, 'readwrite').objectStore(table).delete(key));
}

export async function deleteDatabase(name: string): Promise<void> {
  await resultOf(indexedDB.deleteDatabase(name));
}

async function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((done, fail) => {
    request.addEventListener('success', () => done(request.result));
    request.addEventListener('error', () => fail(request.error));
  });
}
