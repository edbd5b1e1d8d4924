import { expect, type Page } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aNewcomer } from '../support/newcomer.ts';
import type { Person } from '../support/person.ts';

test.use({ phones: 'stay online' });

/** The browser's own offer, as Chromium makes it on a phone; the app keeps it for later. */
async function theBrowserOffers(page: Page): Promise<void> {
  const keptBack = await page.evaluate(() => {
    const prompt = async () => void (document.body.dataset['prompted'] = 'yes');
    const event = new Event('beforeinstallprompt', { cancelable: true });
    return !dispatchEvent(Object.assign(event, { prompt }));
  });
  expect(keptBack).toBe(true);
}

const offerOn = (page: Page) =>
  page
    .getByRole('region', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: 'Keep Touchline on your home screen' });

/** Posts a tip, reads that it was, and goes on to another page. */
async function postsATipAndGoesOn(page: Page, member: Person): Promise<void> {
  await member.postsATip();
  await member.readsMessage('Your Tip has been created Successfully');
  await page.getByRole('navigation', { name: 'Sections' }).getByText('Leagues').click();
  await expect(member.heading('Leagues')).toBeVisible();
}

/** When the app was offered so many days ago, whatever was answered. */
async function wasOffered(page: Page, days: number): Promise<void> {
  await page.evaluate((ago) => {
    localStorage.setItem('touchline-install-offered', String(Date.now() - ago * 24 * 60 * 60_000));
  }, days);
}

test('the home screen is offered after a tip and half a minute, and not again for a month', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  await phone.context().clock.install();
  const member = await aNewcomer(phone, sharedServer);
  const page = phone.page();
  await member.startsAt('/competitions');
  await theBrowserOffers(page);
  await expect(member.heading('Leagues')).toBeVisible();
  await expect(offerOn(page)).toBeHidden();

  await postsATipAndGoesOn(page, member);
  await page.clock.fastForward(30_000);
  await expect(offerOn(page)).toBeVisible();
  expect(await page.evaluate(() => performance.now())).toBeGreaterThan(30_000);
  await expect(page.locator('body')).not.toHaveAttribute('data-prompted');
  await offerOn(page).getByRole('button', { name: 'Install' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-prompted', 'yes');

  for (const { days, again } of [
    { days: 29, again: false },
    { days: 31, again: true },
  ]) {
    await wasOffered(page, days);
    await phone.opens('/tips/create');
    await theBrowserOffers(page);
    await postsATipAndGoesOn(page, member);
    await page.clock.fastForward(60_000);
    await phone.chip('Up to date');
    await expect(offerOn(page)).toHaveCount(again ? 1 : 0);
  }
});
