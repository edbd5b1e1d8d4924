import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { onTestFinished, vi } from 'vitest';
import { MemberStore } from '#sync/storage/member-store.ts';
import { memberId } from '../engine/samples.ts';

/** A disk that opens databases until it is `slow`, and the rest of them once it answers. */
export class LateFactory extends IDBFactory {
  #answering = Promise.withResolvers<void>();
  #late: IDBOpenDBRequest[] = [];
  #isSlow = false;
  #refused: string | undefined;
  /** Number of openings that failed while the disk was broken. */
  failures = 0;
  #isBroken = false;

  slow() {
    this.#isSlow = true;
  }

  answer() {
    this.#isSlow = false;
    this.#answering.resolve();
  }

  /** Lets every opening fail until `repair`. */
  break() {
    this.#isBroken = true;
  }

  repair() {
    this.#isBroken = false;
  }

  /** Refuses to open the database of this name, which exists; without a name opens all again. */
  refuse(name?: string) {
    this.#refused = name;
  }

  /** Closes the page that waits for it, as a reload does. */
  closePage() {
    for (const { result } of this.#late) result.close();
    this.#late = [];
    this.#isSlow = false;
    this.#answering = Promise.withResolvers();
  }

  override open(...request: Parameters<IDBFactory['open']>) {
    const [name] = request;
    // Older than what is on it.
    const opening = name === this.#refused ? super.open(name, 1) : super.open(...request);
    const dispatch = opening.dispatchEvent.bind(opening);
    const settle = (event: Event) => {
      if (!this.#isBroken) return dispatch(event);
      this.failures += 1;
      opening.result.close();
      const error = new DOMException('The disk is broken.', 'UnknownError');
      Object.defineProperty(opening, 'error', { value: error });
      Object.defineProperty(event, 'type', { value: 'error' });
      return dispatch(event);
    };
    opening.dispatchEvent = (event) => {
      if (event.type !== 'success') return dispatch(event);
      if (!this.#isSlow) return settle(event);
      this.#late.push(opening);
      void this.#answering.promise.then(() => settle(event));
      return true;
    };
    return opening;
  }
}

/** The timeout of a wait for the disk, in milliseconds: code is loaded meanwhile, on a busy machine slowly. */

type SlowStart = {
  online: boolean;
  disk?: LateFactory;
  /** Stores what is on the disk before. */
  stored?: (store: MemberStore) => Promise<unknown>;
};

/** A page that starts on a disk which has not answered for four seconds. */
export async function aSlowStart({ online, disk = new LateFactory(), stored }: SlowStart) {
  vi.resetModules();
  Object.assign(Dexie.dependencies, { indexedDB: disk, IDBKeyRange });
  const before = new MemberStore(memberId);
  await stored?.(before);
  before.close();
  disk.slow();
  vi.stubGlobal('fetch', async () => {
    if (!online) throw new TypeError('Failed to fetch');
    return Response.json({});
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const page = await import('#client/data/device/device.tsx');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const opened = page.openDatabases(memberId);
  await vi.advanceTimersByTimeAsync(4000);
  vi.useRealTimers();
  await opened;
  const ownMember = () => {
    const { member } = page.getDevice(memberId);
    if (!member) throw new Error('Nobody is logged in.');
    return member;
  };
  const { storageState, currentDatabases } = page;
  return { disk, ...storageState, currentDatabases, ownMember, ownStore: () => ownMember().store };
}
