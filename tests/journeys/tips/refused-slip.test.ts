import { expect } from '@playwright/test';

import { kicksOff, tipsOf } from '../../testing/database/backend-rows.ts';
import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { aDemoMember, asShown } from '../../testing/phone/person.ts';
import { onTheDesk } from '../../testing/phone/phone.ts';

test('a slip that arrives after a kick-off is kept, and the other games are posted', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const [late = '', other = ''] = await member.gamesFromTheLast();
  await member.picks(late, '1X2 - 1');
  await member.picks(other, '1X2 - X');
  await member.reviewsTheSlip();
  await member.wantsAllOrNothing();
  await connection.breaks();
  await member.posts();
  await member.seesTip(late, 'Saved on this phone');

  // The game was brought forward, which only the server knows.
  await kicksOff(sharedServer, late, { inMinutes: -1 });
  await connection.mends();
  await phone.findsANetwork();
  await phone.chip('1 problem');
  await member.seesTip(late, asShown(`${late} had kicked off before we could take this.`));
  expect(await tipsOf(sharedServer, member.email)).toEqual([]);

  await member.postsTheOtherGames(late);
  await member.readsMessage('Your Tip has been created Successfully');
  await member.seesTip(other, 'Posted', '1 game');
  expect(await tipsOf(sharedServer, member.email)).toEqual([
    { legs: 1, booked: false, bookings: 0 },
  ]);
});

test('a slip that may drop what has started is posted without it, as was chosen before', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const [late = '', other = ''] = await member.gamesFromTheLast();
  await member.picks(late, '1X2 - 1');
  await member.picks(other, '1X2 - X');
  await connection.breaks();
  await member.postsFromReview();
  await member.seesTip(late, 'If a game has kicked off: Drop started games');

  await kicksOff(sharedServer, late, { inMinutes: -1 });
  await connection.mends();
  await phone.findsANetwork();

  await member.readsMessage(asShown(`Left out, because they had kicked off: ${late}`));
  await member.seesTip(other, 'Posted', '1 game');
  expect(await tipsOf(sharedServer, member.email)).toEqual([
    { legs: 1, booked: false, bookings: 0 },
  ]);
});

test('a game is on a slip once', async ({ given, sharedServer }) => {
  const member = aDemoMember(await given.aPhone(sharedServer.origin));
  await member.logsIn();
  await member.opensCreate();
  const [game = ''] = await member.gamesFromTheLast();
  await member.picks(game, '1X2 - 1');

  await member.taps(game, '1X2 - X');

  await member.readsMessage('You already selected this game');
});

test('an empty slip is not posted', async ({ given, sharedServer }) => {
  const phone = await given.aPhone(sharedServer.origin, onTheDesk);
  const member = aDemoMember(phone);
  await member.logsIn();
  await phone.opens('/tips/create');

  await member.posts();

  await member.readsMessage('Your Slip is empty');
});
