import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

test('without a service worker an open page works offline, and says what needs a connection', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  await phone.context().addInitScript(() => {
    // Only a secure context has the property; an empty page is none.
    if (isSecureContext) Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  });
  const member = await aNewcomer(phone, sharedServer);
  await member.startsAt('/tips/create');
  // The code of each page must be fetched once before the connection breaks.
  await member.seesTip(await member.postsATip(), 'Posted');
  await member.readsMessage('Your Tip has been created Successfully');
  await member.opensCreate();
  const [, game = ''] = await member.gamesFromTheLast();

  await connection.breaks();
  await member.picks(game, '1X2 - 2');
  await member.postsFromReview();
  await member.seesTip(game, 'Saved on this phone');
  phone.forgives(/MissingPart|: $/);
  await phone
    .page()
    .getByRole('navigation', { name: 'My tickets' })
    .getByRole('link', { name: /^Booked/ })
    .click();
  // Looks inside `main`, because below it there is always another alert, for messages.
  const alert = phone.page().getByRole('main').getByRole('alert');
  await expect(alert).toContainText('This page could not be shown.');
  await expect(alert).toContainText('It needs a connection once.');
  await expect(member.button('Retry')).toBeHidden();

  await connection.mends();
  await phone.findsANetwork();
  await member.button('Retry').click();
  // A click before the page is loaded again would have no effect.
  await expect(member.heading('My Booked Tickets')).toBeVisible();
  await member.opensSaved();
  await member.seesTip(game, 'Posted');
  await phone.chip('Up to date');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(2);
});
