import type { Tip } from '#contract/tips.ts';
import { MemberStore, toTipRow } from '#sync/storage/member-store.ts';
import { queueOperation } from '#sync/outbox/outbox.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { aServerTip } from './first-rows.ts';
import { watchOwnTips } from './own-screen.ts';
import { memberWith } from './people.ts';
import {
  allRaw,
  deleteDatabase,
  deleteRaw,
  newestRaw,
  openRaw,
  openRawOutbox,
  timed,
  writeRaw,
} from './raw.ts';

/**
 * Milliseconds from a write until the screen's query returns the change: for a pulled row and for a
 * queued operation. For comparison, a raw write followed by a read of the same rows.
 */
export type LiveUpdates = {
  pulled: number[];
  rawPulled: number[];
  queued: number[];
  rawQueued: number[];
};

const newest = {
  table: 'tips',
  index: '[booked+creationTime]',
  range: IDBKeyRange.bound([0, ''], [0, '\uffff']),
  count: 20,
};

export async function liveUpdates(count: number, times: number): Promise<LiveUpdates> {
  const memberId = memberWith(count);
  const store = new MemberStore(memberId);
  const watched = watch(store);
  await watched.until((shown) => shown.length > 0);
  const tips = await openRaw(store.name);
  const rawOutbox = await copyOf(store);

  const found: LiveUpdates = {
    pulled: [],
    rawPulled: [],
    queued: [],
    rawQueued: [],
  };
  for (let time = 0; time < times; time += 1) {
    const tip = newTip(memberId, time);
    found.pulled.push(
      await timed(async () => {
        void store.transaction('rw', store.tips, async () => store.tips.put(toTipRow(tip)));
        await watched.until(([first]) => first?.id === tip.id);
      }),
    );
    found.queued.push(
      await timed(async () => {
        const payload = { tipId: tip.id };
        void queueOperation(store, { memberId, kind: 'tip.book', payload });
        // A booked tip disappears from the list of saved tips.
        await watched.until(([first]) => first?.id !== tip.id);
      }),
    );
    const operation = { ...(await store.operations.where({ subjects: `tip:${tip.id}` }).first()) };
    await store.tips.delete(tip.id);
    await store.operations.where({ subjects: `tip:${tip.id}` }).delete();
    await aMoment();

    found.rawPulled.push(
      await timed(async () => {
        await writeRaw(tips, 'tips', toTipRow(tip), 'strict');
        await newestRaw(tips, newest);
      }),
    );
    found.rawQueued.push(
      await timed(async () => {
        await writeRaw(rawOutbox, 'operations', operation, 'strict');
        await allRaw(rawOutbox, 'operations');
      }),
    );
    await deleteRaw(tips, 'tips', tip.id);
    await deleteRaw(rawOutbox, 'operations', operation.seq ?? 0);
    await aMoment();
  }
  watched.end();
  for (const opened of [store, tips, rawOutbox]) opened.close();
  await deleteDatabase(rawOutbox.name);
  return found;
}

/** Copies the operations into a database with equal indexes and no live queries. */
async function copyOf(store: MemberStore): Promise<IDBDatabase> {
  const copy = await openRawOutbox();
  for (const row of await store.operations.toArray()) {
    await writeRaw(copy, 'operations', row, 'relaxed');
  }
  return copy;
}

/** A tip that is newer than all others, so that the list shows it first. */
function newTip(memberId: string, time: number): Tip {
  const creationTime = new Date(Date.UTC(2999, 0, 1) + time).toISOString();
  return { ...aServerTip(memberId, 0), creationTime, IsBooked: false };
}

/** Waits until live queries have processed the restored rows, which must not be measured. */
async function aMoment(): Promise<void> {
  await new Promise((done) => {
    setTimeout(done, 20);
  });
}

type Shown = OptimisticTip[];

function watch(store: MemberStore) {
  let awaited: { isSo: (shown: Shown) => boolean; done: () => void } | undefined;
  let latest: Shown | undefined;
  const end = watchOwnTips(store, (shown) => {
    latest = shown;
    if (awaited?.isSo(shown)) awaited.done();
  });
  return {
    end,
    async until(isSo: (shown: Shown) => boolean): Promise<void> {
      await new Promise<void>((done) => {
        awaited = { isSo, done };
        if (latest && isSo(latest)) done();
      });
      awaited = undefined;
    },
  };
}
