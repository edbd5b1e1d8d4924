import type { Page } from '@playwright/test';

import { sticksOut } from './overflow.ts';

type Insets = { top: number; bottom: number; left: number; right: number };

/** Phones in portrait and landscape, with the insets of camera and gesture bar in pixels. */
const phones: { width: number; height: number; insets: Insets }[] = [
  { width: 390, height: 844, insets: { top: 47, bottom: 34, left: 0, right: 0 } },
  { width: 844, height: 390, insets: { top: 0, bottom: 21, left: 47, right: 47 } },
];

/** Widths in pixels: phones, half of a tablet, a tablet, and the maximum width of the layout. */
const widths = [320, 390, 600, 768, 1440];

/** Maximum number of controls to check in a long list. */
const maxControls = 200;

/** Finds controls inside the insets, pages wider than the window, and covered controls. */
export async function beyondTheEdges(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const wrong: string[] = [];
  for (const { width, height, insets } of phones) {
    await page.setViewportSize({ width, height });
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
    const lines = [...(await sticksOut(page)), ...(await page.evaluate(outOfReach, insets))];
    wrong.push(...lines.slice(0, 3).map((line) => `${width} x ${height}, ${line}`));
  }
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
  await session.detach();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const lines = [...(await sticksOut(page)), ...(await staysCovered(page))];
    wrong.push(...lines.slice(0, 3).map((line) => `${width} px, ${line}`));
  }
  return wrong;
}

/** Maximum number of measurements while a list moves its rows. */
const looks = 3;

/** A virtual list moves its rows a frame after a resize, so overlaps before that are ignored. */
async function staysCovered(page: Page): Promise<string[]> {
  for (let look = 1; ; look += 1) {
    const covered = await page.evaluate(coveredControls, maxControls);
    if (covered.length === 0 || look === looks) return covered;
    await page.evaluate(aFramePassed);
  }
}

/** Runs in the page: resolves after the next frame was painted. */
async function aFramePassed(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) {
    await new Promise((done) => requestAnimationFrame(done));
  }
}

/** Finds controls that something covers where a finger would touch, at any scroll position. */
export function coveredControls(maxCount: number): string[] {
  const controls = 'a[href], button, input, select, textarea, summary';
  const shown = (one: Element) => one.checkVisibility({ visibilityProperty: true });
  // Nobody touches elements for screen readers. An open layer receives all touches; the page behind
  // the layer is checked without it.
  const open = [...document.querySelectorAll('[role=dialog], [popover]')].findLast(shown);
  const all = [...(open ?? document).querySelectorAll<HTMLElement>(controls)]
    .filter((one) => shown(one) && one.closest('[data-sonner-toaster], .sr-only') === null)
    .slice(0, maxCount);
  return all.flatMap((control) => {
    const middle = () => {
      const [box = new DOMRect()] = control.getClientRects();
      return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width };
    };
    const { y, x } = middle();
    const isInside = x > 0 && x < innerWidth && y > innerHeight / 4 && y < (innerHeight * 3) / 4;
    if (!isInside) control.scrollIntoView({ block: 'center', behavior: 'instant' });
    const at = middle();
    if (at.width <= 1) return [];
    const above = document.elementFromPoint(at.x, at.y);
    const label = control.closest('label') ?? document.querySelector(`label[for="${control.id}"]`);
    const isFree =
      above === null ||
      // Another check covers toasts.
      above.closest('[data-sonner-toaster]') !== null ||
      control.contains(above) ||
      above.contains(control) ||
      label?.contains(above) === true;
    const name = (element: Element) => element.outerHTML.slice(0, 120);
    return isFree ? [] : [`${name(control)} lies under ${name(above)}`];
  });
}

/** Finds controls outside the safe area; vertically, only fixed controls count. */
function outOfReach({ top, bottom, left, right }: Insets): string[] {
  const controls = document.querySelectorAll('a, button, input, select, textarea, summary');
  const scrolls = (from: Element) => {
    for (let around = from.parentElement; around !== null; around = around.parentElement) {
      const { overflowX, position } = getComputedStyle(around);
      if (overflowX === 'auto' || overflowX === 'scroll') return true;
      if (position === 'fixed') return false;
    }
    return false;
  };
  const isFixed = (from: Element) => {
    for (let around: Element | null = from; around !== null; around = around.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(around).position)) return true;
    }
    return false;
  };
  return [...controls].flatMap((control) => {
    const box = control.getBoundingClientRect();
    if (!control.checkVisibility({ visibilityProperty: true }) || box.width <= 1) return [];
    const beside = box.left < left - 1 || box.right > innerWidth - right + 1;
    const outside = box.top < top - 1 || box.bottom > innerHeight - bottom + 1;
    const wrong =
      (beside && !scrolls(control)) || (outside && isFixed(control) && !scrolls(control));
    return wrong ? [`${control.outerHTML.slice(0, 160)} is out of reach`] : [];
  });
}
