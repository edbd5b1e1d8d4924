import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

import { pageDataId } from '#contract/site/page-data.ts';

import { setColorScheme, standards } from '../testing/screen/accessibility.ts';
import { test } from '../testing/phone/journey.ts';
import { faintTexts } from './checks/contrast.ts';
import { openOnesThatAreWrong } from './open-findings.ts';
import { isLookedAt, isSelected, noteLook } from './selection.ts';
import type { Phone } from '../testing/phone/phone.ts';
import { loadTranslator } from '../testing/screen/screen-text.ts';
import { unclearKeys } from './checks/key-states.ts';
import { wrongMessages } from './checks/messages.ts';
import { readersOf, type Readers } from './readers.ts';
import {
  askingScreens,
  nameOf,
  rowsOf,
  type Screen,
  screensWith,
  screensWithoutALine,
} from './screens.ts';
import { sides } from './checks/directions.ts';
import { comesToRest, crowded, sticksOut } from './checks/overflow.ts';

const widths = [320, 390, 1280];

for (const side of sides) {
  test(`${side}: every screen is accessible`, async ({ given, sharedServer }) => {
    const readers = await readersOf(given, sharedServer, { language: side });

    const found = await barriersIn(
      readers,
      `${side}, well`,
      screensWith(await rowsOf(sharedServer.origin)),
    );

    expect(found).toEqual([]);
  });

  test(`${side}: every screen is accessible while its rows load`, async ({
    given,
    sharedServer,
  }) => {
    const rows = await rowsOf(sharedServer.origin);
    const readers = await readersOf(given, sharedServer, {
      language: side,
      prepare: async (phone) => {
        await bringNoRows(phone);
        await phone.context().route(/\/(?:api|odds)\//, () => undefined);
      },
    });

    const found = await barriersIn(readers, `${side}, loading`, askingScreens(rows));

    expect(found).toEqual([]);
  });

  test(`${side}: every screen is accessible while the server fails`, async ({
    given,
    sharedServer,
  }) => {
    const rows = await rowsOf(sharedServer.origin);
    const body = JSON.stringify({
      type: 'about:blank',
      status: 500,
      code: 'internal',
      message: 'No.',
    });
    const readers = await readersOf(given, sharedServer, {
      language: side,
      prepare: async (phone) => {
        await bringNoRows(phone);
        await phone
          .context()
          .route(/\/(?:api|odds)\//, async (route) =>
            route.fulfill({ status: 500, contentType: 'application/problem+json', body }),
          );
      },
    });

    const say = await loadTranslator(side);

    const found = await barriersIn(readers, `${side}, failing`, askingScreens(rows), async (page) =>
      withoutRetry(page, say('Retry')),
    );

    expect(found).toEqual([]);
  });

  test(`${side}: every screen is accessible without a connection`, async ({
    given,
    sharedServer,
  }) => {
    const rows = await rowsOf(sharedServer.origin);
    const screens = screensWithoutALine(rows);
    const line = await given.aConnection(sharedServer.origin);
    const readers = await readersOf(given, sharedServer, { language: side, origin: line.origin });
    if (!screens.some((screen) => isSelected(`${side}, offline, ${nameOf(screen)}`))) return;
    // Screens that were opened once while online are available offline.
    for (const path of [
      '/',
      '/tips',
      '/tips/create',
      '/tipster',
      '/competitions',
      '/tips/my-tips',
    ]) {
      await readers.open({ who: 'a member', path });
      await (await readers.phoneOf('a member')).settles();
    }
    await (await readers.phoneOf('a member')).isReadyForOffline();
    await line.breaks();

    const found = await barriersIn(readers, `${side}, offline`, screens);

    expect(found).toEqual([]);
  });
}

test('the contrast check finds a faint text low on a long page, and an invisible text', async ({
  given,
  sharedServer,
}) => {
  if (!isLookedAt('en, well, planted')) return;
  const phone = await given.aPhone(sharedServer.origin);
  await phone.opens('/help');
  const page = phone.page();
  await page.locator('main h1').waitFor();

  await page.evaluate(() => {
    const styles = {
      low: 'margin-block-start: 5000px; color: #ccc; background: #fff',
      away: 'position: absolute; inset-block-start: -500px; color: #000; background: #fff',
    };
    for (const [id, style] of Object.entries(styles)) {
      const text = document.createElement('p');
      text.id = id;
      text.textContent = 'Hardly to be read';
      text.style.cssText = style;
      document.querySelector('main')?.append(text);
    }
    const field = document.createElement('input');
    field.id = 'field';
    field.style.cssText = 'color: #000; background: #fff; border: 4px solid #222';
    document.querySelector('main')?.append(field);
  });

  expect(await faintTexts(page, ['#low'])).toEqual([expect.stringMatching(/: 1\.61 of 4\.5$/)]);
  expect(await faintTexts(page, ['#away'])).toEqual([expect.stringMatching(/: not seen$/)]);
  // The check measures the field's text and ignores the field's edge.
  expect(await faintTexts(page, ['#field'])).toEqual([]);
});

test('the checks find wrong toasts, unclear price keys, broken words and large bars', async ({
  given,
  sharedServer,
}) => {
  if (!isLookedAt('en, well, planted messages and keys')) return;
  const phone = await given.aPhone(sharedServer.origin);
  await phone.opens('/help');
  const page = phone.page();
  await page.locator('main h1').waitFor();

  await page.evaluate(() => {
    const add = (
      name: string,
      attributes: Record<string, string>,
      ...inside: (Node | string)[]
    ) => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) {
        if (key === 'style') element.style.cssText = value;
        else element.setAttribute(key, value);
      }
      element.append(...inside);
      return element;
    };
    const key = (attributes: Record<string, string>) =>
      add('button', { class: 'figure', ...attributes }, '1.90');
    const top = 'position: fixed; inset: 100px 0 auto';
    document
      .querySelector('main')
      ?.append(
        add('p', { role: 'alert' }, 'Your tip was not posted.'),
        add('div', { 'data-bar': '', style: top }, add('a', { href: '/tips' }, 'Review')),
        add('p', { style: 'inline-size: 2ch; overflow-wrap: anywhere' }, 'Bayern'),
        add('nav', { style: 'position: fixed; inset: 200px 0 0; z-index: -1' }),
        add(
          'div',
          { 'data-sonner-toaster': '', style: top },
          add('p', { 'data-sonner-toast': '', 'data-removed': 'false' }, 'Your tip was posted.'),
        ),
        add(
          'div',
          { style: 'background: #151b17' },
          key({ 'aria-pressed': 'false', style: 'background: #101010' }),
          key({ 'aria-pressed': 'false', style: 'background: #fff', disabled: '' }),
          key({ 'aria-pressed': 'true', style: 'background: #152017' }),
        ),
      );
  });

  // The bar, the link on the bar, and the text of the page.
  expect(await page.evaluate(wrongMessages)).toHaveLength(3);
  expect(await page.evaluate(crowded)).toEqual([
    '"Bayern" is broken',
    expect.stringMatching('bars'),
  ]);
  await setColorScheme(page, 'dark');
  expect(await page.evaluate(unclearKeys)).toHaveLength(3);
});

