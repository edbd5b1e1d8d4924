// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { UnitsChart } from '#client/features/tipsters/units-chart.tsx';
import { aPhone, aScreen } from '../support/a-screen.tsx';

const months = [
  { month: '2026-08', settled: 12, flatProfit: 5, running: 5 },
  { month: '2026-09', settled: 1, flatProfit: -8, running: -3 },
  { month: '2026-10', settled: 20, flatProfit: 3.25, running: 0.25 },
];

const shares = (kind: string, name: string) =>
  [...document.querySelectorAll(`svg[role=img] ${kind}`)].map((drawn) => drawn.getAttribute(name));

describe('units by month', () => {
  test('are drawn between the highest and the lowest, with nothing in its place', async () => {
    const screen = await aScreen(<UnitsChart months={months} />, aPhone());
    await screen.says('A bar is one month, the curve is all months together.');

    // From +5 at 4 % to -8 at 96 %: nothing lies 5/13 of the way down.
    const nothing = `${4 + (92 * 5) / 13}%`;
    expect(shares('line', 'y1')[0]).toBe(nothing);
    expect(shares('line.opacity-35', 'y2')).toEqual(['4%', '96%', `${4 + (92 * 1.75) / 13}%`]);
    expect(shares('circle', 'cx')).toEqual([`${(2.5 * 100) / 3}%`]);
    expect(shares('circle', 'cy')).toEqual([`${4 + (92 * 4.75) / 13}%`]);
  });

  test('are a sentence and a table for who does not see them', async () => {
    const screen = await aScreen(<UnitsChart months={months} />, aPhone());
    await screen.says('As a table');

    const drawing = document.querySelector('svg[role=img]');
    expect(drawing?.getAttribute('aria-label')).toBe(
      'Units by month from August 2026 to October 2026: +0.25 in all',
    );
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
    expect(rows).toEqual([
      'October 202620 settled tickets+3.25+0.25',
      'September 20261 settled ticket-8.00-3.00',
      'August 202612 settled tickets+5.00+5.00',
    ]);
  });

  test('of a single month are a bar and a dot', async () => {
    const one = [{ month: '2026-08', settled: 12, flatProfit: 0, running: 0 }];
    const screen = await aScreen(<UnitsChart months={one} />, aPhone());
    await screen.says('As a table');

    expect(shares('circle', 'cx')).toEqual(['50%']);
    expect(shares('circle', 'cy')).toEqual(['4%']);
  });
});
