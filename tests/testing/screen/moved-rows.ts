import type { Page } from '@playwright/test';

declare global {
  var movedRows: Map<string, number>;
}

/** Runs in the page: records in every frame by how many pixels visible elements move. */
export function recordMovedRows(selector: string): number {
  const inWindow = [...document.querySelectorAll<HTMLElement>(selector)].flatMap((row) => {
    const { top, bottom, height } = row.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight ? [{ row, top }] : [];
  });
  const moved = (globalThis.movedRows = new Map<string, number>());
  requestAnimationFrame(function look() {
    if (moved !== globalThis.movedRows) return;
    for (const { row, top } of inWindow) {
      const distance = Math.abs(row.getBoundingClientRect().top - top);
      const name = row.outerHTML.slice(0, 80);
      if (row.isConnected && distance > (moved.get(name) ?? 1)) moved.set(name, distance);
    }
    requestAnimationFrame(look);
  });
  return inWindow.length;
}

/** Returns elements that moved by more than a pixel since `recordMovedRows`, with the distance. */
export async function movedRowsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => [...movedRows].map(([row, distance]) => `${distance}: ${row}`));
}
