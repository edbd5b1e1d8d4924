import type { BrowserContext, Page } from '@playwright/test';

/** The rows of a screen: this many elements that match. */
export type Rows = { selector: string; count: number };

/**
 * When rows were painted, in milliseconds since the navigation began, and the scripts until then.
 */
export type Seen = { rows: number; firstPaint: number; scripts: string[]; styles: string[] };

const mark = 'rows on screen';

/** Watches every page of the context from its first moment. */
export async function watchRows(context: BrowserContext, rows: Rows): Promise<void> {
  await context.addInitScript(
    ({ selector, count, mark }) => {
      let seen = false;
      const look = () => {
        if (seen || document.querySelectorAll(selector).length < count) return;
        seen = true;
        observer.disconnect();
        requestAnimationFrame(() => {
          // The message arrives after the frame is painted.
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => {
            const files = performance.getEntriesByType('resource').map(({ name }) => name);
            performance.mark(mark, { detail: files });
          });
          port1.start();
          port2.postMessage(undefined);
        });
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true });
      document.addEventListener('DOMContentLoaded', look);
    },
    { ...rows, mark },
  );
}

/** Waits until the rows exist and returns the records. */
export async function seenOn(page: Page): Promise<Seen> {
  const timeoutMs = Date.now() + 30_000;
  while (Date.now() < timeoutMs) {
    const noted = await page.evaluate((mark) => {
      const [rows] = performance.getEntriesByName(mark, 'mark');
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      if (!(rows instanceof PerformanceMark) || !paint) return undefined;
      const files: unknown = rows.detail;
      return { rows: rows.startTime, firstPaint: paint.startTime, files };
    }, mark);
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
