import { IDBFactory } from 'fake-indexeddb';

/** A step of a process that reaches outside of it: an instant at which the process can end. */
export type Step = { what: string; database?: string; mode?: string; method?: string };

/**
 * The databases of a browser as one of its processes has them. The process can end at any step:
 * uncommitted writes are undone, and later calls never reach the disk.
 */
export class ProcessDisk extends IDBFactory {
  readonly #disk: IDBFactory;
  readonly #open = new Set<IDBTransaction>();
  readonly #databases = new Set<IDBDatabase>();
  #dead = false;
  /** Called before each step; an error it throws replaces the step. */
  onStep: (step: Step) => void = () => {};

  constructor(disk: IDBFactory) {
    super();
    this.#disk = disk;
  }

  override open(name: string, version?: number) {
    const request = this.#disk.open(name, version);
    request.addEventListener('success', (event) => this.#silence(event));
    request.addEventListener('success', () => this.#watch(request.result));
    return request;
  }

  /** Number of running transactions. */
  busy(): number {
    return this.#open.size;
  }

  dies(): void {
    this.#dead = true;
    for (const transaction of this.#open) {
      try {
        transaction.abort();
      } catch {
        // It has just been committed.
      }
    }
    this.#open.clear();
  }

  /** The system closes the connections of the process, as iOS does to pages in the background. */
  losesItsConnections(): void {
    for (const database of this.#databases) {
      database.close();
      database.dispatchEvent(new Event('close'));
    }
    this.#databases.clear();
  }

  /** An ended process gets no more events. */
  #silence(event: Event): void {
    if (this.#dead) event.stopImmediatePropagation();
  }

  #watch(database: IDBDatabase): void {
    this.#databases.add(database);
    const begin = database.transaction.bind(database);
    database.transaction = (names, mode = 'readonly', options) => {
      const about = { database: database.name, mode };
      if (this.#dead) throw new DOMException('The process has ended.', 'AbortError');
      this.onStep({ what: 'begins', ...about });
      const transaction = begin(names, mode, options);
      for (const type of ['success', 'error', 'complete', 'abort']) {
        transaction.addEventListener(type, (event) => this.#silence(event), true);
      }
      if (this.#dead) {
        transaction.abort();
        return transaction;
      }
      this.#open.add(transaction);
      const ended = () => this.#open.delete(transaction);
      transaction.addEventListener('complete', () => {
        ended();
        this.onStep({ what: 'completes', ...about });
      });
      transaction.addEventListener('abort', ended);
      return transaction;
    };
  }
}
