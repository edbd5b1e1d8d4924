import { expect, type Page } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aNewcomer } from '../support/newcomer.ts';

test.use({ phones: 'stay online' });

const toast = (page: Page) => page.locator('[data-sonner-toast][data-removed=false]');

test("a message stands below a phone's top bar and covers nothing that could be pressed", async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const page = phone.page();
  const member = await aNewcomer(phone, sharedServer);
  await member.startsAt('/tips/create');
  const game = await member.anEvenGame();
  await member.picks(game, '1X2 - 1');
  // The slip's bar may lie over the game by now.
  await page
    .locator('main [aria-pressed=true]')
    .evaluate((key) => key.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const pressable = await page.evaluate(markPressable);
  expect(pressable).toBeGreaterThan(10);
  await page.evaluate(recordCovered);

  await member.taps(game, '1X2 - X');
  await expect(toast(page)).toContainText('You already selected this game');

  const bar = await page.locator('header a').first().boundingBox();
  const message = await toast(page).boundingBox();
  expect(message?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
  expect(message?.y).toBeLessThan(80);

  const key = page.locator('main [aria-pressed=true]').first();
  const before = await key.boundingBox();
  await toast(page).getByRole('button').first().click();
  await expect(toast(page)).toHaveCount(0);
  expect((await key.boundingBox())?.y).toBe(before?.y);
  const covered = page.locator('[data-was-covered]');
  expect(await covered.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML))).toEqual([]);
});

test('a sheet makes room for a message, which can be closed while the sheet stays open', async ({
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

  await sheet.locator('button[aria-pressed=false]').first().click();
  await expect(toast(page)).toContainText('You already selected this game');

  const message = await toast(page).boundingBox();
  await expect
    .poll(async () => (await sheet.boundingBox())?.y)
    .toBeGreaterThanOrEqual((message?.y ?? 0) + (message?.height ?? 0));
  await toast(page).getByRole('button').first().click();
  await expect(toast(page)).toHaveCount(0);
  await expect(sheet).toBeVisible();
});

/** Marks the controls that a finger can press now, and counts them. */
function markPressable(): number {
  const controls = [...document.querySelectorAll('a, button, input, label, select')];
  const pressable = controls.filter((control) => {
    const { x, y, width, height } = control.getBoundingClientRect();
    const at = document.elementFromPoint(x + width / 2, y + height / 2);
    return at !== null && control.contains(at);
  });
  for (const control of pressable) control.setAttribute('data-was-pressable', '');
  return pressable.length;
}

/** Marks each pressable control that lies under a message in any frame from now on. */
function recordCovered(): void {
  for (const control of document.querySelectorAll('[data-was-pressable]')) {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const isCovered = [...document.querySelectorAll('[data-sonner-toast]')].some((message) => {
      const box = message.getBoundingClientRect();
      return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    });
    if (isCovered) control.setAttribute('data-was-covered', '');
  }
  requestAnimationFrame(recordCovered);
}
