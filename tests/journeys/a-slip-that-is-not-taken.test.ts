import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aMemberAtTheGround } from '../support/newcomers.ts';
import { aDemoMember } from '../support/person.ts';
import { onTheDesk } from '../support/phone.ts';
import { kicksOff } from '../support/season.ts';
import { tipsOf } from '../support/tips-kept.ts';

test('a slip that arrives after a kick-off is kept, and the other games are posted', async ({
  given,
  ground,
}) => {
  const { line, phone, member } = await aMemberAtTheGround(given, ground);
  const [late = '', other = ''] = await member.gamesFromTheLast();
  await member.picks(late, '1X2 - 1');
  await member.picks(other, '1X2 - X');
  await member.reviewsTheSlip();
  await member.wantsAllOrNothing();
  await line.timeOuts();
  await member.posts();
  await member.seesTip(late, 'Saved on this phone');

  // The game was brought forward, which only the server knows.
  await kicksOff(ground, late, { inMinutes: -1 });
  await line.mends();
  await phone.findsANetwork();
  await phone.chip('1 needs you');
  await member.seesTip(late, `${late} had kicked off when this reached us.`);
  expect(await tipsOf(ground, member.email)).toEqual([]);

  await member.postsTheOtherGames(late);
  await member.isTold('Your Tip has been created Successfully');
  await member.seesTip(other, 'Posted', '1 game');
  expect(await tipsOf(ground, member.email)).toEqual([{ legs: 1, booked: false, bookings: 0 }]);
});

test('a slip that may drop what has started is posted without it, as was chosen before', async ({
  given,
  ground,
}) => {
  const { line, phone, member } = await aMemberAtTheGround(given, ground);
  const [late = '', other = ''] = await member.gamesFromTheLast();
  await member.picks(late, '1X2 - 1');
  await member.picks(other, '1X2 - X');
  await line.timeOuts();
  await member.postsFromReview();
  await member.seesTip(late, 'If a game has kicked off: Drop started games');

  await kicksOff(ground, late, { inMinutes: -1 });
  await line.mends();
  await phone.findsANetwork();

  await member.isTold(`Left out, because they had kicked off: ${late}`);
  await member.seesTip(other, 'Posted', '1 game');
  expect(await tipsOf(ground, member.email)).toEqual([{ legs: 1, booked: false, bookings: 0 }]);
});

test('a game is on a slip once', async ({ given, ground }) => {
  const member = aDemoMember(await given.aPhone(ground.origin));
  await member.logsIn();
  await member.opensCreate();
  const [game = ''] = await member.gamesFromTheLast();
  await member.picks(game, '1X2 - 1');

  await member.taps(game, '1X2 - X');

  await member.isTold('You already selected this game');
});

test('an empty slip is not posted', async ({ given, ground }) => {
  const phone = await given.aPhone(ground.origin, onTheDesk);
  const member = aDemoMember(phone);
  await member.logsIn();
  await phone.opens('/tips/create');

  await member.posts();

  await member.isTold('Your Slip is empty');
});
