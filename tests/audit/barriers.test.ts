import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

import { pageDataId } from '#contract/page-data.ts';

import { turns } from '../support/accessibility.ts';
import { test } from '../support/journey.ts';
import { faintTexts } from './contrast.ts';
import { openOnesThatAreWrong } from './open-findings.ts';
import { isLookedAt, isWanted, noteLook } from './selection.ts';
import type { Phone } from '../support/phone.ts';
import { sayingIn } from '../support/screen-text.ts';
import { unclearKeys } from './key-states.ts';
import { wrongMessages } from './messages.ts';
import { readersOf, type Readers } from './readers.ts';
import {
  askingScreens,
  nameOf,
  rowsOf,
  type Screen,
  screensWith,
  screensWithoutALine,
} from './screens.ts';
import { sides } from './directions.ts';
import { comesToRest, crowded, sticksOut } from './overflow.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const widths = [320, 390, 1280];

for (const side of sides) {
  test(`${side}: nothing stands in the way on any screen`, async ({ given, sharedServer }) => {
    const readers = await readersOf(given, sharedServer, { language: side });

    const found = await barriersIn(
      readers,
      `${side}, well`,
      screensWith(await rowsOf(sharedServer.origin)),
    );

    expect(found).toEqual([]);
  });

  test(`${side}: nothing stands in the way while rows are on their way`, async ({
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

  test(`${side}: nothing stands in the way where the server fails`, async ({
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

    const say = await sayingIn(side);

    const found = await barriersIn(readers, `${side}, failing`, askingScreens(rows), async (page) =>
      withoutRetry(page, say('Retry')),
    );

    expect(found).toEqual([]);
  });

  test(`${side}: nothing stands in the way without a connection`, async ({
    given,
    sharedServer,
  }) => {
    const rows = await rowsOf(sharedServer.origin);
    const screens = screensWithoutALine(rows);
    const line = await given.aConnection(sharedServer.origin);
    const readers = await readersOf(given, sharedServer, { language: side, origin: line.origin });
    if (!screens.some((screen) => isWanted(`${side}, offline, ${nameOf(screen)}`))) return;
    // What is opened once with a connection is on the phone.
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

test('a faint text low on a long page, and one that is not to be seen, are found', async ({
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
  // Nothing is written on the edge of a field.
  expect(await faintTexts(page, ['#field'])).toEqual([]);
});

test('messages in the way or contrary to the page, unclear keys, broken words and large bars are found', async ({
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

  // The bar, and the link on it; and what the page says.
  expect(await page.evaluate(wrongMessages)).toHaveLength(3);
  expect(await page.evaluate(crowded)).toEqual([
    '"Bayern" is broken',
    expect.stringMatching('bars'),
  ]);
  await turns(page, 'dark');
  expect(await page.evaluate(unclearKeys)).toHaveLength(3);
});

/** How long a screen may go on asking before it says that it got nothing. */
const failsWithin = 10_000;

/** Pages come without their rows from now on, so that a screen asks for all of them. */
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

/** What a screen that got nothing from the server owes its reader: a sentence, and a button to retry. */
async function withoutRetry(page: Page, name: string): Promise<string[]> {
  const retry = page.getByRole('main').getByRole('button', { name, exact: true }).first();
  try {
    await retry.waitFor({ timeout: failsWithin });
  } catch {
    return ['it does not say that something failed: there is no Retry'];
  }
  const said = await retry.evaluate((button) =>
    (button.closest('[role=status], [role=alert]')?.textContent ?? '')
      .replace(button.textContent, '')
      .trim(),
  );
  return said === '' ? ['a Retry stands there without a sentence'] : [];
}

/** Every barrier on every screen, by day and by night and on each width: one line for each. */
async function barriersIn(
  readers: Readers,
  situation: string,
  screens: readonly Screen[],
  look: (page: Page) => Promise<string[]> = async () => [],
): Promise<string[]> {
  const found: string[] = [];
  for (const screen of screens) {
    const name = `${situation}, ${nameOf(screen)}`;
    if (!isWanted(name)) continue;
    const { phone, page } = await readers.open(screen);
    if (situation.endsWith('well')) await phone.settles();
    for (const line of await look(page)) {
      console.log(`${name}: ${line}`);
      found.push(`${name}: ${line}`);
    }
    // Rows that are out of sight are not painted, and answer with the colours of before; hundreds of
    // keys that pass from colour to colour hold a look up for seconds.
    await page.addStyleTag({
      content: `* { content-visibility: visible !important }
        *, ::before, ::after { transition: none !important }`,
    });
    for (const width of widths) {
      const { covered, unrest } = await unroll(page, width);
      const lines = [...unrest, ...(await sticksOut(page)), ...(await barriersOn(page, covered))];
      const barriers = lines.map((line) => `${name}, ${width} px: ${line}`);
      // A run takes long: what is found is told at once.
      for (const line of barriers) console.log(line);
      found.push(...barriers);
      noteLook(`${name}, ${width} px, by day`);
      noteLook(`${name}, ${width} px, by night`);
    }
  }
  return found;
}

/** As much of a page as is drawn at once. Longer ones are lists, with rows like those before. */
const longest = 4000;

/** How often a page may turn out longer than it was taken for. */
const mostRounds = 20;

/** What lies over a page, and over some of it at any place it is scrolled to. */
const over = '[role=dialog], [popover], [data-sonner-toast], [data-bar]';

/**
 * Makes the window as long as its page, so that nothing lies under the bars of its edges; says
 * whether something lies over the page that has to stay where it is, and whether it ends at all.
 */
async function unroll(page: Page, width: number): Promise<{ covered: boolean; unrest: string[] }> {
  await page.setViewportSize({ width, height: width > 800 ? 800 : 844 });
  if (await page.locator(over).filter({ visible: true }).count()) {
    return { covered: true, unrest: [] };
  }
  // Of a page longer than what is drawn it is the beginning, with nothing under its header.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  // A page is at least as long as its window: that would grow with it.
  await page.addStyleTag({ content: 'main { min-block-size: 0 !important }' });
  // What was out of sight may turn out longer than it was taken for, and rows move as it does.
  for (let height = 0, round = 0; round < mostRounds; round += 1) {
    const unrest = await comesToRest(page);
    if (unrest.length > 0) return { covered: false, unrest };
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    if (whole === height || height === longest) return { covered: false, unrest: [] };
    height = Math.min(whole, longest);
    await page.setViewportSize({ width, height: Math.max(height, 844) });
  }
  return { covered: false, unrest: [`has another length after each of ${mostRounds} looks`] };
}

async function barriersOn(page: Page, covered: boolean): Promise<string[]> {
  const messages = await page.evaluate(wrongMessages);
  await turns(page, 'light');
  const byDay = await analysed(page, () => axeOn(page).withTags(standards), covered);
  byDay.push(...(await page.evaluate(unclearKeys)));
  // The night changes colours and nothing else.
  await turns(page, 'dark');
  const byNight = await analysed(page, () => axeOn(page).withRules(['color-contrast']), covered);
  byNight.push(...(await page.evaluate(unclearKeys)));
  return [...messages, ...byDay, ...byNight.map((barrier) => `by night, ${barrier}`)];
}

/** Options take the place of all that was chosen before, so that they come first. */
function axeOn(page: Page): AxeBuilder {
  // The other mode opens an empty page for each analysis, for frames that there are none of.
  return new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations', 'incomplete'], preload: false });
}

/** What is found twice: rows that were still moving under the first look do not move again. */
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
 * Targets that are seen whole: those that are drawn, and of a page that something lies over only
 * those that are part of that. The rest of it is measured where nothing does.
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
      // A long list goes on under the bar at the lower edge.
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
