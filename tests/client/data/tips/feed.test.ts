// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { readPublicTips } from '#client/data/tips/public-tip-queries.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { memberId, row, serverTip, tipId } from '../../../testing/engine/samples.ts';

/** The feed of a member who withdraws one of its two tips. */
async function feedWhile(state: OperationRow['state']): Promise<string[]> {
  const { publicStore, store } = databases();
  await publicStore.tips.bulkPut([serverTip(), serverTip({ id: 'another' })]);
  await store.operations.add(row({ kind: 'tip.withdraw', state }));
  const member = { id: memberId, store };
  const tips = await readPublicTips({ publicStore, member }, async ({ tips }) => tips.toArray());
  return tips.map(({ id }) => id);
}

describe('the tips of everybody', () => {
  test.each([
    { state: 'pending', shows: [tipId, 'another'] },
    { state: 'unknown', shows: [tipId, 'another'] },
    { state: 'acked', shows: ['another'] },
    { state: 'rejected', shows: [tipId, 'another'] },
    { state: 'conflict', shows: [tipId, 'another'] },
  ] as const)('with a withdrawal that is $state are $shows', async ({ state, shows }) => {
    expect(await feedWhile(state)).toEqual(shows);
  });
});
