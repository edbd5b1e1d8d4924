import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { onTestFinished, vi } from 'vitest';
import { MemberStore } from '#sync/storage/member-store.ts';
import { memberId } from '../engine/samples.ts';

/** Storage whose openings wait between `slow()` and `answer()`. */
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

  /** Makes openings of this existing database fail; without a name, all openings succeed again. */
  refuse(name?: string) {
    this.#refused = name;
  }

  /** Closes the page whose openings wait, as a reload does. */
  closePage() {
    for (const { result } of this.#late) result.close();
    this.#late = [];
    this.#isSlow = false;
    this.#answering = Promise.withResolvers();
  }

  override open(...request: Parameters<IDBFactory['open']>) {
    const [name] = request;
    // A version below the stored one makes the opening fail.
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

type SlowStart = {
  online: boolean;
  disk?: LateFactory;
  /** Fills the database before the page starts. */
  stored?: (store: MemberStore) => Promise<unknown>;
};

/** Starts a page whose storage has not responded for four seconds. */
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
