import * as folding from '#client/data/folding.ts';
import { ownTips } from '#client/data/own-tips.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import type { MemberStore } from '#sync/member-store.ts';
import { observed } from '#sync/observable.ts';
import type { OutboxStore } from '#sync/outbox-store.ts';
import { sharedQuery } from '#sync/shared-query.ts';

/** "My tips" as its hook reads it: the page of rows with what is owed folded over it. */
export function watchOwnTips(
  store: MemberStore,
  outbox: OutboxStore,
  onShown: (shown: OptimisticTip[]) => void,
): () => void {
  const owed = sharedQuery(async () => outbox.operations.orderBy('seq').toArray());
  const rows = { store, owed, rules: observed<typeof folding | undefined>(folding) };
  const watched = ownTips(rows, { booked: false, limit: 20 }).subscribe(onShown);
  return () => watched.unsubscribe();
}

/** What the screen shows first. */
export async function firstShown(
  store: MemberStore,
  outbox: OutboxStore,
): Promise<OptimisticTip[]> {
  const { promise, resolve } = Promise.withResolvers<OptimisticTip[]>();
  const end = watchOwnTips(store, outbox, resolve);
  const shown = await promise;
  end();
  return shown;
}
