import { expect, test } from 'vitest';

import { missedTips } from './processes/missed-tips.ts';
import type { Change } from './world/bookkeeping.ts';

const nothing = { id: 1, member: null, status: null, code: null, version: null, becomes: null };

const posted = (subject: string, tx: string): Change => {
  return { ...nothing, what: 'posted', subject, tx, snapshot: null };
};

/** The changes of one transaction of a desk operation: its snapshot, and the tips it changed. */
const batch = (snapshot: string, ...changed: string[]): Change[] => {
  const legs = changed.map((subject) => ({ what: 'leg', subject }));
  const all = [...legs, { what: 'answered', subject: 'key' }];
  return all.map((one) => ({ ...nothing, ...one, tx: '99', snapshot }));
};

test.each([
  ['that was committed before', [batch('20:20:', 'b')], [posted('a', '10')], []],
  ['that was committed, with another running', [batch('5:20:5', 'b')], [posted('a', '10')], []],
  ['that was running', [batch('10:20:10,15', 'b')], [posted('a', '10')], ['a']],
  ['that began later', [batch('10:20:10', 'b')], [posted('a', '20')], ['a']],
  ['of a tip that the operation changed', [batch('10:20:10', 'a')], [posted('a', '10')], []],
  ['that was running, without any change', [batch('10:20:10')], [posted('a', '10')], ['a']],
  [
    'that ran until the last batch, which reads only later tips',
    [batch('10:11:10', 'b'), batch('30:30:', 'd')],
    [posted('c', '10'), posted('a', '10')],
    ['a'],
  ],
])('finds the tips that a desk operation may miss, for a post %s', (_, batches, posts, missed) => {
  expect([...missedTips(batches, posts)]).toEqual(missed);
});
