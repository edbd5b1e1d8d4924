import { expect } from '@playwright/test';

import { tipsOf } from '../../testing/database/backend-rows.ts';
import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { aVisitor } from '../../testing/phone/person.ts';
import { chipOf } from '../../testing/phone/phone.ts';

test('an unstable connection loses no tip and posts none twice', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const games = (await member.gamesFromTheLast()).slice(0, 3);
  const cuts = [
    () => connection.breaksWith('POST /api/tips'),
    () => connection.onceItReached('POST /api/tips', connection.breaks),
    () => connection.losesTheAnswerTo('POST /api/tips'),
  ];

  for (const [index, game] of games.entries()) {
    const cut = cuts[index]?.();
    await member.opensCreate();
    await member.picks(game, '1X2 - 2');
    await member.postsFromReview();
    await cut;
    await connection.mends();
    await phone.findsANetwork();
  }

  for (const game of games) await member.seesTip(game, 'Posted');
  await phone.chip('Up to date');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(games.length);
});

test('a connection on which no request gets a response delays no screen', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  await phone.opens('/tips');
  const tips = phone.page().getByRole('main').getByRole('article');
  await expect(tips.first()).toBeVisible();
  connection.stalls();

  await phone.reloads();
  const game = await member.postsATip();
  await member.seesTip(game, /Saved on this phone|Sending/);
  await phone.opens('/tips');
  await aVisitor(phone).seesHeading('Tips');
  await expect(tips.first()).toBeVisible();
  // A request fails after 15 s without a response; a busy machine may start it late.
  const chip = chipOf(phone.page());
  await expect(chip).toHaveText('Offline · 1 saved', { timeout: 60_000 });

  await connection.mends();
  await phone.findsANetwork();
  await phone.chip('Up to date');
  await member.opensSaved();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
});
