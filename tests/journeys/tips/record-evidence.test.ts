import { expect, type Locator, type Page } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';

test.use({ phones: 'stay online' });

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

  await tap(page.locator('main a[href^="/tipster/profile/"]').first());

  const settled = settledTips(page);
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

test('the tips that arrived in time are as many as home says', async ({ given, sharedServer }) => {
  const phone = await given.aPhone(sharedServer.origin);
  const page = phone.page();
  await phone.opens('/');
  await phone.settles();
  const counted = await page.getByText(/arrived before kick-off/).textContent();

  await page.getByRole('link', { name: 'See each' }).click();

  await expect(page.getByRole('heading', { name: 'Recent Tickets', level: 2 })).toBeInViewport();
  await expect(settledTips(page)).toHaveCount(Number(/\d+/.exec(counted ?? '')?.[0]));
});

test('a visitor checks a whole record on their phone, and each of its tips is verified', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const page = phone.page();
  await phone.opens('/');
  await phone.settles();
  await page.locator('main a[href^="/tipster/profile/"]').first().click();

  await page.getByRole('button', { name: 'Check this record' }).click();

  // Home leads to the figures of a month; a check is of those that are shown with its result.
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked();

  const result = page.getByRole('status').filter({ hasText: 'verified on this phone' });
  await expect(result).toContainText('as the profile shows');
  const [, verified = '', all = ''] =
    /(\d+) of (\d+) verified/.exec((await result.textContent()) ?? '') ?? [];
  expect(verified).toBe(all);
  expect(Number(all)).toBeGreaterThanOrEqual(10);
  await page.getByText('Each tip', { exact: true }).click();
  const tips = page.getByRole('list', { name: 'Each tip' }).getByRole('listitem');
  await expect(tips.first()).toContainText('Verified');
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
});

/** The cards of the list on a profile. */
function settledTips(page: Page): Locator {
  return page.getByRole('list', { name: 'Recent Tickets' }).getByRole('article');
}
