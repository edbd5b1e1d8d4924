import { expect } from '@playwright/test';

import { tipsOf } from '../../testing/database/backend-rows.ts';
import { theStorageOf } from '../../testing/phone/browser-storage.ts';
import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { aVisitor } from '../../testing/phone/person.ts';

test.use({ phones: 'are reopened' });

const gone = 'The browser removed what was kept on this phone';
const howMuch = '1 change had not been sent and is gone.';

test('work that the browser has cleared away is missed at the next start', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const storage = await theStorageOf(phone);
  await connection.breaks();
  const game = await member.postsATip();
  await member.seesTip(game, 'Saved on this phone');

  await storage.isCleared('indexeddb');
  await connection.mends();
  await phone.reloads();

  const notice = phone.page().getByRole('alert').filter({ hasText: gone });
  await expect(notice).toContainText(howMuch);
  expect(await tipsOf(sharedServer, member.email)).toEqual([]);
  // It stays said, and nothing says the contrary, until its person has read it.
  await phone.reloads();
  await expect(notice).toContainText(howMuch);
  await phone.chip('1 change lost');
  await notice.getByRole('button', { name: 'I have read this' }).click();
  await expect(notice).toBeHidden();
  await phone.reloads();
  await phone.chip('Up to date');
  await expect(notice).toBeHidden();
});

test('a start without a connection does not deny that the phone was here before', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const storage = await theStorageOf(phone);
  await connection.breaks();
  const game = await member.postsATip();
  await member.seesTip(game, 'Saved on this phone');

  await phone.page().goto('about:blank');
  await storage.isCleared('indexeddb');
  await phone.opens('/tips/my-tips');

  const failure = phone.page().getByRole('alert').filter({ hasText: 'Server error' });
  await expect(failure).toContainText(`${gone}. 1 change had not been sent and is gone.`);
  await expect(phone.page().getByText('has not been here before')).toBeHidden();
  await connection.mends();
  await failure.getByRole('button', { name: 'Retry' }).click();

  await expect(phone.page().getByRole('alert').filter({ hasText: gone })).toContainText(howMuch);
  await phone.chip('1 change lost');
});

test('work that is deleted under the eyes of a page is missed by that page', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  await connection.breaks();
  const game = await member.postsATip();
  await member.seesTip(game, 'Saved on this phone');

  await phone.page().evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      if (name.startsWith('touchline-member-')) indexedDB.deleteDatabase(name);
    }
  });

  await expect(phone.page().getByRole('alert').filter({ hasText: gone })).toContainText(howMuch);
  expect(await tipsOf(sharedServer, member.email)).toEqual([]);
});

test('a phone whose browser has cleared anything but its databases sends what it has saved', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const storage = await theStorageOf(phone);
  const games = await member.gamesFromTheLast();

  for (const [index, kind] of (
    ['local_storage', 'service_workers', 'cache_storage'] as const
  ).entries()) {
    const game = games[index] ?? '';
    await phone.opens('/tips/create');
    await phone.isReadyForOffline();
    await connection.breaks();
    await member.picks(game, '1X2 - 1');
    await member.postsFromReview();
    await member.seesTip(game, 'Saved on this phone');

    await phone.page().goto('about:blank');
    await storage.isCleared(kind);
    await connection.mends();
    await phone.opens('/tips/my-tips');

    await member.seesTip(game, 'Posted');
    expect(await tipsOf(sharedServer, member.email), kind).toHaveLength(index + 1);
  }
});

test('a phone whose browser has cleared everything begins anew', async ({
  given,
  sharedServer,
}) => {
  const { phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const storage = await theStorageOf(phone);

  await phone.page().goto('about:blank');
  await storage.isCleared('all');
  await phone.opens('/');

  await aVisitor(phone).seesUpcomingEvents();
  await member.logsIn();
  await phone.chip('Up to date');
});
