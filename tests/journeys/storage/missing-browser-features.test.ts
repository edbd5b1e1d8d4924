import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import type { Phone } from '../../testing/phone/phone.ts';
import { lacks } from '../../testing/phone/browser-limits.ts';
import { aMemberReadyForOffline, aNewcomer } from '../../testing/people/newcomer.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

test('without Background Sync a page sends when it is opened again', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(
    given,
    sharedServer,
    async (phone) => lacks(phone, 'Background Sync'),
  );
  await connection.breaks();
  const game = await member.postsATip();
  await member.seesTip(game, 'Saved on this phone');
  await phone.page().goto('about:blank');
  await connection.mends();

  await phone.opens('/');
  await member.readsMessage('Your Tip has been created Successfully');
  await phone.chip('Up to date');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
});

test('without Web Locks two tabs that send at once have one effect', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(
    given,
    sharedServer,
    async (phone) => lacks(phone, 'Web Locks'),
  );
  const first = phone.page();
  await phone.opensAnotherTab('/tips/create');
  await connection.breaks();
  const game = await member.postsATip();
  await member.books(game);
  await member.opensBooked();
  await member.seesTip(game, 'Saved on this phone');

  await connection.mends();
  await phone.findsANetwork();

  await member.seesTip(game, 'Pending');
  await phone.chip('Up to date');
  await phone.looksAt(first);
  await phone.chip('Up to date');
  expect(await tipsOf(sharedServer, member.email)).toEqual([
    { legs: 1, booked: true, bookings: 1 },
  ]);
});

test('without a service worker a page that stands goes on, and sends what it kept', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  await lacks(phone, 'service workers');
  const member = await aNewcomer(phone, sharedServer);
  await member.startsAt('/tips/create');
  await hasAllGames(phone);
  // Whatever a page needs has to be there once before the connection is gone.
  await member.seesTip(await member.postsATip(), 'Posted');
  await member.readsMessage('Your Tip has been created Successfully');
  await member.opensCreate();
  const [, game = ''] = await member.gamesFromTheLast();

  await connection.breaks();
  await member.picks(game, '1X2 - 2');
  await member.postsFromReview();
  await member.seesTip(game, 'Saved on this phone');
  await connection.mends();
  await phone.findsANetwork();

  await member.seesTip(game, 'Posted');
  await phone.chip('Up to date');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(2);
});

test('without a service worker or a connection a page that is not there leaves the app standing', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  await lacks(phone, 'service workers');
  const member = await aNewcomer(phone, sharedServer);
  await member.startsAt('/tips/create');
  await hasAllGames(phone);
  await member.seesTip(await member.postsATip(), 'Posted');
  await phone.settles();
  phone.forgives(/MissingPart|: $/);

  await connection.breaks();
  await phone
    .page()
    .getByRole('navigation', { name: 'My tickets' })
    .getByRole('link', { name: /^Booked/ })
    .click();
  // Another stands below the page, always, for messages.
  const alert = phone.page().getByRole('main').getByRole('alert');
  await expect(alert).toContainText('This page could not be shown.');
  await expect(alert).toContainText('It needs a connection once.');
  await expect(member.button('Retry')).toBeHidden();

  await connection.mends();
  await member.button('Retry').click();
  await member.opensBooked();
});

/** Some games come with the page. The others change the days on the list, and bring the odds' time. */
async function hasAllGames(phone: Phone): Promise<void> {
  await expect(phone.page().getByText(/^Odds from/)).toBeVisible();
}
