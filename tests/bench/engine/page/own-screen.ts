import { liveQuery } from 'dexie';
import { readOwnTips } from '#client/data/tips/own-tip-queries.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';

/** Watches the rows of "My tips" like the screen: stored tips with pending operations applied. */
export function watchOwnTips(
  store: MemberStore,
  onShown: (shown: OptimisticTip[]) => void,
): () => void {
  const query = liveQuery(() => readOwnTips(store, { booked: false, limit: 20 }));
  const watched = query.subscribe(onShown);
  return () => watched.unsubscribe();
}

/** Returns the first rows that the screen would show. */
export async function firstShown(store: MemberStore): Promise<OptimisticTip[]> {
  const { promise, resolve } = Promise.withResolvers<OptimisticTip[]>();
  const end = watchOwnTips(store, resolve);
  const shown = await promise;
  end();
  return shown;
}
