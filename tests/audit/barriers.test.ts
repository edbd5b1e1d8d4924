import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

import { turns } from '../support/accessibility.ts';
import { test } from '../support/journey.ts';
import { isWanted, noteLook } from './only.ts';
import { readersOf, type Readers } from './people.ts';
import {
  askingScreens,
  nameOf,
  rowsOf,
  type Screen,
  screensWith,
  screensWithoutALine,
} from './screens.ts';
import { sides } from './sides.ts';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const widths = [320, 390, 1280];

for (const side of sides) {
  test(`${side}: nothing stands in the way on any screen`, async ({ given, ground }) => {
    const readers = await readersOf(given, ground, { language: side });

    const found = await barriersIn(
      readers,
      `${side}, well`,
      screensWith(await rowsOf(ground.origin)),
    );

    expect(found).toEqual([]);
  });

  test(`${side}: nothing stands in the way while rows are on their way`, async ({
    given,
    ground,
  }) => {
    const rows = await rowsOf(ground.origin);
    const readers = await readersOf(given, ground, {
      language: side,
      prepare: async (phone) => phone.context().route(/\/(?:api|odds)\//, () => undefined),
    });

    const found = await barriersIn(readers, `${side}, loading`, askingScreens(rows));

    expect(found).toEqual([]);
  });

  test(`${side}: nothing stands in the way where the server fails`, async ({ given, ground }) => {
    const rows = await rowsOf(ground.origin);
    const body = JSON.stringify({
      type: 'about:blank',
      status: 500,
      code: 'internal',
      message: 'No.',
    });
    const readers = await readersOf(given, ground, {
      language: side,
      prepare: async (phone) =>
        phone
          .context()
          .route(/\/(?:api|odds)\//, async (route) =>
            route.fulfill({ status: 500, contentType: 'application/problem+json', body }),
          ),
    });

    const found = await barriersIn(readers, `${side}, failing`, askingScreens(rows));

    expect(found).toEqual([]);
  });

  test(`${side}: nothing stands in the way without a line`, async ({ given, ground }) => {
    const rows = await rowsOf(ground.origin);
    const screens = screensWithoutALine(rows);
    const line = await given.aBadLine(ground.origin);
    const readers = await readersOf(given, ground, { language: side, origin: line.origin });
    if (!screens.some((screen) => isWanted(`${side}, offline, ${nameOf(screen)}`))) return;
    // What is opened once with a line is on the phone.
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

/** Every barrier on every screen, by day and by night and on each width: one line for each. */
async function barriersIn(
  readers: Readers,
  situation: string,
  screens: readonly Screen[],
): Promise<string[]> {
  const found: string[] = [];
  for (const screen of screens) {
    const name = `${situation}, ${nameOf(screen)}`;
    if (!isWanted(name)) continue;
    const { phone, page } = await readers.open(screen);
    if (situation.endsWith('well')) await phone.settles();
    for (const width of widths) {
      await unroll(page, width, screen.prepare !== undefined);
      const barriers = (await barriersOn(page)).map((line) => `${name}, ${width} px: ${line}`);
      // A run takes long: what is found is told at once.
      for (const line of barriers) console.log(line);
      found.push(...barriers);
      noteLook(`${name}, ${width} px, by day`);
      noteLook(`${name}, ${width} px, by night`);
    }
  }
  return found;
}

/** Makes the window as long as its page, so that nothing lies under the bars of its edges. */
async function unroll(page: Page, width: number, asItIs: boolean): Promise<void> {
  await page.setViewportSize({ width, height: width > 800 ? 800 : 844 });
  if (asItIs) return;
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(whole, 844) });
}

async function barriersOn(page: Page): Promise<string[]> {
  await turns(page, 'light');
  const byDay = await analysed(new AxeBuilder({ page }).withTags(standards));
  // The night changes colours and nothing else.
  await turns(page, 'dark');
  const byNight = await analysed(new AxeBuilder({ page }).withRules(['color-contrast']));
  return [...byDay, ...byNight.map((barrier) => `by night, ${barrier}`)];
}

async function analysed(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.options({ resultTypes: ['violations'] }).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}, ${nodes.length} x ${nodes[0]?.html.slice(0, 200)}`,
  );
}
