import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

test('in a browser that refuses storage the app works online, and never reports a change as saved', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  await phone.context().addInitScript(() => {
    Object.defineProperty(IDBFactory.prototype, 'open', {
      value() {
        throw new DOMException('Storage is shut by a setting.', 'SecurityError');
      },
    });
  });
  const member = await aNewcomer(phone, sharedServer);
  // The notice of this browser says "is not saved", which must not match.
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
