import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { theStorageOf } from '../../testing/phone/browser-storage.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

test.use({ phones: 'are reopened' });

test('a phone that is full says that nothing was saved, and saves it once there is room', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const [game = ''] = await member.gamesFromTheLast();
  await member.picks(game, '1X2 - 1');
  await connection.breaks();
  // The browser caches its estimate for half a minute, so a new one starts.
  await phone.closes();
  await phone.reopens('about:blank');
  const storage = await theStorageOf(phone);
  await storage.isLimitedTo(1_000);
  await phone.opens('/tips/create');
  await member.reviewsTheSlip();

  await member.posts();
  await member.readsMessage(/nothing was saved.*Your slip is still here/);
  await member.seesOnTheSlip(game);
  await expect(phone.page().getByText('Saved on this phone')).toBeHidden();
  expect(await storage.pending()).toEqual([]);

  await storage.isFree();
  await member.posts();
  await member.seesTip(game, 'Saved on this phone');
  await connection.mends();
  await phone.findsANetwork();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
});
