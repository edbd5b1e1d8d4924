import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aMemberReadyForOffline } from '../support/newcomer.ts';
import { isHeldByAnOlderBuild, theStorageOf } from '../support/browser-storage.ts';
import { tipsOf } from '../support/backend-rows.ts';

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

  // A tab with the newer build: this one makes way for it, and is told why.
  expect(await storage.isUpgradedTo(90)).toEqual([]);
  await expect(phone.page().getByRole('alert')).toContainText(newer);
  await phone.reloads();
  await expect(phone.page().getByRole('alert')).toContainText(newer);
  expect(await storage.pending()).toHaveLength(1);
  await member.seesTip(game, 'Saved on this phone');

  await connection.mends();
  await phone.findsANetwork();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
});

test('an upgrade that another tab holds up goes on once that tab is closed', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const app = phone.page();
  // A tab of an older build, which knows nothing of newer ones.
  const older = await phone.opensAnotherTab('/env.json');
  await phone.looksAt(app);
  await connection.breaks();
  const game = await member.postsATip();
  await member.seesTip(game, 'Saved on this phone');
  await app.goto('about:blank');
  await isHeldByAnOlderBuild(older);

  await connection.mends();
  await phone.opens('/tips/my-tips');
  await expect(member.heading('My Saved Tips')).toBeVisible();
  await older.close();

  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
});
