import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';
import { hasSlowStorage } from '../../testing/phone/browser-limits.ts';
import { theStorageOf } from '../../testing/phone/browser-storage.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';

test('a start offline waits for a slow storage, and says what is wrong with it once it answers', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  await connection.breaks();
  const game = await member.postsATip();
  await member.seesTip(game, 'Saved on this phone');
  expect(await (await theStorageOf(phone)).isUpgradedTo(90)).toEqual([]);

  const storage = await hasSlowStorage(phone);
  await phone.reloads();
  const slow = phone.page().getByText('The browser\u2019s storage is slow to answer');
  await expect(slow).toBeVisible();
  await expect(phone.page().getByText('not on this phone yet')).toHaveCount(0);
  await storage.answers();

  await member.seesTip(game, 'Saved on this phone');
  await expect(slow).toHaveCount(0);
  const newer = 'A newer version of Touchline has been on this phone';
  await expect(phone.page().getByRole('alert').filter({ hasText: newer })).toBeVisible();
});

test('what is done before a slow storage answers is saved on the phone then, and posted once', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  await connection.breaks();
  const earlier = await member.postsATip();
  await member.seesTip(earlier, 'Saved on this phone');
  const storage = await hasSlowStorage(phone);
  await phone.opens('/tips/create');
  await connection.mends();
  await phone.findsANetwork();
  const silent = phone.page().getByText('The browser\u2019s storage does not answer');
  await expect(silent).toBeVisible();

  const games = await member.gamesFromTheLast();
  const game = games.find((one) => one !== earlier) ?? '';
  await connection.breaks();
  await member.picks(game, '1X2 - 1');
  await member.postsFromReview();
  await member.seesTip(game, 'Not kept on this phone');
  await storage.answers();

  await member.seesTip(game, 'Saved on this phone');
  await member.seesTip(earlier, 'Saved on this phone');
  await expect(silent).toHaveCount(0);
  await connection.mends();
  await phone.findsANetwork();
  await member.seesTip(game, 'Posted');
  await member.seesTip(earlier, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(2);
});
