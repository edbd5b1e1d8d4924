import { expect, type Page } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';

test.use({ phones: 'stay online' });

/** Doubles the letter size, as a person can do in the browser's settings. */
async function enlargeLetters(page: Page): Promise<void> {
  await page.locator(':root').evaluate((root) => root.style.setProperty('font-size', '200%'));
}

test('a visitor’s top bar stays one row at 320 px with letters of twice the size', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const page = phone.page();
  await page.setViewportSize({ width: 320, height: 640 });
  await phone.opens('/');
  const login = page.getByRole('banner').getByRole('link', { name: 'Login', exact: true });
  await expect(login).toBeVisible();

  await enlargeLetters(page);

  const logo = await page.getByRole('banner').getByRole('link').first().boundingBox();
  const button = await login.boundingBox();
  expect(button?.y).toBeLessThan((logo?.y ?? 0) + (logo?.height ?? 0));
});

test('the slip bar is right above the section links, whose letters also grow', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const member = await aNewcomer(phone, sharedServer);
  const page = phone.page();
  await member.startsAt('/tips/create');
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const word = sections.getByText('Leagues');
  const size = async () =>
    word.evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize));
  const usual = await size();
  await page.getByRole('main').locator('button[aria-pressed]:enabled').first().click();
  const review = page.getByRole('button', { name: /Review/ });
  await expect(review).toBeVisible();

  await enlargeLetters(page);

  expect(await size()).toBeGreaterThan(usual * 1.3);
  await expect
    .poll(async () => {
      const [bar, below] = [await review.boundingBox(), await sections.boundingBox()];
      return (below?.y ?? 0) - (bar?.y ?? 0) - (bar?.height ?? 0);
    })
    .toBeCloseTo(8, 0);
});
