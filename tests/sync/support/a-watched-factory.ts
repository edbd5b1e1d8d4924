import { IDBFactory } from 'fake-indexeddb';

/** A transaction that was opened, with what was asked of it. */
export type Opened = { database: string; mode: string; durability: string; completed: boolean };

/** A browser's databases that report which transactions were opened, and can be made to fail. */
export class WatchedFactory extends IDBFactory {
  readonly opened: Opened[] = [];
  /** Whether a transaction fails, as on a full disk or after the system closed the database. */
  fails: (transaction: Opened) => boolean = () => false;
  /** What such a transaction fails with. */
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
