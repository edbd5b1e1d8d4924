import { expect, test } from 'vitest';

import { missedTips } from './processes/missed-tips.ts';
import type { Change } from './world/bookkeeping.ts';

const nothing = {
  id: 1,
  tx: '1',
  member: null,
  status: null,
  code: null,
  version: null,
  becomes: null,
};

function posted(subject: string, committed: number): Change {
  return { ...nothing, what: 'posted', subject, began: committed - 5, committed };
}

/** A transaction of a desk operation: its begin, and the tips that it changed. */
function part(began: number, ...changed: string[]): Change[] {
  const legs = changed.map((subject) => ({ what: 'leg', subject }));
  const answered = { what: 'answered', subject: 'key' };
  return [...legs, answered].map((one) => ({ ...nothing, ...one, began, committed: began + 20 }));
}

test('a tip that was there before the act began has to be changed', () => {
  expect(missedTips([part(1000, 'b')], [posted('a', 500)])).toEqual(new Set());
});

test('a tip that was posted meanwhile may be missed', () => {
  expect(missedTips([part(1000, 'b')], [posted('a', 1010)])).toEqual(new Set(['a']));
});

test('a tip that was changed was not missed', () => {
  expect(missedTips([part(1000, 'a')], [posted('a', 1010)])).toEqual(new Set());
});

test('an act that changed nothing may have missed what was posted meanwhile', () => {
  expect(missedTips([part(1000)], [posted('a', 1010)])).toEqual(new Set(['a']));
});

test('a tip that was posted before the last part has to be changed by it, unless that looked behind it', () => {
  const parts = [part(1000, 'b'), part(5000, 'd')];

  expect(missedTips(parts, [posted('c', 2000), posted('a', 2000)])).toEqual(new Set(['a']));
});
