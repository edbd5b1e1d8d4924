import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { lacks } from '../../testing/phone/browser-limits.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

test('a browser that keeps nothing works with a connection, and is never said to have saved', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  await lacks(phone, 'storage');
  const member = await aNewcomer(phone, sharedServer);
  // The notice of this browser denies it.
  const saved = phone.page().getByText(/(?<!is not )saved/i);

  await member.logsIn();
  await expect(phone.page().getByRole('status')).toContainText([
    /This browser keeps nothing for Touchline/,
  ]);
  await member.opensCreate();
  await phone.isReadyForOffline();
  const game = await member.postsATip();
  await member.readsMessage('Your Tip has been created Successfully');
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);

  await connection.breaks();
  await member.books(game);
  await member.opensBooked();
  await member.seesTip(game, 'Not kept on this phone');
  await phone.chip('Offline · 1 not sent');
  await expect(saved.filter({ hasText: 'on this phone' })).toHaveCount(0);

  await connection.mends();
  await phone.findsANetwork();
  await member.seesTip(game, 'Pending');
  expect(await tipsOf(sharedServer, member.email)).toEqual([
    { legs: 1, booked: true, bookings: 1 },
  ]);
});

for (const [lack, says] of [
  ['site data', 'This browser keeps nothing for Touchline'],
  ['an IndexedDB that answers', 'The browser\u2019s storage does not answer'],
] as const) {
  test(`a browser without ${lack} shows a visitor the games, says so, and lets a member log in and post`, async ({
    given,
    sharedServer,
  }) => {
    const phone = await given.aPhone(sharedServer.origin);
    await lacks(phone, lack);
    const member = await aNewcomer(phone, sharedServer);
    const notice = phone.page().getByRole('status').filter({ hasText: says });

    await phone.opens('/');
    await expect(notice).toBeVisible({ timeout: 10_000 });
    await expect(phone.page().getByRole('heading', { name: 'Upcoming Events' })).toBeVisible();
    await member.logsIn();
    await member.opensCreate();
    await member.seesTip(await member.postsATip(), 'Posted');
    expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
  });
}

test('a browser whose localStorage is full logs in, and says that it could not store that', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  await lacks(phone, 'room in localStorage');
  const member = await aNewcomer(phone, sharedServer);

  await member.logsIn();

  const notice = phone.page().getByRole('status');
  await expect(notice.filter({ hasText: 'This browser could not store your login' })).toBeVisible();
  await member.opensCreate();
  await member.seesTip(await member.postsATip(), 'Posted');
});
