import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';

test('Undo restores an unfollowed tipster and a withdrawn tip, and no dialog asks first', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const page = phone.page();
  await phone.opens('/tipster');
  await page
    .getByRole('link', { name: /View Profile/ })
    .first()
    .click();
  await member.button(/^Follow(?!ing)/).click();
  await member.readsMessage('You are now following this tipster');
  const followed = member.button(/^Following/);
  await followed.click();
  await expect(followed).toHaveCount(0);
  await member.button('Undo').click();
  await expect(followed).toBeVisible();

  await phone.opens('/tips/create');
  await connection.breaks();
  const game = await member.postsATip();
  const tip = member.tipWith(game);
  await tip.getByRole('button', { name: /^More: / }).click();
  await tip.getByRole('button', { name: /^Withdraw ?:/ }).click();
  await member.seesNoTip(game);
  await member.button('Undo').click();
  await member.seesTip(game, 'Saved on this phone');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await connection.mends();
  await phone.findsANetwork();
  await member.seesTip(game, 'Posted');
});

test('at double letter size the message about an offline copy shows its whole text and its Undo', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const page = phone.page();
  await phone.opens('/tips');
  await expect(member.button(/^Copy/).first()).toBeVisible();
  await connection.breaks();
  await phone.opens('/tips');
  await expect(member.button(/^Offline/)).toBeVisible();
  await page.locator(':root').evaluate((root) => root.style.setProperty('font-size', '200%'));

  await member.button(/^Copy/).first().click();

  const message = page.locator('[data-sonner-toast]').filter({ hasText: 'Copied from' });
  await expect(message).toContainText(/Copied from .+\. It is sent when you are online\./);
  await expect(message.getByRole('button', { name: 'Undo', exact: true })).toBeInViewport({
    ratio: 1,
  });
  const words = message.getByText('Copied from');
  const hidden = await words.evaluate((shown) => shown.scrollHeight - shown.clientHeight);
  // In pixels: a line is 31 px high, and its letters exceed it by 2 px.
  expect(hidden).toBeLessThan(10);
});
