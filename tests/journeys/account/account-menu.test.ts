import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aDemoMember } from '../../testing/phone/person.ts';
import { onTheDesk } from '../../testing/phone/phone.ts';

test.use({ phones: 'stay online' });

test('the account menu opens at the first tap, and closes when the focus leaves it and by Back', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin, onTheDesk);
  const member = aDemoMember(phone);
  await member.startsAt('/terms');
  const page = phone.page();
  const opener = member.button(/^My Account$/);
  const menu = page.getByRole('navigation', { name: 'My Account' });
  // Clicks as soon as the button is there, while other parts of the page may still be loading.
  await opener.click();
  await expect(menu).toBeVisible();
  await menu.getByRole('link', { name: 'Sync', exact: true }).click();
  await page.waitForURL('**/sync');
  await expect(page.locator('main h1:focus')).toHaveCount(1);
  await expect(menu).toBeHidden();

  await opener.press('Enter');
  await expect(menu).toBeVisible();
  for (const name of ['Profile', 'Pools', 'Settings', 'Sync']) {
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link', { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('button', { name: 'Logout', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(menu).toBeHidden();
  await expect(opener).not.toBeFocused();
  await expect(page.locator('footer :focus')).toHaveCount(1);

  await opener.click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/sync$/);

  // A link in the menu replaces the menu's history entry, so Back skips the menu.
  await opener.click();
  await menu.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.waitForURL('**/settings');
  await page.goBack();
  await page.waitForURL('**/sync');
  await expect(menu).toBeHidden();
  await page.goBack();
  await expect(member.heading('Terms and Conditions')).toBeVisible();

  await opener.click();
  await expect(menu).toBeVisible();
  await opener.click();
  await expect(menu).toBeHidden();

  await opener.press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
});