/** Timeout in milliseconds until a screen must show that its request failed. */
const failsWithin = 10_000;

/** Removes the embedded rows from pages, so that screens request all rows. */
async function bringNoRows(phone: Phone): Promise<void> {
  const rows = new RegExp(`<script [^>]*id="${pageDataId}"[^>]*>[^<]*</script>`);
  await phone.context().route('**', async (route) => {
    if (route.request().resourceType() !== 'document') {
      await route.fallback();
      return;
    }
    const response = await route.fetch();
    const page = await response.text();
    await route.fulfill({ response, body: page.replace(rows, '') });
  });
}

/** A finding if a screen whose request failed lacks an explanation or a button to retry. */
async function withoutRetry(page: Page, name: string): Promise<string[]> {
  const retry = page.getByRole('main').getByRole('button', { name, exact: true }).first();
  try {
    await retry.waitFor({ timeout: failsWithin });
  } catch {
    return ['it does not say that something failed: there is no Retry'];
  }
  const label = await retry.evaluate((button) =>
    (button.closest('[role=status], [role=alert]')?.textContent ?? '')
      .replace(button.textContent, '')
      .trim(),
  );
  return label === '' ? ['a Retry stands there without a sentence'] : [];
}

/** Returns all findings on these screens in both colour schemes and at all widths, one per line. */
async function barriersIn(
  readers: Readers,
  situation: string,
  screens: readonly Screen[],
  look: (page: Page) => Promise<string[]> = async () => [],
): Promise<string[]> {
  const found: string[] = [];
  for (const screen of screens) {
    const name = `${situation}, ${nameOf(screen)}`;
    if (!isSelected(name)) continue;
    const { phone, page } = await readers.open(screen);
    if (situation.endsWith('well')) await phone.settles();
    for (const line of await look(page)) {
      console.log(`${name}: ${line}`);
      found.push(`${name}: ${line}`);
    }
    // Rows outside the window are not painted and keep old colours; hundreds of transitions would
    // delay an analysis by seconds.
    await page.addStyleTag({
      content: `* { content-visibility: visible !important }
        *, ::before, ::after { transition: none !important }`,
    });
    for (const width of widths) {
      const { covered, unrest } = await unroll(page, width);
      const lines = [...unrest, ...(await sticksOut(page)), ...(await barriersOn(page, covered))];
      const barriers = lines.map((line) => `${name}, ${width} px: ${line}`);
      // A run takes long, so each finding is printed at once.
      for (const line of barriers) console.log(line);
      found.push(...barriers);
      noteLook(`${name}, ${width} px, by day`);
      noteLook(`${name}, ${width} px, by night`);
    }
  }
  return found;
}

