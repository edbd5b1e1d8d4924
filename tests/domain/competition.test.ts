import { describe, expect, test } from 'vitest';
import { monthOf, ranked } from '#domain/competition.ts';

type Line = [tipsterId: string, settled: number, flatProfit: number];

function table(...lines: Line[]) {
  const rows = lines.map(([tipsterId, settled, flatProfit]) => ({
    tipsterId,
    settled,
    flatProfit,
  }));
  return ranked(rows).map(({ tipsterId, rank }) => [tipsterId, rank]);
}

describe('the table of a month', () => {
  test('goes by flat profit', () => {
    expect(table(['a', 5, -2], ['b', 5, 3.5], ['c', 9, 1])).toEqual([
      ['b', 1],
      ['c', 2],
      ['a', 3],
    ]);
  });

  test('lets the same profit from as many tickets share a rank, and leaves the next one out', () => {
    expect(table(['a', 5, 1], ['b', 6, 4], ['c', 6, 4], ['d', 5, 1], ['e', 5, 0])).toEqual([
      ['b', 1],
      ['c', 1],
      ['a', 3],
      ['d', 3],
      ['e', 5],
    ]);
  });

  test('puts more tickets first where only the profit is the same', () => {
    expect(table(['a', 5, 1], ['b', 8, 1])).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
  });

  test('ranks nobody below five settled tickets, and names them after the others', () => {
    expect(table(['a', 4, 20], ['b', 5, -5], ['c', 4, 30])).toEqual([
      ['b', 1],
      ['c', undefined],
      ['a', undefined],
    ]);
  });

  test('is the same whatever order the rows come in', () => {
    const lines: Line[] = [
      ['a', 5, 1],
      ['b', 5, 1],
      ['c', 4, 1],
      ['d', 6, 1],
    ];

    expect(table(...lines.toReversed())).toEqual(table(...lines));
  });
});

test.each([
  ['2026-10-31T23:59:59.999Z', '2026-10'],
  ['2026-11-01T00:00:00.000Z', '2026-11'],
  ['2026-11-01T00:30:00.000+01:00', '2026-10'],
])('%s belongs to the month %s', (moment, month) => {
  expect(monthOf(new Date(moment))).toBe(month);
});
