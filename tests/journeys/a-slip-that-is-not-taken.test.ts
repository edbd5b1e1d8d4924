import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aDemoMember } from '../support/person.ts';
import { onTheDesk } from '../support/phone.ts';
import { tipsOf } from '../support/tips-kept.ts';

test('a slip that arrives after a kick-off is kept, and the other games are posted', async ({
  given,
}) => {
  const backend = await given.aServer({ DEMO: '1' });
  const phone = await given.aPhone(backend.origin);
  const member = aDemoMember(phone);
  await member.logsIn();
  const before = await tipsOf(backend, member.email);

  await member.opensCreate();
  const [late = '', other = ''] = await member.gamesFromTheLast();
  await member.picks(late, '1X2 - 1');
  await member.picks(other, '1X2 - X');
  await member.reviewsTheSlip();
  await member.wantsAllOrNothing();
  await phone.isReadyForOffline();
  await backend.stop();
  await member.posts();
  await member.seesTicket(late, 'Saved on this phone');

  // The game was brought forward, which only the server knows.
  const [home = '', away = ''] = late.split(' Vs ');
  await backend.query(
    "update fixtures set kick_off = now() - interval '1 minute' where home = $1 and away = $2",
    [home, away],
  );
  await backend.start();
  await phone.chip('1 needs you');
  await member.seesTicket(late, `${late} had kicked off when this reached us.`);
  expect(await tipsOf(backend, member.email)).toHaveLength(before.length);

  await member.postsTheOtherGames(late);
  await member.isTold('Your Tip has been created Successfully');
  await member.seesTicket(other, 'Posted', '1 game');
  expect(await tipsOf(backend, member.email)).toHaveLength(before.length + 1);
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
