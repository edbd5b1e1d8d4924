import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aMemberAtTheGround } from '../support/newcomers.ts';
import { tipsOf } from '../support/tips-kept.ts';
import { aVisitor } from '../support/visitor.ts';

test('a line that comes and goes loses nothing and doubles nothing', async ({ given, ground }) => {
  const { line, phone, member } = await aMemberAtTheGround(given, ground);
  const games = (await member.gamesFromTheLast()).slice(0, 3);
  const cuts = [
    () => line.timeOutsWith('POST /api/tips'),
    () => line.onceItReached('POST /api/tips', line.timeOuts),
    () => line.losesTheAnswerTo('POST /api/tips'),
  ];

  for (const [index, game] of games.entries()) {
    const cut = cuts[index]?.();
    await member.opensCreate();
    await member.picks(game, '1X2 - 2');
    await member.postsFromReview();
    await cut;
    await line.mends();
    await phone.findsANetwork();
  }

  for (const game of games) await member.seesTip(game, 'Posted');
  await phone.chip('Up to date');
  expect(await tipsOf(ground, member.email)).toHaveLength(games.length);
});

test('a line that takes everything and answers nothing holds up no screen', async ({
  given,
  ground,
}) => {
  const { line, phone, member } = await aMemberAtTheGround(given, ground);
  await phone.opens('/tips');
  const tips = phone.page().getByRole('main').getByRole('article');
  await expect(tips.first()).toBeVisible();
  line.stalls();

  await phone.reloads();
  const game = await member.postsATip();
  await member.seesTip(game, /Saved on this phone|Sending/);
  await phone.opens('/tips');
  await aVisitor(phone).seesHeading('Tips');
  await expect(tips.first()).toBeVisible();
  await phone.chip('1 saved');

  await line.mends();
  await phone.findsANetwork();
  await phone.chip('Up to date');
  await member.opensSaved();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(ground, member.email)).toHaveLength(1);
});