/** Maximum window height in pixels; longer pages are lists of similar rows. */
const maxHeight = 4000;

/** Maximum number of times that a page with a changing height is measured. */
const maxRounds = 20;

/** Elements above a page that cover some of the page at any scroll position. */
const over = '[role=dialog], [popover], [data-sonner-toast], [data-bar]';

/**
 * Makes the window as tall as its page, so that fixed bars cover nothing. Returns whether an
 * element still covers the page, and findings about a page that keeps growing.
 */
async function unroll(page: Page, width: number): Promise<{ covered: boolean; unrest: string[] }> {
  await page.setViewportSize({ width, height: width > 800 ? 800 : 844 });
  if (await page.locator(over).filter({ visible: true }).count()) {
    return { covered: true, unrest: [] };
  }
  // Shows the beginning of a page that is longer than the window.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  // The page's minimum height equals the window's height and would grow with it.
  await page.addStyleTag({ content: 'main { min-block-size: 0 !important }' });
  // Hidden parts are rendered when the window grows, which may change the height and move rows.
  for (let height = 0, round = 0; round < maxRounds; round += 1) {
    const unrest = await comesToRest(page);
    if (unrest.length > 0) return { covered: false, unrest };
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    if (whole === height || height === maxHeight) return { covered: false, unrest: [] };
    height = Math.min(whole, maxHeight);
    await page.setViewportSize({ width, height: Math.max(height, 844) });
  }
  return { covered: false, unrest: [`has another length after each of ${maxRounds} looks`] };
}

async function barriersOn(page: Page, covered: boolean): Promise<string[]> {
  const messages = await page.evaluate(wrongMessages);
  await setColorScheme(page, 'light');
  const byDay = await analysed(page, () => axeOn(page).withTags(standards), covered);
  byDay.push(...(await page.evaluate(unclearKeys)));
  // Dark mode changes only colours.
  await setColorScheme(page, 'dark');
  const byNight = await analysed(page, () => axeOn(page).withRules(['color-contrast']), covered);
  byNight.push(...(await page.evaluate(unclearKeys)));
  return [...messages, ...byDay, ...byNight.map((barrier) => `by night, ${barrier}`)];
}

/** `options` replaces all earlier settings, so it comes first. */
function axeOn(page: Page): AxeBuilder {
  // Without legacy mode, axe opens an empty page per analysis for frames, which do not exist here.
  return new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations', 'incomplete'], preload: false });
}

/** Findings that remain on a second analysis, when rows no longer move. */
async function analysed(page: Page, axe: () => AxeBuilder, covered: boolean): Promise<string[]> {
  const once = await analysedOnce(page, axe(), covered);
  if (once.length === 0) return once;
  const unrest = await comesToRest(page);
  return [...unrest, ...(await analysedOnce(page, axe(), covered))];
}

async function analysedOnce(page: Page, axe: AxeBuilder, covered: boolean): Promise<string[]> {
  const { violations, incomplete } = await axe.analyze();
  const certain: string[] = [];
  for (const { id, nodes } of violations) {
    const counts = id === 'target-size' ? await measurable(page, nodes, covered) : nodes;
    if (counts.length > 0) {
      const measured = JSON.stringify(counts[0]?.any.map(({ data }) => data)).slice(0, 200);
      certain.push(`${id}, ${counts.length} x ${counts[0]?.html.slice(0, 200)} ${measured}`);
    }
  }
  return [...certain, ...(await openOnesThatAreWrong(page, incomplete))];
}

/**
 * The targets that are fully visible; if an element covers the page, only targets in this element.
 * Other targets are measured on screens where nothing covers them.
 */
async function measurable<Node extends { target: unknown[] }>(
  page: Page,
  nodes: Node[],
  covered: boolean,
): Promise<Node[]> {
  const layer = covered ? over : '*';
  const selectors = nodes.map(({ target }) => String(target[0]));
  const whole = await page.evaluate(
    ([all, within]) => {
      // A long list continues below the bar at the lower edge.
      const bars = [...document.querySelectorAll('nav')].filter((bar) => {
        const { bottom, height } = bar.getBoundingClientRect();
        return height > 0 && bottom >= innerHeight && getComputedStyle(bar).position === 'sticky';
      });
      const edge = Math.min(innerHeight, ...bars.map((bar) => bar.getBoundingClientRect().top));
      return all.map((one) => {
        const element = document.querySelector(one);
        const { top, bottom } = element?.getBoundingClientRect() ?? new DOMRect();
        const isInTheBar = bars.some((bar) => bar.contains(element));
        const isWhole = top >= 0 && (isInTheBar || bottom <= edge);
        return element?.closest(within) != null && isWhole;
      });
    },
    [selectors, layer] as const,
  );
  return nodes.filter((_, index) => whole[index]);
}
