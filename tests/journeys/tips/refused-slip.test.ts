import { expect } from '@playwright/test';

import { moveKickOff, tipsOf } from '../../testing/database/backend-rows.ts';
import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { asShown } from '../../testing/phone/person.ts';

test('a slip that arrives after a kick-off stays on the phone, and the other games can be posted', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const [late = '', other = ''] = await member.gamesFromTheLast();
  await member.picks(late, '1X2 - 1');
  await member.picks(other, '1X2 - X');
  await member.reviewsTheSlip();
  // The native radio button is hidden, so the test clicks its label.
  await phone.page().getByText('All or nothing', { exact: true }).click();
  await expect(phone.page().getByRole('radio', { name: /All or nothing/ })).toBeChecked();
  await connection.breaks();
  await member.posts();
  await member.seesTip(late, 'Saved on this phone');

  // The game's kick-off is moved into the past; the phone does not fetch the change.
  await moveKickOff(sharedServer, late, { inMinutes: -1 });
  await connection.mends();
  await phone.findsANetwork();
  await phone.chip('1 problem');
  const sentence = `${late} had kicked off before we could take this. It was not posted, even if it was sent in time.`;
  await member.seesTip(late, asShown(sentence));
  expect(await tipsOf(sharedServer, member.email)).toEqual([]);

  await member
    .tipWith(late)
    .getByRole('button', { name: 'Post the other games', exact: true })
    .click();
  await member.readsMessage('Your Tip has been created Successfully');
  await member.seesTip(other, 'Posted', '1 game');
  expect(await tipsOf(sharedServer, member.email)).toEqual([
    { legs: 1, booked: false, bookings: 0 },
  ]);
});
