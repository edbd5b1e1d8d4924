import { join } from 'node:path';
import type { Page } from '@playwright/test';

import { beyondTheEdges } from './edges.ts';
import {
  fieldsUnderAKeyboard,
  fieldsWithoutKeys,
  fieldsWithoutPaste,
  fieldsWithoutPurpose,
} from './fields.ts';
import { colourOnly } from './colour-only.ts';
import { leaving, nameOf, type Screen } from '../screens.ts';
import type { Side } from './directions.ts';
import { comesToRest, crowded, cutOff } from './overflow.ts';
import { focusedElement, smallTargets } from './targets.ts';

/** A check of one screen; returns findings, one line each. */
type Look = (page: Page, screen: Screen) => Promise<string[]>;

const pictures = join(import.meta.dirname, '..', '..', '..', 'test-output', 'forced-colours');

/** All checks except axe, in order: checks that change the screen come last. */
export function looksFrom(side: Side): Record<string, Look> {
  const fromBothSides = {
    colours: async (page: Page) => page.evaluate(colourOnly),
    targets: withSmallTargets,
    focus: withoutFocus,
    large: withLargeText,
  };
  if (side !== 'en') return fromBothSides;
  return {
    titles: titles(),
    forms: async (page) => page.evaluate(fieldsWithoutPurpose),
    motion: async (page) => page.evaluate(whatMoves),
    'forced colours': withoutColours,
    ...fromBothSides,
    edges: beyondTheEdges,
    keyboards: async (page) => page.evaluate(fieldsWithoutKeys),
    typing: fieldsUnderAKeyboard,
    pasting: fieldsWithoutPaste,
    back: closedByBack,
  };
}

/** Checks for a unique title, one heading, and the skip link and help link in their places. */
function titles(): Look {
  const owners = new Map<string, string>();
  return async (page, screen) => {
    const { title, headings, help, skips } = await page.evaluate(() => ({
      title: document.title,
      headings: document.querySelectorAll('h1').length,
      help: document.querySelectorAll('footer a[href="/help"]').length,
      skips: document.querySelector('a')?.getAttribute('href'),
    }));
    const [address = ''] = screen.path.split('?');
    const owner = owners.get(title) ?? address;
    owners.set(title, owner);
    // All unknown addresses show the same page.
    const isDuplicate = owner !== address && !address.startsWith('/no/');
    return [
      ...(/^.+ · Touchline, football tipster site$/.test(title) ? [] : [title]),
      ...(isDuplicate ? [`${title} is the title of ${owner} too`] : []),
      ...(headings === 1 ? [] : [`${headings} main headings`]),
      ...(help === 1 ? [] : ['no help in the footer']),
      ...(skips === '#page' ? [] : ['the first link does not skip to the page']),
    ];
  };
}

/** Back must close the top layer and keep the page, except for the dialog about unsaved changes. */
async function closedByBack(page: Page, screen: Screen): Promise<string[]> {
  const over = page.locator('[role=dialog], [popover]').filter({ visible: true });
  const open = await over.count();
  if (open === 0 || screen.with === leaving) return [];
  const place = async () => page.evaluate(() => `${location.href} at ${scrollY}`);
  const before = await place();
  await page.goBack();
  await comesToRest(page);
  const after = await place();
  return [
    ...((await over.count()) === open - 1 ? [] : ['Back does not close what lies over the page']),
    ...(after === before ? [] : [`Back leads from ${before} to ${after}`]),
  ];
}

function whatMoves(): string[] {
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const style = getComputedStyle(element);
    const slowest = [style.animationDuration, style.transitionDuration]
      .flatMap((list) => list.split(','))
      .map((text) => (text.trim().endsWith('ms') ? 1 : 1000) * Number.parseFloat(text))
      .reduce((max, one) => Math.max(max, one), 0);
    return slowest > 1 ? [`${element.tagName} ${element.className} takes ${slowest} ms`] : [];
  });
}

/** In forced colours, selections and icons must remain visible. */
async function withoutColours(page: Page, screen: Screen): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const file = nameOf(screen).replaceAll(/[^a-z]+/gi, '-');
  await page.screenshot({ path: join(pictures, `${file}.png`), fullPage: true });
  const wrong = await page.evaluate(() => {
    const chosen = document.querySelectorAll<HTMLElement>('[aria-pressed=true]');
    const icons = document.querySelectorAll<SVGElement>('main svg[viewBox]');
    const current = document.querySelectorAll('nav [aria-current], fieldset label:has(:checked)');
    const line = (element: Element) => getComputedStyle(element).borderBlockEnd;
    return [
      // An underline does not mark the current link if every link of the row has an underline.
      ...[...current].filter((one) => {
        const row = one.closest('nav, fieldset')?.querySelectorAll('a, button, label') ?? [];
        return [...row].some(
          (other) => line(one).startsWith('3px') && other !== one && line(other) === line(one),
        );
      }),
      ...[...chosen].filter((key) => key.querySelector('svg') === null),
      ...[...icons].filter((icon) => getComputedStyle(icon).forcedColorAdjust === 'none'),
    ].map((element) => element.outerHTML);
  });
  await page.emulateMedia({ forcedColors: 'none' });
  return wrong;
}

async function withSmallTargets(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 844 });
  return page.evaluate(smallTargets);
}

async function withoutFocus(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  let before = '';
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    let { what, wrong } = await page.evaluate(focusedElement);
    if (wrong !== '') {
      // Elements may still move into the window until the page is at rest.
      const [unrest] = await comesToRest(page);
      ({ what, wrong } = await page.evaluate(focusedElement));
      wrong = unrest ?? wrong;
    }
    if (wrong !== '') hidden.push(`step ${step + 1}, ${what}: ${wrong}`);
    if (what === '' || what === before) break;
    before = what;
  }
  return hidden;
}

/** Checks a narrow window with the text spacing of WCAG 1.4.12, and with text at double size. */
async function withLargeText(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 844 });
  const found = async () => [...(await cutOff(page)), ...(await page.evaluate(crowded))];
  const cut = (await found()).map((line) => `at 320 px, ${line}`);
  const spaced = await page.addStyleTag({
    content: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`,
  });
  cut.push(...(await cutOff(page)).map((line) => `spaced out, ${line}`));
  await spaced.evaluate((element) => element.parentNode?.removeChild(element));
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    cut.push(...(await found()).map((line) => `text twice as large, ${width} px, ${line}`));
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  return cut;
}
