import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';

import { tipsOf } from '../../testing/database/backend-rows.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { test } from '../../testing/phone/journey.ts';

test('a logout with an unsent change can be cancelled, and can save, send or (after a second dialog) delete the change', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const page = phone.page();
  await connection.breaks();
  const game = await member.postsATip();
  await member.logsOut();
  const question = page.getByRole('dialog', { name: 'Some changes are not sent yet' });
  await expect(question).toContainText('1 change is still on this phone.');

  await member.button('Close').click();
  await expect(question).toBeHidden();
  await member.seesTip(game, 'Saved on this phone');

  await member.logsOut();
  const saving = page.waitForEvent('download');
  await member.button('Save them as a file').click();
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(file).toContain(game);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  expect(token).not.toBeNull();
  expect(file).not.toContain(token);

  await member.button('Delete them').click();
  await member.button('Delete 1 change').click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  await connection.mends();
  await member.logsIn();
  await phone.chip('Up to date');
  expect(await tipsOf(sharedServer, member.email)).toEqual([]);

  await connection.breaks();
  await member.postsATip();
  await member.logsOut();
  await expect(question).toBeVisible();
  await connection.mends();
  await member.button('Send now').click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
});
