import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline, aNewcomer } from '../../testing/people/newcomer.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

test('unsent changes are neither shown to nor sent by the next member, and are sent when their member returns', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member: first } = await aMemberReadyForOffline(given, sharedServer);
  await connection.breaks();
  const [left = '', own = ''] = await first.gamesFromTheLast();
  await first.picks(left, '1X2 - 1');
  await first.postsFromReview();
  await first.logsOut();
  await first.button('Keep them locked on this phone for me').click();
  await phone.page().waitForURL(({ pathname }) => pathname === '/');
  await connection.mends();

  const second = await aNewcomer(phone, sharedServer);
  await second.logsIn();
  await second.readsMessage('1 change of another member is locked on this phone');
  await second.opensCreate();
  await second.picks(own, '1X2 - 2');
  await second.postsFromReview();
  await second.seesTip(own, 'Posted');
  await phone.chip('Up to date');
  await expect(second.tipWith(left)).toHaveCount(0);
  await phone.opens('/sync');
  await expect(second.heading('On this phone')).toBeVisible();
  const main = phone.page().getByRole('main');
  await expect(main).toContainText('1 change of another member is locked on this phone.');
  await expect(main).not.toContainText(left);
  expect(await tipsOf(sharedServer, first.email)).toEqual([]);
  expect(await tipsOf(sharedServer, second.email)).toHaveLength(1);

  await second.logsOut();
  await phone.page().waitForURL(({ pathname }) => pathname === '/');
  await first.logsIn();
  await first.readsMessage('Your Tip has been created Successfully');
  await first.opensSaved();
  await first.seesTip(left, 'Posted');
  expect(await tipsOf(sharedServer, first.email)).toHaveLength(1);
  // No tip was sent with the other member's token.
  const logins = connection.carried('POST /api/tips').map(({ token }) => token);
  expect(new Set(logins).size).toBe(2);
});
