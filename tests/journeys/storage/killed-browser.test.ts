import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

test.use({ phones: 'are reopened' });

test('a change that was reported as saved survives a browser killed right after', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  // A new login may not be on the disk yet, so the browser is closed once before the test.
  await phone.closes();
  await phone.reopens('/tips/create');
  await connection.breaks();
  const [game = ''] = await member.gamesFromTheLast();
  await member.picks(game, '1X2 - 1');
  await member.reviewsTheSlip();

  const message = phone.page().getByRole('listitem').filter({ hasText: 'Saved on this phone' });
  await member.posts();
  // The message and the tip appear at about the same time; both promise that the tip is stored.
  await message.first().waitFor();
  await phone.dies();

  await connection.mends();
  await phone.reopens('/tips/my-tips');
  await member.readsMessage('Your Tip has been created Successfully');
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
});
