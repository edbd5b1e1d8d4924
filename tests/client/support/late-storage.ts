import { IDBFactory } from 'fake-indexeddb';

/** A disk that opens databases until it is `slow`, and the rest of them once it answers. */
export class LateFactory extends IDBFactory {
  #answering = Promise.withResolvers<void>();
  #isSlow = false;

  slow() {
    this.#isSlow = true;
  }

  answer() {
    this.#isSlow = false;
    this.#answering.resolve();
  }

  override open(...request: Parameters<IDBFactory['open']>) {
    const opening = super.open(...request);
    const dispatch = opening.dispatchEvent.bind(opening);
    opening.dispatchEvent = (event) => {
      if (!this.#isSlow || event.type !== 'success') return dispatch(event);
      void this.#answering.promise.then(() => dispatch(event));
      return true;
    };
    return opening;
  }
}
