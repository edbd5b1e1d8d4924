import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aMemberAtTheGround, aNewcomer } from '../support/newcomers.ts';
import { theStorageOf } from '../support/storage.ts';
import { tipsOf } from '../support/tips-kept.ts';

test('what one member left unsent is neither seen nor sent by the next, and goes when they return', async ({
  given,
  ground,
}) => {
  const { line, phone, member: first } = await aMemberAtTheGround(given, ground);
  await line.timeOuts();
  const [left = '', own = ''] = await first.gamesFromTheLast();
  await first.picks(left, '1X2 - 1');
  await first.postsFromReview();
  await first.logsOutAndKeepsWhatIsUnsent();
  await line.mends();

  const second = await aNewcomer(phone, ground);
  await second.logsIn();
  await second.isTold('1 change of another member is kept sealed on this phone');
  await second.opensCreate();
  await second.picks(own, '1X2 - 2');
  await second.postsFromReview();
  await second.seesTip(own, 'Posted');
  await phone.chip('Up to date');
  await expect(second.tipWith(left)).toHaveCount(0);
  await phone.opens('/sync');
  await expect(second.heading('On this phone')).toBeVisible();
  const main = phone.page().getByRole('main');
  await expect(main).toContainText('1 change of another member is kept sealed on this phone.');
  await expect(main).not.toContainText(left);
  expect(await tipsOf(ground, first.email)).toEqual([]);
  expect(await tipsOf(ground, second.email)).toHaveLength(1);
  const storage = await theStorageOf(phone);
  expect(await storage.owed()).toHaveLength(1);

  await second.logsOut();
  await phone.page().waitForURL(({ pathname }) => pathname === '/');
  await first.logsIn();
  await first.isTold('Your Tip has been created Successfully');
  await first.opensSaved();
  await first.seesTip(left, 'Posted');
  expect(await tipsOf(ground, first.email)).toHaveLength(1);
  // Nobody's work ever travelled with somebody else's login.
  const logins = line.carried('POST /api/tips').map(({ token }) => token);
  expect(new Set(logins).size).toBe(2);
});
