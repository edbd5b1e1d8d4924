import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

import { turns } from '../support/accessibility.ts';
import { test } from '../support/journey.ts';
import { isWanted, noteLook } from './only.ts';
import { readersOf, type Readers } from './people.ts';
import { firstOpenGame, nameOf, type Rows, rowsOf, type Screen, screensWith } from './screens.ts';
import { sticksOut } from './sticking-out.ts';
import { sides } from './sides.ts';

const pictures = join(import.meta.dirname, '..', '..', 'test-output', 'forced-colours');

for (const side of sides) {
  test(`${side}: large text and wide spacing cut nothing off`, async ({ given, ground }) => {
    const readers = await readersOf(given, ground, { language: side });

    const found = await onEvery(
      readers,
      `${side}, large`,
      await rowsOf(ground.origin),
      async (page) => {
        const cut: string[] = [];
        await page.setViewportSize({ width: 320, height: 844 });
        cut.push(...(await cutOff(page)).map((line) => `at 320 px, ${line}`));
        // 1.4.12: what a reader's own style sheet may ask for.
        await page.addStyleTag({
          content: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
          word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`,
        });
        cut.push(...(await cutOff(page)).map((line) => `spaced out, ${line}`));
        await page.reload();
        await page.locator('main h1').waitFor();
        await page.setViewportSize({ width: 390, height: 844 });
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%';
        });
        cut.push(...(await cutOff(page)).map((line) => `with text twice as large, ${line}`));
        return cut;
      },
    );

    expect(found).toEqual([]);
  });

  test(`${side}: every target is large enough for a thumb`, async ({ given, ground }) => {
    const readers = await readersOf(given, ground, { language: side });

    const found = await onEvery(
      readers,
      `${side}, targets`,
      await rowsOf(ground.origin),
      async (page) => {
        await page.setViewportSize({ width: 320, height: 844 });
        return page.evaluate(smallTargets);
      },
    );

    expect(found).toEqual([]);
  });

  test(`${side}: the focus is seen wherever it goes`, async ({ given, ground }) => {
    const readers = await readersOf(given, ground, { language: side });

    const found = await onEvery(
      readers,
      `${side}, focus`,
      await rowsOf(ground.origin),
      async (page) => {
        const hidden: string[] = [];
        let before = '';
        for (let step = 0; step < 60; step += 1) {
          await page.keyboard.press('Tab');
          const { what, wrong } = await page.evaluate(focusStands);
          if (wrong !== '') hidden.push(`step ${step + 1}, ${what}: ${wrong}`);
          if (what === '' || what === before) break;
          before = what;
        }
        return hidden;
      },
    );

    expect(found).toEqual([]);
  });
}

test('every page has a title of its own, one heading, and its help in the same place', async ({
  given,
  ground,
}) => {
  const readers = await readersOf(given, ground, { language: 'en' });
  const titles = new Map<string, string>();
  const found = await onEvery(
    readers,
    'en, titles',
    await rowsOf(ground.origin),
    async (page, screen) => {
      const said = await page.evaluate(() => ({
        title: document.title,
        headings: document.querySelectorAll('h1').length,
        help: document.querySelectorAll('footer a[href="/help"]').length,
        skips: document.querySelector('a')?.getAttribute('href'),
      }));
      const wrong: string[] = [];
      if (!/^.+ · Touchline, football tipster site$/.test(said.title)) wrong.push(said.title);
      const owner = titles.get(said.title) ?? screen.path;
      titles.set(said.title, owner);
      // Two addresses without a page are the same page.
      if (owner !== screen.path && !screen.path.startsWith('/no/')) {
        wrong.push(`${said.title} is the title of ${owner} too`);
      }
      if (said.headings !== 1) wrong.push(`${said.headings} main headings`);
      if (said.help !== 1) wrong.push('no help in the footer');
      if (said.skips !== '#page') wrong.push('the first link does not skip to the page');
      return wrong;
    },
  );

  expect(found).toEqual([]);
});

test('a form says what its fields are for, and lets nobody type twice', async ({
  given,
  ground,
}) => {
  const readers = await readersOf(given, ground, { language: 'en' });

  const found = await onEvery(readers, 'en, forms', await rowsOf(ground.origin), async (page) =>
    page.evaluate(fieldsWithoutPurpose),
  );

  expect(found).toEqual([]);
});

test('nothing moves for who asked for stillness', async ({ given, ground }) => {
  const readers = await readersOf(given, ground, { language: 'en' });

  const found = await onEvery(readers, 'en, motion', await rowsOf(ground.origin), async (page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) => {
        const style = getComputedStyle(element);
        const slowest = [style.animationDuration, style.transitionDuration]
          .flatMap((list) => list.split(','))
          .map((text) => (text.trim().endsWith('ms') ? 1 : 1000) * Number.parseFloat(text))
          .reduce((most, one) => Math.max(most, one), 0);
        return slowest > 1 ? [`${element.tagName} ${element.className} takes ${slowest} ms`] : [];
      }),
    ),
  );

  expect(found).toEqual([]);
});

test('what is picked is known without any colour', async ({ given, ground }) => {
  const readers = await readersOf(given, ground, { language: 'en' });

  const found = await onEvery(
    readers,
    'en, forced colours',
    await rowsOf(ground.origin),
    async (page, screen) => {
      await page.emulateMedia({ forcedColors: 'active' });
      const file = nameOf(screen).replaceAll(/[^a-z]+/gi, '-');
      await page.screenshot({ path: join(pictures, `${file}.png`), fullPage: true });
      const wrong = await page.evaluate(() => {
        const chosen = document.querySelectorAll<HTMLElement>('[aria-pressed=true]');
        const icons = document.querySelectorAll<SVGElement>('main svg[viewBox]');
        return [
          ...[...chosen]
            .filter((key) => key.querySelector('svg') === null)
            .map((key) => key.outerHTML),
          ...[...icons]
            .filter((icon) => getComputedStyle(icon).forcedColorAdjust === 'none')
            .map((icon) => icon.outerHTML),
        ];
      });
      await page.emulateMedia({ forcedColors: 'none' });
      return wrong;
    },
  );

  expect(found).toEqual([]);
});

test('a message is spoken while a dialog is open', async ({ given, ground }) => {
  if (!isWanted('en, messages')) return;
  const readers = await readersOf(given, ground, { language: 'en' });
  const { page } = await readers.open({ who: 'a member', path: '/tips/create' });
  const game = firstOpenGame(page);
  await game.getByRole('button', { pressed: false }).first().click();
  await game.locator('[aria-haspopup=dialog]').click();
  const dialog = page.getByRole('dialog');

  await dialog.getByRole('button', { pressed: false }).last().click();

  const region = page.locator('[data-toasts-said]');
  await expect(region).toContainText('You already selected this game');
  // In a hidden tree it would be silent.
  const silent = await region.evaluate(
    (element) => element.closest('[aria-hidden=true], [inert], [hidden]') !== null,
  );
  expect(silent).toBe(false);
});

/** Does something on every screen; answers what it found, one line each. */
async function onEvery(
  readers: Readers,
  situation: string,
  rows: Rows,
  look: (page: Page, screen: Screen) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const screen of screensWith(rows).filter((one) => one.prepare === undefined)) {
    const name = `${situation}, ${nameOf(screen)}`;
    if (!isWanted(name)) continue;
    const { phone, page } = await readers.open(screen);
    await phone.settles();
    await turns(page, 'light');
    const lines = (await look(page, screen)).map((line) => `${name}: ${line}`);
    for (const line of lines) console.log(line);
    found.push(...lines);
    noteLook(name);
  }
  return found;
}

/** What does not fit its box, and whether the page is wider than the window. */
async function cutOff(page: Page): Promise<string[]> {
  const wide = await page.evaluate(sticksOut);
  const cut = await page.evaluate(() => {
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { overflowX, overflowY, textOverflow, position } = getComputedStyle(element);
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      // What only screen readers read is a dot of one pixel on purpose.
      if (clientWidth <= 1 || clientHeight <= 1 || position === 'fixed') return false;
      if (element.closest('.sr-only') !== null) return false;
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (element.textContent.trim() === '' || textOverflow === 'ellipsis') return false;
      return (
        (hides(overflowX) && scrollWidth > clientWidth + 1) ||
        (hides(overflowY) && scrollHeight > clientHeight + 1)
      );
    });
    return cut.map((one) => `<${one.tagName} class="${one.className}"> is cut off`);
  });
  return [...wide, ...cut];
}

/** 2.5.8 asks for 24 px; a link inside a sentence is as high as its line. */
function smallTargets(): string[] {
  const targets = document.querySelectorAll<HTMLElement>(
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=radio]',
  );
  return [...targets].flatMap((target) => {
    if (!target.checkVisibility({ visibilityProperty: true })) return [];
    const label = target.closest('label') ?? document.querySelector(`label[for="${target.id}"]`);
    const boxes = [target, ...(label ? [label] : [])].map((one) => one.getBoundingClientRect());
    const width = Math.max(...boxes.map((box) => box.width));
    const height = Math.max(...boxes.map((box) => box.height));
    const isInASentence = getComputedStyle(target).display === 'inline';
    // The skip link is one pixel until it has the focus.
    if (isInASentence || width <= 1 || (width >= 24 && height >= 24)) return [];
    return [`${Math.round(width)} x ${Math.round(height)} px: ${target.outerHTML.slice(0, 160)}`];
  });
}

/** Whether what has the focus is in the window, under nothing, and ringed. */
function focusStands(): { what: string; wrong: string } {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body)
    return { what: '', wrong: '' };
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const what = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)} ${element.id} ${element.getAttribute('href') ?? ''}`;
  const box = element.getBoundingClientRect();
  const middle = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 22)] as const;
  if (box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth) {
    return { what, wrong: 'out of the window' };
  }
  const above = document.elementFromPoint(...middle);
  const label = element.closest('label') ?? document.querySelector(`label[for="${element.id}"]`);
  const isSeen =
    above !== null &&
    (element.contains(above) || above.contains(element) || label?.contains(above) === true);
  if (!isSeen) return { what, wrong: `under ${above?.outerHTML.slice(0, 120) ?? 'nothing'}` };
  const ringed = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  const ringsInside = element.parentElement?.querySelector(':focus-visible + *') !== null;
  return { what, wrong: ringed || ringsInside ? '' : 'has no ring' };
}

/** 1.3.5: what is asked of a person about themselves says so to whoever fills it in for them. */
function fieldsWithoutPurpose(): string[] {
  const purposes: Record<string, RegExp> = {
    email: /^(?:email|username)$/,
    password: /^(?:current-password|new-password)$/,
    tel: /^tel$/,
  };
  const byName: Record<string, RegExp> = {
    firstName: /^given-name$/,
    lastName: /^family-name$/,
    country: /^country$/,
    phoneNumber: /^tel$/,
    address: /^street-address$|^address-line1$/,
    state: /^address-level1$/,
    userName: /^nickname$|^username$/,
  };
  const fields = document.querySelectorAll<HTMLInputElement>('form input, form select');
  return [...fields].flatMap((field) => {
    const wanted = byName[field.name] ?? purposes[field.type];
    return wanted === undefined || wanted.test(field.autocomplete) ? [] : [field.outerHTML];
  });
}
