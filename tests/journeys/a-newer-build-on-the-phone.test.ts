import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aMemberAtTheGround } from '../support/newcomers.ts';
import { isHeldByAnOlderBuild, theStorageOf } from '../support/storage.ts';
import { tipsOf } from '../support/tips-kept.ts';

const newer = 'A newer version of Touchline has been on this phone';

test('databases that a newer build has changed are not wiped by an older one, which says so', async ({
  given,
  ground,
}) => {
  const { line, phone, member } = await aMemberAtTheGround(given, ground);
  const storage = await theStorageOf(phone);
  await line.timeOuts();
  const game = await member.postsATip();
  await member.seesTip(game, 'Saved on this phone');

  // A tab with the newer build: this one makes way for it, and is told why.
  expect(await storage.isUpgradedTo(90)).toEqual([]);
  await expect(phone.page().getByRole('alert')).toContainText(newer);
  await phone.reloads();
  await expect(phone.page().getByRole('alert')).toContainText(newer);
  expect(await storage.owed()).toHaveLength(1);
  await member.seesTip(game, 'Saved on this phone');

  await line.mends();
  await phone.findsANetwork();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(ground, member.email)).toHaveLength(1);
});

test('an upgrade that another tab holds up goes on once that tab is closed', async ({
  given,
  ground,
}) => {
  const { line, phone, member } = await aMemberAtTheGround(given, ground);
  const app = phone.page();
  // A tab of an older build, which knows nothing of newer ones.
  const older = await phone.opensAnotherTab('/env.json');
  await phone.looksAt(app);
  await line.timeOuts();
  const game = await member.postsATip();
  await member.seesTip(game, 'Saved on this phone');
  await app.goto('about:blank');
  await isHeldByAnOlderBuild(older);

  await line.mends();
  await phone.opens('/tips/my-tips');
  await expect(member.heading('My Saved Tips')).toBeVisible();
  await older.close();

  await member.seesTip(game, 'Posted');
  expect(await tipsOf(ground, member.email)).toHaveLength(1);
});
