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
  const pressable = await page.evaluate(markPressable);
  expect(pressable).toBeGreaterThan(10);

  await member.taps(game, '1X2 - X');
  await expect(toast(page)).toContainText('You already selected this game');

  expect(await page.evaluate(coveredByMessages)).toEqual([]);
  const bar = await page.locator('header a').first().boundingBox();
  const message = await toast(page).boundingBox();
  expect(message?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
  expect(message?.y).toBeLessThan(80);

  const key = page.locator('main [aria-pressed=true]').first();
  const before = await key.boundingBox();
  await toast(page).getByRole('button').first().click();
  await expect(toast(page)).toHaveCount(0);
  expect((await key.boundingBox())?.y).toBe(before?.y);
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
  const controls = [...document.querySelectorAll('a, button, input, select')];
  const pressable = controls.filter((control) => {
    const { x, y, width, height } = control.getBoundingClientRect();
    const at = document.elementFromPoint(x + width / 2, y + height / 2);
    return at !== null && control.contains(at);
  });
  for (const control of pressable) control.setAttribute('data-was-pressable', '');
  return pressable.length;
}

/** The marked controls that lie under a message by now. */
function coveredByMessages(): string[] {
  const messages = [...document.querySelectorAll('[data-sonner-toast]')];
  const boxes = messages.map((message) => message.getBoundingClientRect());
  return [...document.querySelectorAll('[data-was-pressable]')]
    .filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      return boxes.some(
        (box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      );
    })
    .map((control) => control.outerHTML.slice(0, 120));
}
