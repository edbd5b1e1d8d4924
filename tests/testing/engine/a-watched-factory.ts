import { IDBFactory } from 'fake-indexeddb';

/** A transaction that was opened, with its options. */
export type Opened = { database: string; mode: string; durability: string; completed: boolean };

/** A browser's IndexedDB that records transactions and can make them fail. */
export class WatchedFactory extends IDBFactory {
  readonly opened: Opened[] = [];
  /** Returns true for a transaction that must fail, as on a full disk. */
  fails: (transaction: Opened) => boolean = () => false;
  /** Returns the error of a failing transaction. */
  failure: () => DOMException = () => new DOMException('The disk is full.', 'QuotaExceededError');

  override open(name: string, version?: number) {
    const request = super.open(name, version);
    request.addEventListener('success', () => this.#watch(request.result));
    return request;
  }

  #watch(database: IDBDatabase): void {
    const transaction = database.transaction.bind(database);
    database.transaction = (names, mode = 'readonly', options) => {
      const durability = options?.durability ?? 'default';
      const opening = { database: database.name, mode, durability, completed: false };
      this.opened.push(opening);
      if (this.fails(opening)) throw this.failure();
      const begun = transaction(names, mode, options);
      begun.addEventListener('complete', () => {
        opening.completed = true;
      });
      return begun;
    };
  }
}
