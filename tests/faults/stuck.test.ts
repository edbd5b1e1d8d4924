import { describe, expect, test } from 'vitest';
import { needPerson } from './checks/stuck.ts';
import { type StoredRow } from './world/reading.ts';

const ada = 'ada';
const aRow = (seq: number, changes: Partial<StoredRow> = {}): StoredRow => ({
  seq,
  id: `row ${seq}`,
  memberId: ada,
  kind: 'tip.book',
  lane: 'tip:1',
  deps: [],
  payload: {},
  state: 'pending',
  attempts: 0,
  nextAt: 0,
  notBefore: 0,
  queuedAt: '2026-03-07T12:00:00.000Z',
  sentEver: false,
  ...changes,
});

describe('what needs its person', () => {
  test('is what was refused, and all that waits behind it', () => {
    const refused = aRow(1, { state: 'rejected' });
    const behind = aRow(2);
    const depends = aRow(3, { lane: 'tip:2', deps: ['row 2'] });
    const other = aRow(4, { lane: 'tip:3' });
    expect([...needPerson([refused, behind, depends, other])]).toEqual([refused, behind, depends]);
  });

  test('is known of what stands before the operation it depends on', () => {
    const early = aRow(1, { lane: 'tip:2', deps: ['row 9'] });
    const refused = aRow(9, { state: 'conflict' });
    expect(needPerson([early, refused]).has(early)).toBe(true);
  });

  test('is known of a lane of a thousand operations', () => {
    const lane = Array.from({ length: 1000 }, (_, index) => aRow(index + 1));
    expect(needPerson(lane).size).toBe(0);
  });
});
