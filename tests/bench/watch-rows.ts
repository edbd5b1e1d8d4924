import type { BrowserContext, Page } from '@playwright/test';

/** A number of elements that match a selector; a screen is ready when all exist. */
export type Rows = { selector: string; count: number };

/** Milliseconds from the start of the navigation to the paint, and the files loaded until then. */
export type Seen = { rows: number; firstPaint: number; scripts: string[]; styles: string[] };

const mark = 'rows on screen';
const paint = 'first paint of the last row';

/**
 * Records when rows are painted on every page of a context. The browser reports the frame of a
 * visible row; for other rows, a mark is set after their frame.
 */
export async function watchRows(context: BrowserContext, rows: Rows): Promise<void> {
  await context.addInitScript(
    ({ selector, count, mark, paint }) => {
      let seen = false;
      const look = () => {
        const found = document.querySelectorAll(selector);
        const last = found[count - 1];
        if (seen || !last) return;
        seen = true;
        observer.disconnect();
        const text = [last, ...last.querySelectorAll('*')].find((element) =>
          [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== ''),
        );
        text?.setAttribute('elementtiming', paint);
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => {
            const files = performance.getEntriesByType('resource').map(({ name }) => name);
            performance.mark(mark, { detail: files });
          });
          port1.start();
          port2.postMessage(undefined);
        });
      };
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries()) {
          performance.mark(paint, { startTime: entry.startTime });
        }
      }).observe({ type: 'element', buffered: true });
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true });
      document.addEventListener('DOMContentLoaded', look);
    },
    { ...rows, mark, paint },
  );
}

/** Waits until the rows exist, and returns the measurements. */
export async function seenOn(page: Page): Promise<Seen> {
  const timeoutMs = Date.now() + 30_000;
  while (Date.now() < timeoutMs) {
    const noted = await page.evaluate(
      ({ mark, paint }) => {
        const [rows] = performance.getEntriesByName(mark, 'mark');
        const [painted] = performance.getEntriesByName(paint, 'mark');
        const [firstPaint] = performance.getEntriesByName('first-contentful-paint');
        // The browser reports the paint of an element after its frame.
        const isLate = rows && performance.now() - rows.startTime > 500;
        if (!(rows instanceof PerformanceMark) || !firstPaint || !(painted ?? isLate))
          return undefined;
        const files: unknown = rows.detail;
        const { startTime } = painted ?? rows;
        return { rows: startTime, firstPaint: firstPaint.startTime, files };
      },
      { mark, paint },
    );
    if (noted) {
      const files = Array.isArray(noted.files) ? noted.files.map(String) : [];
      return {
        rows: noted.rows,
        firstPaint: noted.firstPaint,
        scripts: files.filter((file) => file.endsWith('.js')),
        styles: files.filter((file) => file.endsWith('.css')),
      };
    }
    await new Promise((done) => {
      setTimeout(done, 50);
    });
  }
  throw new Error(`The rows of ${page.url()} never came.`);
}
