import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { theStorageOf } from '../../testing/phone/browser-storage.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

const newer = 'A newer version of Touchline has been on this phone';

test('databases that a newer build has changed are not wiped by an older one, which says so', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const storage = await theStorageOf(phone);
  await connection.breaks();
  const game = await member.postsATip();
  await member.seesTip(game, 'Saved on this phone');

  const notice = phone.page().getByRole('alert').filter({ hasText: newer });

  // A tab with the newer build: this one makes way for it, and is told why.
  expect(await storage.isUpgradedTo(90)).toEqual([]);
  await expect(notice).toBeVisible();
  await phone.reloads();
  await expect(notice).toBeVisible();
  expect(await storage.pending()).toHaveLength(1);
  await member.seesTip(game, 'Saved on this phone');

  await connection.mends();
  await phone.findsANetwork();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
});
