import { expect, test } from 'vitest';
import { limitGameDays } from '#client/features/slip/game-days.ts';

/** Two games on each of five days. */
const days = ['21', '22', '23', '24', '25'].map((day) => ({
  day,
  at: `2026-11-${day}T15:00:00.000Z`,
  count: 2,
  groups: [],
  started: [],
}));

test.each([
  ['as many days as hold enough games', 3, '', 2],
  ['all of them where there are too few', 11, '', 5],
  ['more, up to the last game of a day that stays', 3, '2026-11-24T17:00:00.000Z', 4],
  ['more, up to the first game of a day that stays', 3, '2026-11-24T15:00:00.000Z', 4],
  ['no fewer because of an early game that stays', 7, '2026-11-21T15:00:00.000Z', 4],
])('a list of games begins with %s', (_, minGames, until, count) => {
  expect(limitGameDays(days, minGames, until)).toEqual(days.slice(0, count));
});
