import { expect, type Locator, type Page } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { movedRowsOf, recordMovedRows } from '../../testing/screen/moved-rows.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';

test.use({ phones: 'stay online' });

const toast = (page: Page) => page.locator('[data-sonner-toast][data-removed=false]');
const anyToast = (page: Page) => page.locator('[data-sonner-toast]');

/** The room that remains above the page after a message. */
const roomOf = async (page: Page) =>
  page.evaluate(() => document.documentElement.style.getPropertyValue('--message-rest'));

test("a message stands below a phone's top bar, and the page's top can be scrolled out from under it", async ({
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
  const message = await toast(page).boundingBox();
  const below = (message?.y ?? 0) + (message?.height ?? 0);
  expect(message?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
  expect(message?.y).toBeLessThan(80);
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

  // The content that was scrolled to stays in place; the room goes once it is passed.
  await toast(page).getByRole('button').first().click();
  await expect(anyToast(page)).toHaveCount(0);
  expect((await heading.boundingBox())?.y).toBe(before?.y);
  await page.mouse.wheel(0, 500);
  await expect.poll(async () => roomOf(page)).toBe('0px');
});

test('a sheet makes room for a message and none of its rows moves; closing the message leaves the sheet open', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const page = phone.page();
  const member = await aNewcomer(phone, sharedServer);
  await member.startsAt('/tips/create');
  const game = await member.anEvenGame();
  await member.picks(game, '1X2 - 1');
  await page
    .getByRole('button', { name: / v .*, all options$/ })
    .filter({ hasText: game.split(' Vs ')[0] ?? '' })
    .first()
    .click();
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
