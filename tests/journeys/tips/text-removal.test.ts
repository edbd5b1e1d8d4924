import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';

const words = 'Their goalkeeper told me that he is injured.';

test('a text that its tipster removes offline is gone for other readers once that has arrived', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const page = phone.page();
  const [game = ''] = await member.gamesFromTheLast();
  await member.picks(game, '1X2 - 1');
  await member.reviewsTheSlip();
  await page.getByRole('textbox', { name: 'Analysis' }).fill(words);
  await member.posts();
  await member.seesTip(game, 'Posted');
  const [tip] = await sharedServer.query<{ id: string }>(
    'select tips.id from tips join members on members.id = owner_id where email = $1',
    [member.email],
  );
  const reader = await given.aPhone(sharedServer.origin);
  await reader.opens(`/tip/${tip?.id}`);
  await expect(reader.page().getByText(words)).toBeVisible();

  await connection.breaks();
  await member
    .tipWith(game)
    .getByRole('button', { name: /^1 game/ })
    .click();
  await page.getByRole('button', { name: /^Remove text/ }).click();

  await member.seesTip(game, 'Removal saved on this phone.');
  await phone.reloads();
  await member.seesTip(game, 'Removal saved on this phone.');
  await connection.mends();
  await phone.findsANetwork();

  await member.seesTip(game, 'Posted');
  await expect(member.tipWith(game)).not.toContainText('Removal saved');
  await reader.reloads();
  await expect(reader.page().getByText('Text removed by the tipster').first()).toBeVisible();
  await expect(reader.page().getByText(words)).toHaveCount(0);
  const left = await sharedServer.query(
    "select from tips where id = $1 and (analysis <> '' or analysis_salt is not null)",
    [tip?.id],
  );
  expect(left).toEqual([]);
});
