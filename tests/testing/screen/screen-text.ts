import { expect } from '@playwright/test';

import { translated } from '../../../locales/catalogues.ts';
import type { Phone } from '../phone/phone.ts';

/** Selector of a part of the screen. */
type Region = 'main' | 'footer' | '[role="dialog"]';

/**
 * Returns the lines of a region that contain a number, in order, including texts for screen readers
 * only. A table row, a leg, and a number with its label are one line each.
 */
export async function figuresIn(phone: Phone, region: Region = 'main'): Promise<string[]> {
  await unfoldsAll(phone, region);
  await phone.unrolls();
  const lines = await phone.page().locator(region).evaluate(linesOf);
  return lines.filter((line) => /\p{N}/u.test(line));
}

/** Expects exactly these lines with numbers in a region. */
export async function readsFigures(
  phone: Phone,
  expected: readonly string[],
  region: Region = 'main',
): Promise<void> {
  await expect
    .poll(async () => (await figuresIn(phone, region)).map(withoutMinute), {
      message: `the figures in ${region} of ${phone.page().url()}`,
    })
    .toEqual(expected);
}

/** Opens everything that is collapsed. */
async function unfoldsAll(phone: Phone, region: Region): Promise<void> {
  const folded = phone.page().locator(`${region} details:not([open]) > summary`);
  await folded.evaluateAll((all) => {
    for (const summary of all) if (summary instanceof HTMLElement) summary.click();
  });
}

/** Replaces the minute of a time, because it depends on when the test runs. */
function withoutMinute(line: string): string {
  return line.replace(/(?<=As of 12:)\d\d/, '…');
}

/** Runs in the page, so it must not use this file's scope. */
function linesOf(region: Element): string[] {
  const rows =
    'article li, ol > li, [role="dialog"] li, dl > div, tr, p, h1, h2, h3, h4, summary, label, legend, select, button, a, figcaption, caption, svg[aria-label]';
  const lines: string[] = [];
  read(region);
  return lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');

  function read(element: Element): void {
    if (!isSeen(element)) return;
    const holdsText = [...element.childNodes].some((node) => node.nodeType === 3 && words(node));
    if (element.matches(rows) || holdsText) lines.push(textOf(element));
    else {
      lines.push(spoken(element));
      for (const child of element.children) read(child);
    }
  }
  function textOf(element: Element): string {
    if (!isSeen(element)) return '';
    const inner = [...element.childNodes].map((node) => {
      if (node instanceof Element) return textOf(node);
      return node.nodeType === 3 ? (node.textContent ?? '') : '';
    });
    const inline = getComputedStyle(element).display === 'inline';
    const whole = [spoken(element), inner.join('')].filter((part) => part.trim() !== '').join(' ');
    return inline ? whole : ` ${whole} `;
  }
  function spoken(element: Element): string {
    const names = ['aria-label', 'placeholder', 'alt', 'aria-valuetext'];
    const labels = names.map((name) => element.getAttribute(name));
    const typed = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const silent = ['radio', 'checkbox', 'range'];
    return [...labels, typed && !silent.includes(element.type) && element.value]
      .filter(Boolean)
      .join(' ');
  }
  function isSeen(element: Element): boolean {
    return element.matches('option') || element.checkVisibility({ visibilityProperty: true });
  }
  function words(node: Node): boolean {
    return (node.textContent ?? '').trim() !== '';
  }
}

/** Translates an English sentence of the app; throws an error if the app lacks the sentence. */
export type Say = (english: string) => string;

export async function loadTranslator(language: string): Promise<Say> {
  const english = await translated('en');
  const theirs = await translated(language);
  const keys = new Map(Object.entries(english).map(([key, sentence]) => [sentence, key]));
  return (sentence) => {
    const key = keys.get(sentence);
    if (key === undefined) throw new Error(`The app never says "${sentence}".`);
    return theirs[key] ?? sentence;
  };
}
