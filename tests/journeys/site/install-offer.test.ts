import { expect, type Page } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';

test.use({ phones: 'stay online' });

/** Fires Chromium's install prompt event, which the app cancels and stores for later. */
async function theBrowserOffers(page: Page): Promise<void> {
  const keptBack = await page.evaluate(() => {
    const prompt = async () => void (document.body.dataset['prompted'] = 'yes');
    const event = new Event('beforeinstallprompt', { cancelable: true });
    return !dispatchEvent(Object.assign(event, { prompt }));
  });
  expect(keptBack).toBe(true);
}

test('installing the app is offered once, in the list of tickets after a post', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const member = await aNewcomer(phone, sharedServer);
  const page = phone.page();
  const offer = page.getByText('Keep Touchline on your home screen');
  await member.startsAt('/competitions');
  await theBrowserOffers(page);
  await expect(member.heading('Leagues')).toBeVisible();

  await member.postsATip();
  await member.readsMessage('Your Tip has been created Successfully');

  await expect(offer).toBeVisible();
  await expect(page.locator('body')).not.toHaveAttribute('data-prompted');
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  await expect(page.locator('body')).toHaveAttribute('data-prompted', 'yes');
  await expect(offer).toBeHidden();

  await phone.opens('/tips/create');
  await theBrowserOffers(page);
  await member.postsATip();
  await member.readsMessage('Your Tip has been created Successfully');
  await phone.chip('Up to date');
  await expect(offer).toBeHidden();
});
