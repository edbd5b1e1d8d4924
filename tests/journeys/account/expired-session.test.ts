import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { chipOf } from '../../testing/phone/phone.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

test('the outbox waits for the next login after the session expired, and then continues', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  await connection.breaks();
  const game = await member.postsATip();
  await member.books(game);
  await sharedServer.query(
    `update sessions set expires_at = now() - interval '1 s'
     where member_id = (select id from members where email = $1)`,
    [member.email],
  );
  await connection.mends();
  await phone.findsANetwork();
  await phone.chip('Log in');
  await member.opensBooked();
  await member.seesTip(game, 'Saved on this phone');
  expect(await tipsOf(sharedServer, member.email)).toEqual([]);

  // The chip leads to the login and the login back to the page, both without a page load.
  const loadedAt = await phone.page().evaluate(() => performance.timeOrigin);
  await phone.tapsInTheTopBar(chipOf(phone.page()));
  await member.logsInIfRequired();

  await expect(member.heading('My Booked Tickets')).toBeVisible();
  expect(await phone.page().evaluate(() => performance.timeOrigin)).toBe(loadedAt);
  await member.seesTip(game, 'Pending');
  await phone.chip('Up to date');
  expect(await tipsOf(sharedServer, member.email)).toEqual([
    { legs: 1, booked: true, bookings: 1 },
  ]);
});
