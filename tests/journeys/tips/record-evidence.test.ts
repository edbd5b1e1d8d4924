import { expect, type Locator, type Page } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';

test.use({ phones: 'stay online' });

/** The tipster with the best record, because the newest tips may be of tipsters without a record. */
const bestTipster = (page: Page): Locator =>
  page.getByRole('region', { name: 'Tipsters' }).locator('a[href^="/tipster/profile/"]').first();

test('a visitor reads ten settled tips of a tipster with their receipts in at most three taps', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const page = phone.page();
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.click();
    taps += 1;
  };
  await phone.opens('/');
  await phone.settles();

  await tap(bestTipster(page));

  const settled = page.getByRole('list', { name: 'Recent Tickets' }).getByRole('article');
  await expect.poll(async () => settled.count()).toBeGreaterThanOrEqual(10);
  for (const tip of (await settled.all()).slice(0, 10)) {
    await expect(tip).toContainText(/Won|Lost|Void/);
    await expect(tip).toContainText(/Odds \d/);
    await expect(tip).toContainText(/Arrived .+ before kick-off/);
  }

  await tap(settled.nth(9).getByRole('link', { name: /^Receipt/ }));
  await expect(page.getByText('Proved on this phone').first()).toBeInViewport();
  expect(taps).toBeLessThanOrEqual(3);
});

test('a visitor checks a whole record on their phone, and each of its tips is verified', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const page = phone.page();
  await phone.opens('/');
  await phone.settles();
  await bestTipster(page).click();

  await page.getByRole('button', { name: 'Check this record', exact: true }).click();

  const result = page.getByRole('status').filter({ hasText: 'verified on this phone' });
  await expect(result).toContainText('as the profile shows');
  const [, verified = '', all = ''] =
    /(\d+) of (\d+) verified/.exec((await result.textContent()) ?? '') ?? [];
  expect(verified).toBe(all);
  expect(Number(all)).toBeGreaterThanOrEqual(10);
  await page.getByText('Each tip', { exact: true }).click();
  const tips = page.getByRole('list', { name: 'Each tip' }).getByRole('listitem');
  await expect(tips.first()).toContainText('Verified');
  await expect(page.getByRole('button', { name: 'Check again', exact: true })).toBeVisible();
});
