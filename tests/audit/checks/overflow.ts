import type { Page } from '@playwright/test';

/** Timeout in milliseconds after which a page that still moves is a finding. */
const restWithin = 10_000;

/** Finds the innermost element that makes a page wider than its window. */
export async function sticksOut(page: Page): Promise<string[]> {
  const unrest = await comesToRest(page);
  // For a page that is too wide, a phone widens the layout viewport beyond the window.
  return [...unrest, ...(await page.evaluate(furthestOut, page.viewportSize()?.width ?? Infinity))];
}

/**
 * Waits until size and position are equal in three consecutive frames; returns a finding if the
 * page keeps moving or is not drawn.
 */
export async function comesToRest(page: Page): Promise<string[]> {
  const still = await page.evaluate(async (within) => {
    const sizeAndPlace = () => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollX, scrollY, scrollWidth, scrollHeight].join();
    };
    const { promise, resolve } = Promise.withResolvers<boolean>();
    // A page that is not drawn gets no frames, so a timer ends the wait.
    setTimeout(() => resolve(false), within);
    const compare = (same: number, before: string) => {
      if (same === 3) return resolve(true);
      const now = sizeAndPlace();
      requestAnimationFrame(() => compare(now === before ? same + 1 : 0, now));
    };
    compare(0, '');
    return promise;
  }, restWithin);
  return still ? [] : [`does not come to rest within ${restWithin / 1000} s`];
}

function furthestOut(shown: number): string[] {
  const root = document.documentElement;
  const window = Math.min(root.clientWidth, shown);
  const wide = root.scrollWidth;
  if (wide <= window + 1) return [];
  root.style.inlineSize = `${window}px`;
  const reaches = [...document.querySelectorAll('body *')].flatMap((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    const over = Math.max(right - window, -left);
    if (width <= 1 || over <= 1 || element.closest('.sr-only') !== null) return [];
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      if (around !== document.body && getComputedStyle(around).overflowX !== 'visible') return [];
    }
    return [{ element, over }];
  });
  root.style.inlineSize = '';
  const furthest = Math.max(0, ...reaches.map(({ over }) => over));
  const innermost = reaches.findLast(({ over }) => over > furthest - 1)?.element;
  const what = innermost?.outerHTML.slice(0, 240) ?? 'something that is not seen';
  return [`${wide} px wide for ${window}, ${Math.round(furthest)} px by ${what}`];
}

/** Finds elements that do not fit into their box, and pages wider than the window. */
export async function cutOff(page: Page): Promise<string[]> {
  const wide = await sticksOut(page);
  const cut = await page.evaluate(() => {
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { overflowX, overflowY, textOverflow, position } = getComputedStyle(element);
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      // Texts for screen readers only are in a box of one pixel on purpose.
      if (clientWidth <= 1 || clientHeight <= 1 || position === 'fixed') return false;
      if (element.closest('.sr-only') !== null) return false;
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (element.textContent.trim() === '' || textOverflow === 'ellipsis') return false;
      const across = hides(overflowX) && scrollWidth > clientWidth + 1;
      const down = hides(overflowY) && scrollHeight > clientHeight + 1;
      if (!across && !down) return false;
      // A decoration beyond an edge cuts off no letter.
      const box = element.getBoundingClientRect();
      const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (words.nextNode()) {
        range.selectNodeContents(words.currentNode);
        for (const { left, right, top, bottom, width } of range.getClientRects()) {
          if (words.currentNode.parentElement?.closest('.sr-only') || width <= 1) continue;
          if (across && (right > box.right + 1 || left < box.left - 1)) return true;
          if (down && (bottom > box.bottom + 1 || top < box.top - 1)) return true;
        }
      }
      return false;
    });
    return cut.map((one) => `<${one.tagName} class="${one.className}"> is cut off`);
  });
  return [...wide, ...cut];
}

/**
 * Finds words that break although they would fit on a line, and fixed bars that leave less than
 * half of the window.
 */
export function crowded(): string[] {
  const broken = new Set<string>();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (words.nextNode()) {
    const { currentNode: node } = words;
    const around = node.parentElement;
    if (around?.checkVisibility({ visibilityProperty: true }) !== true) continue;
    // Excludes texts for screen readers (in a box of one pixel), correctly hyphenated words, and
    // code, which may break anywhere.
    if (around.closest('.sr-only, svg, pre') || getComputedStyle(around).hyphens === 'auto')
      continue;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(
      /[\p{L}\p{M}\p{N}.,’']+/gu,
    )) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const pieces = [...range.getClientRects()].filter(({ width }) => width > 1);
      const lines = new Set(pieces.map(({ top }) => Math.round(top)));
      const wide = pieces.reduce((sum, { width }) => sum + width, 0);
      if (lines.size > 1 && wide < innerWidth - 64) broken.add(`"${word}" is broken`);
    }
  }
  const bars = [...document.querySelectorAll('header, nav, [data-bar]')].filter((bar) =>
    ['fixed', 'sticky'].includes(getComputedStyle(bar).position),
  );
  const compared = bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0);
  const crowd = compared > innerHeight / 2 ? [`bars take ${Math.round(compared)} px`] : [];
  return [...broken, ...crowd];
}
