import { describe, expect, test } from 'vitest';
import { createNameMatcher, readPublicTips } from '#client/data/tips/public-tip-queries.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { memberId, row, serverTip, tipId } from '../../../testing/engine/samples.ts';

/** The ids of a feed with two tips while the member's withdrawal of one tip is in this state. */
async function feedWhile(state: OperationRow['state']): Promise<string[]> {
  const { publicStore, store } = databases();
  await publicStore.tips.bulkPut([serverTip(), serverTip({ id: 'another' })]);
  await store.operations.add(row({ kind: 'tip.withdraw', state }));
  const member = { id: memberId, store };
  const tips = await readPublicTips({ publicStore, member }, async ({ tips }) => tips.toArray());
  return tips.map(({ id }) => id);
}

describe('the tips of all members', () => {
  test.each([
    { state: 'pending', shows: [tipId, 'another'] },
    { state: 'unknown', shows: [tipId, 'another'] },
    { state: 'acked', shows: ['another'] },
    { state: 'rejected', shows: [tipId, 'another'] },
    { state: 'conflict', shows: [tipId, 'another'] },
  ] as const)('with a withdrawal in the state $state are $shows', async ({ state, shows }) => {
    expect(await feedWhile(state)).toEqual(shows);
  });
});

describe('a part of a name', () => {
  test.each([
    { part: '', name: 'Amara Okafor', found: true, because: 'an empty text is part of every name' },
    { part: 'amara', name: 'Amara Okafor', found: true, because: 'case is ignored' },
    { part: 'ra ok', name: 'Amara Okafor', found: true, because: 'it may contain a space' },
    {
      part: '  okafor ',
      name: 'Amara Okafor',
      found: true,
      because: 'outer spaces are ignored',
    },
    { part: 'Luís', name: 'LUIS MARQUES', found: true, because: 'accents are ignored' },
    { part: 'okafour', name: 'Amara Okafor', found: false, because: 'letters must be in sequence' },
    { part: 'x', name: '', found: false, because: 'an empty name has no parts' },
  ])('"$part" in "$name": $found, because $because', ({ part, name, found }) => {
    expect(createNameMatcher(part)(name)).toBe(found);
  });
});
