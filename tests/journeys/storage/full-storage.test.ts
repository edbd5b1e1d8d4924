import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import type { Phone } from '../../testing/phone/phone.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

test.use({ phones: 'are reopened' });

/** Limits the storage quota of the site in bytes; without a number the browser's own limit applies again. */
async function limitRoom(phone: Phone, quotaSize?: number): Promise<void> {
  const session = await phone.context().newCDPSession(phone.page());
  const { origin } = phone;
  await session.send('Storage.overrideQuotaForOrigin', {
    origin,
    ...(quotaSize !== undefined && { quotaSize }),
  });
}

test('a phone that is full says that nothing was saved, and saves it once there is room', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const [game = ''] = await member.gamesFromTheLast();
  await member.picks(game, '1X2 - 1');
  await connection.breaks();
  // The browser caches its estimate for half a minute, so another browser is started.
  await phone.closes();
  await phone.reopens('about:blank');
  await limitRoom(phone, 1_000);
  await phone.opens('/tips/create');
  await member.reviewsTheSlip();

  await member.posts();
  await member.readsMessage(/nothing was saved.*Your slip is still here/);
  await member.seesOnTheSlip(game);
  await expect(phone.page().getByText('Saved on this phone')).toBeHidden();

  await limitRoom(phone);
  await member.posts();
  await member.seesTip(game, 'Saved on this phone');
  await connection.mends();
  await phone.findsANetwork();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
});
