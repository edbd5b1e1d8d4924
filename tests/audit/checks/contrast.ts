import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { comesToRest } from './overflow.ts';

/** A line of text with its position and colour. */
type Line = {
  what: string;
  colour: Colour;
  /** Minimum contrast: 4.5, or 3 for large text. */
  required: number;
  box: { left: number; top: number; right: number; bottom: number };
};

/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
type Colour = readonly [number, number, number, number];

/**
 * Finds texts whose contrast to any point behind them is too low, and texts without a visible
 * point. Each line is compared with every point of its box on a picture without letters, so
 * gradients and images behind a text count.
 */
export async function faintTexts(page: Page, selectors: readonly string[]): Promise<string[]> {
  const once = await measuredOn(page, selectors);
  if (once.length === 0) return [];
  // A second measurement excludes elements that moved between measuring and drawing.
  const unrest = await comesToRest(page);
  return [...unrest, ...(await measuredOn(page, selectors))];
}

/** Scrolls through the elements, and measures those that are between the fixed bars. */
async function measuredOn(page: Page, selectors: readonly string[]): Promise<string[]> {
  const faint: string[] = [];
  for (let left = selectors; left.length > 0;) {
    const [first = '', ...others] = left;
    await page.evaluate(scrollTo, first);
    const seen = await page.evaluate(isBetweenBars, left);
    const now = left.filter((_, index) => seen[index]);
    faint.push(...(await measuredNow(page, now.length > 0 ? now : [first])));
    left = now.length > 0 ? left.filter((_, index) => !seen[index]) : others;
  }
  return faint;
}

function isBetweenBars(selectors: readonly string[]): boolean[] {
  const bar = 100;
  return selectors.map((selector) => {
    const element = document.querySelector(selector);
    const { top, bottom, left, right } = element?.getBoundingClientRect() ?? new DOMRect();
    const isAcross = left >= 0 && right <= innerWidth;
    return isAcross && top >= bar && bottom <= innerHeight - bar;
  });
}

function scrollTo(selector: string): void {
  document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' });
}

async function measuredNow(page: Page, selectors: readonly string[]): Promise<string[]> {
  const lines = await page.evaluate(linesOf, selectors);
  if (lines.length === 0) return [];
  const style = await page.addStyleTag({
    content: `*, ::placeholder { color: transparent !important; transition: none !important;
      -webkit-text-fill-color: transparent !important; caret-color: transparent !important }`,
  });
  const picture = await page.screenshot({ scale: 'css', animations: 'disabled' });
  await style.evaluate((element) => element.parentNode?.removeChild(element));
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({
    resolveWithObject: true,
  });
  return lines.flatMap(({ what, colour, required, box }) => {
    let lowest = Infinity;
    for (let y = Math.max(0, box.top); y < Math.min(info.height, box.bottom); y += 1) {
      for (let x = Math.max(0, box.left); x < Math.min(info.width, box.right); x += 1) {
        const at = (y * info.width + x) * 3;
        const behind = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] as const;
        lowest = Math.min(lowest, contrast(over(colour, behind), behind));
      }
    }
    // The contrast of a text without a visible point is unknown.
    if (lowest === Infinity) return [`${what}: not seen`];
    return lowest < required ? [`${what}: ${lowest.toFixed(2)} of ${required}`] : [];
  });
}

/** Returns the visible lines of text of some elements. */
function linesOf(selectors: readonly string[]): Line[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const read = (css: string): Colour => {
    if (canvas === null) return [0, 0, 0, 1];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  // The text of a field is inside its padding; the field's edge has another colour.
  const inside = (field: Element): DOMRect => {
    const box = field.getBoundingClientRect();
    const style = getComputedStyle(field);
    const within = (edge: string, padding: string) =>
      Number.parseFloat(edge) + Number.parseFloat(padding);
    const left = within(style.borderLeftWidth, style.paddingLeft);
    const top = within(style.borderTopWidth, style.paddingTop);
    const right = within(style.borderRightWidth, style.paddingRight);
    const bottom = within(style.borderBottomWidth, style.paddingBottom);
    const [width, height] = [box.width - left - right, box.height - top - bottom];
    return new DOMRect(box.x + left, box.y + top, width, height);
  };
  return selectors.flatMap((selector) => {
    const element = document.querySelector(selector);
    // Texts behind an open dialog do not count as visible.
    if (!element || element.closest('[aria-hidden=true], [inert]')) return [];
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    const large = size >= 24 || (size >= 18.66 && Number.parseFloat(fontWeight) >= 700);
    let [red, green, blue, alpha] = read(color);
    for (let around: Element | null = element; around; around = around.parentElement) {
      alpha *= Number.parseFloat(getComputedStyle(around).opacity);
    }
    const own = [...element.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );
    const boxes = own.flatMap((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    });
    if (own.length === 0) boxes.push(inside(element));
    return boxes.flatMap((box) => {
      const isCovered = (x: number) => {
        const above = document.elementFromPoint(x, (box.top + box.bottom) / 2);
        return above && !above.contains(element) && !element.contains(above);
      };
      if (isCovered((box.left + box.right) / 2) || box.width < 2) return [];
      // A menu above the end of a line is not its background: only the rest is measured.
      let [left, right] = [Math.ceil(box.left), Math.floor(box.right)];
      while (left < right && isCovered(left)) left += 1;
      while (right > left && isCovered(right - 1)) right -= 1;
      return [
        {
          what: element.outerHTML.slice(0, 160),
          colour: [red, green, blue, alpha] as const,
          required: large ? 3 : 4.5,
          box: {
            left,
            top: Math.ceil(box.top),
            right,
            bottom: Math.floor(box.bottom),
          },
        },
      ];
    });
  });
}

type Opaque = readonly [number, number, number];

function over([red, green, blue, alpha]: Colour, behind: Opaque): Opaque {
  const mix = (upper: number, lower: number) => upper * alpha + lower * (1 - alpha);
  return [mix(red, behind[0]), mix(green, behind[1]), mix(blue, behind[2])];
}

function contrast(one: Opaque, other: Opaque): number {
  const lights = [luminance(one), luminance(other)];
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
}

function luminance(colour: Opaque): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
