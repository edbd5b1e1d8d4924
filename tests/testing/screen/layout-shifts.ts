import type { BrowserContext, Page } from '@playwright/test';

type Shift = { at: number; value: number; what: string[] };

declare global {
  var shifts: Shift[];
}

/** Records layout shifts on every page of a browser. */
export async function recordShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // The browser excludes shifts after a recent tap from the score, because they are intended.
        if (Reflect.get(entry, 'hadRecentInput') === true) continue;
        const moved: { node?: Node | null }[] = Reflect.get(entry, 'sources') ?? [];
        const what = moved.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 160) : (node?.textContent ?? ''),
        );
        shifts.push({ at: entry.startTime, value: Number(Reflect.get(entry, 'value')), what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the recorded shifts with their scores and elements, for the message of a failed test. */
export async function describeShifts(page: Page): Promise<string> {
  const shifts = await page.evaluate(() => globalThis.shifts);
  return shifts.map(({ value, what }) => `${value}: ${what.join(' | ')}`).join('\n');
}

/** Returns a page's cumulative layout shift (CLS) as defined by web.dev/articles/cls. */
export async function layoutShiftOf(page: Page): Promise<number> {
  return worstOf(await page.evaluate(() => globalThis.shifts));
}

const apart = 1000;
const maxWindowMs = 5000;

/** Returns the highest sum of shifts in one session window of the CLS definition. */
function worstOf(shifts: readonly Shift[]): number {
  let worst = 0;
  let total = 0;
  let began = -Infinity;
  let last = -Infinity;
  for (const { at, value } of shifts) {
    const isNew = at - last > apart || at - began > maxWindowMs;
    total = isNew ? value : total + value;
    if (isNew) began = at;
    last = at;
    worst = Math.max(worst, total);
  }
  return worst;
}
