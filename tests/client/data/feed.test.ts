// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { tipsOn } from '#client/data/use-feed.ts';
import type { OperationRow } from '#sync/outbox-store.ts';
import { databases } from '../../sync/support/a-device.ts';
import { memberId, row, serverTip, tipId } from '../../sync/support/samples.ts';

/** The feed of a member who takes one of its two tips back. */
async function feedWhile(state: OperationRow['state']): Promise<string[]> {
  const { publicStore, store, outbox } = databases();
  await publicStore.tips.bulkPut([serverTip(), serverTip({ id: 'another' })]);
  await outbox.operations.add(row({ kind: 'tip.withdraw', state }));
  const member = { id: memberId, store, outbox };
  const feed = tipsOn({ publicStore, member }, async ({ tips }) => tips.toArray());
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const watched = feed.subscribe((tips) => resolve(tips.map(({ id }) => id)), reject);
  const ids = await promise;
  watched.unsubscribe();
  return ids;
}

describe('the tips of everybody', () => {
  test.each([
    { state: 'pending', shows: ['another'] },
    { state: 'unknown', shows: ['another'] },
    { state: 'acked', shows: ['another'] },
    { state: 'rejected', shows: [tipId, 'another'] },
    { state: 'conflict', shows: [tipId, 'another'] },
  ] as const)('with a withdrawal that is $state are $shows', async ({ state, shows }) => {
    expect(await feedWhile(state)).toEqual(shows);
  });
});
