// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { isDue } from '#client/data/renewal.ts';

const hour = 3_600_000;
const half = 6 * hour;
const end = 12 * hour;

describe('renewing a login', () => {
  test.each([
    { when: 'at half of its life', issuedAt: 0, expiresAt: end, now: half, due: false },
    { when: 'after half of it', issuedAt: 0, expiresAt: end, now: half + 1, due: true },
    { when: 'after its end', issuedAt: 0, expiresAt: end, now: end + 1, due: true },
    { when: 'when it names no beginning', issuedAt: undefined, expiresAt: 1, now: 2, due: false },
    { when: 'when it names no end', issuedAt: 0, expiresAt: undefined, now: 2, due: false },
  ])('is due $when: $due', ({ issuedAt, expiresAt, now, due }) => {
    expect(isDue({ issuedAt, expiresAt }, new Date(now))).toBe(due);
  });
});
