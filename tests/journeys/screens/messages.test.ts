import { expect, type Locator, type Page } from '@playwright/test';

import { aCaller, postsTips } from '../../testing/server/api-caller.ts';
import { test } from '../../testing/phone/journey.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';
import { movedRowsOf, recordMovedRows } from '../../testing/screen/moved-rows.ts';
import { aDemoAdministrator } from '../../testing/phone/person.ts';
import type { Phone } from '../../testing/phone/phone.ts';

test.use({ phones: 'stay online' });

const rows = ':is(main, footer) :is(a, button, label, li, h1, h2, h3)';
const toast = (page: Page) => page.locator('[data-sonner-toast][data-removed=false]');
const anyToast = (page: Page) => page.locator('[data-sonner-toast]');

/** Returns the height of the space that remains above the page after a message. */
const roomOf = async (page: Page) =>
  page.evaluate(() => document.documentElement.style.getPropertyValue('--message-rest'));

/** Makes a dialog fail to load: opening it then shows a message that stays until it is closed. */
async function losesADialog(phone: Phone): Promise<void> {
  await phone.page().route(/logout-dialog/, async (route) => route.abort());
  phone.forgives(/MissingPart/);
}

async function raisesMessage(page: Page): Promise<void> {
  // Clicks by script: Playwright would first scroll a button out of the scroll padding.
  const account = page.getByRole('banner').getByRole('button', { name: 'My Account', exact: true });
  const menu = page.getByRole('navigation', { name: 'My Account' });
  for (const button of [account, menu.getByRole('button', { name: 'Logout', exact: true })]) {
    await button.evaluate((each: HTMLElement) => each.click());
  }
  await expect(toast(page)).toContainText('This could not be opened');
}

async function closesMessage(page: Page): Promise<void> {
  await toast(page)
    .getByRole('button', { name: /Close message$/ })
    .click();
  await expect(anyToast(page)).toHaveCount(0);
}

/** Makes the message higher, then lower than before, like other messages in its place. */
async function resizesMessage(page: Page): Promise<void> {
  for (const height of [170, 40]) {
    await page.evaluate((px) => {
      const card = document.querySelector<HTMLElement>('[data-sonner-toast] .\\@container');
      card?.style.setProperty('min-height', '0');
      card?.style.setProperty('height', `${px}px`);
    }, height);
    await expect
      .poll(async () =>
        page.evaluate(() => document.documentElement.style.getPropertyValue('--message-room')),
      )
      .toBe(`${height + 8}px`);
  }
}

/** Scrolls in steps, so that rows are drawn and measured on the way, as when a person scrolls. */
async function scrollsTo(phone: Phone, share: number): Promise<void> {
  const page = phone.page();
  await page.evaluate(async (part) => {
    const end = () => (document.documentElement.scrollHeight - innerHeight) * part;
    const frame = async () => new Promise(requestAnimationFrame);
    for (let last = -1; scrollY < end() - 1 && scrollY !== last;) {
      last = scrollY;
      scrollBy({ top: Math.min(600, end() - scrollY), behavior: 'instant' });
      for (let frames = 0; frames < 3; frames += 1) await frame();
    }
  }, share);
  await phone.settles();
}

/** Waits two frames, until the rows that a scroll draws have their places. */
async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    async () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
}

async function seesNothingMove(phone: Phone, path: string, share: number): Promise<void> {
  const page = phone.page();
  await scrollsTo(phone, share);
  await twoFrames(page);
  expect(await page.evaluate(recordMovedRows, rows), path).toBeGreaterThan(0);

  await raisesMessage(page);
  await resizesMessage(page);
  await closesMessage(page);

  await twoFrames(page);
  expect(await movedRowsOf(page), `${path} scrolled to ${share}`).toEqual([]);
}

/** Pages of each kind: prices, a list that draws only rows near the window, a form, the desk. */
const pages = {
  'a member': ['/tips/create', '/tips', '/settings'],
  'an administrator': ['/admin/tickets'],
} as const;

for (const [who, paths] of Object.entries(pages)) {
  test(`no row on the pages of ${who} moves when a message appears, changes its height or closes`, async ({
    given,
    sharedServer,
  }) => {
    const { origin } = sharedServer;
    const phone = await given.aPhone(origin);
    await losesADialog(phone);
    const person =
      who === 'a member' ? await aNewcomer(phone, sharedServer) : aDemoAdministrator(phone);
    if (who === 'a member') {
      await postsTips(origin, await aCaller(origin, person.email, person.password), 12);
    }
    await person.startsAt(paths[0] ?? '/');
    for (const path of paths) {
      await phone.opens(path);
      await expect(phone.page().locator('main h1')).toBeVisible();
      await phone.settles();
      for (const share of [0, 0.5, 1]) await seesNothingMove(phone, path, share);
    }
  });
}

test("a message is below a phone's top bar, and covers neither a focused field nor the top of the page", async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const page = phone.page();
  const member = await aNewcomer(phone, sharedServer);
  await member.startsAt('/tips/create');
  const game = await member.anEvenGame();
  await member.picks(game, '1X2 - 1');

  await member.taps(game, '1X2 - X');
  await expect(toast(page)).toContainText('You already selected this game');

  const bar = await page.locator('header a').first().boundingBox();
  let below = 0;
  await expect(async () => {
    const message = await toast(page).boundingBox();
    expect(message?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
    expect(message?.y).toBeLessThan(80);
    below = (message?.y ?? 0) + (message?.height ?? 0);
  }).toPass();
  const [heading, league] = [member.heading('Post a tip'), page.getByRole('radio').first()];
  await heading.evaluate((title) => title.focus({ preventScroll: true }));
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(league).toBeFocused({ timeout: 500 });
  }).toPass();
  await expect.poll(async () => (await league.boundingBox())?.y).toBeGreaterThan(below);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const before = await heading.boundingBox();
  expect(before?.y).toBeGreaterThan(below);

  // The visible content does not move; the space disappears when it is scrolled out of view.
  await toast(page).getByRole('button').first().click();
  await expect(anyToast(page)).toHaveCount(0);
  expect((await heading.boundingBox())?.y).toBe(before?.y);
  await page.mouse.wheel(0, 500);
  await expect.poll(async () => roomOf(page)).toBe('0px');
});

test('a sheet moves below a message without moving its rows, and stays open when the message closes', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const page = phone.page();
  const member = await aNewcomer(phone, sharedServer);
  await member.startsAt('/tips/create');
  const game = await member.anEvenGame();
  await member.picks(game, '1X2 - 1');
  // The full name of the button, because the clubs may also have other games in the list.
  await member.button(`${game.replace(' Vs ', ' v ')}, all options`).click();
  const sheet = page.getByRole('dialog');

  await expect.poll(async () => isAnimated(sheet)).toBe(false);
  await page.evaluate(recordMovedRows, '[role=dialog] [data-content] :is(button, h3, th)');
  await sheet.locator('button[aria-pressed=false]').first().click();
  await expect(toast(page)).toContainText('You already selected this game');

  const message = await toast(page).boundingBox();
  await expect
    .poll(async () => (await sheet.boundingBox())?.y)
    .toBeGreaterThanOrEqual((message?.y ?? 0) + (message?.height ?? 0));
  await toast(page).getByRole('button').first().click();
  await expect(toast(page)).toHaveCount(0);
  await expect(sheet).toBeVisible();
  expect(await movedRowsOf(page)).toEqual([]);
});

const isAnimated = async (part: Locator) =>
  part.evaluate((element) =>
    element.getAnimations().some(({ playState }) => playState === 'running'),
  );
