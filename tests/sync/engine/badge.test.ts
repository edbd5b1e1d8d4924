import { describe, expect, test } from 'vitest';
import { badgeOf, showBadge } from '#sync/badge.ts';
import { row } from '../../testing/engine/samples.ts';

describe('the number on the app’s icon', () => {
  test.each([
    { what: 'nothing is pending', rows: [], number: 0 },
    { what: 'something waits for a connection', rows: [row({ state: 'pending' })], number: 0 },
    {
      what: 'something was refused',
      rows: [
        row({ state: 'rejected' }),
        row({ seq: 2, lane: 'tip:2', state: 'pending' }),
        row({ seq: 3, lane: 'tip:3', state: 'conflict' }),
      ],
      number: 2,
    },
    { what: 'the login is over', rows: [row({ state: 'blocked', blockedBy: 'auth' })], number: 1 },
    {
      what: 'the email is not verified',
      rows: [row({ state: 'blocked', blockedBy: 'unverified' })],
      number: 1,
    },
  ])('is $number when $what', ({ rows, number }) => {
    expect(badgeOf(rows)).toBe(number);
  });

  test('is drawn, and taken away when nobody is needed', async () => {
    const drawn: (number | 'none')[] = [];
    const holder = {
      setAppBadge: async (count: number) => void drawn.push(count),
      clearAppBadge: async () => void drawn.push('none'),
    };

    await showBadge(holder, 3);
    await showBadge(holder, 0);

    expect(drawn).toEqual([3, 'none']);
  });

  test('is left out where a browser has none, or refuses', async () => {
    const refuses = async () => Promise.reject(new Error('Not installed.'));

    await expect(showBadge({}, 1)).resolves.toBeUndefined();
    await expect(showBadge({ setAppBadge: refuses }, 1)).resolves.toBeUndefined();
  });
});
