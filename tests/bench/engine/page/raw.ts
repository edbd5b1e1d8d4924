/** Raw IndexedDB: the limit that everything is measured against. */
export async function openRaw(
  name: string,
  upgrade: (database: IDBDatabase) => void = () => {},
): Promise<IDBDatabase> {
  const request = indexedDB.open(name);
  request.addEventListener('upgradeneeded', () => upgrade(request.result));
  return resultOf(request);
}

/** A database with the table and indexes of an outbox. */
export async function openRawOutbox(): Promise<IDBDatabase> {
  return openRaw('raw-outbox', (made) => {
    const table = made.createObjectStore('operations', { keyPath: 'seq', autoIncrement: true });
    table.createIndex('id', 'id', { unique: true });
    table.createIndex('subjects', 'subjects', { multiEntry: true });
  });
}

/** The duration of work in milliseconds. */
export async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Adds or replaces a row; resolves when the transaction is complete. */
export async function writeRaw(
  database: IDBDatabase,
  table: string,
  row: unknown,
  durability: IDBTransactionDurability,
): Promise<void> {
  const transaction = database.transaction(table, 'readwrite', { durability });
  transaction.objectStore(table).put(row);
  // Saves an event loop turn, after which the transaction would commit by itself.
  transaction.commit();
  await new Promise<void>((done, fail) => {
    transaction.addEventListener('complete', () => done());
    transaction.addEventListener('abort', () => fail(transaction.error));
  });
}

/** The newest rows of an index, in one request if the browser can read backwards. */
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
  // The method's types do not have these options yet.
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
