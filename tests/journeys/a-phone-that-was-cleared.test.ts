import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aMemberAtTheGround } from '../support/newcomers.ts';
import { theStorageOf } from '../support/storage.ts';
import { tipsOf } from '../support/tips-kept.ts';
import { aVisitor } from '../support/visitor.ts';

const gone = 'The browser removed what was kept on this phone';
const howMuch = '1 change had not been sent and is gone.';

test('work that the browser has cleared away is missed at the next start', async ({
  given,
  ground,
}) => {
  const { line, phone, member } = await aMemberAtTheGround(given, ground);
  const storage = await theStorageOf(phone);
  await line.timeOuts();
  const game = await member.postsATip();
  await member.seesTip(game, 'Saved on this phone');

  await storage.isCleared('indexeddb');
  await line.mends();
  await phone.reloads();

  const notice = phone.page().getByRole('alert').filter({ hasText: gone });
  await expect(notice).toContainText(howMuch);
  expect(await tipsOf(ground, member.email)).toEqual([]);
  // Said once, and never again.
  await notice.getByRole('button', { name: 'I have read this' }).click();
  await expect(notice).toBeHidden();
  await phone.reloads();
  await phone.chip('Up to date');
  await expect(notice).toBeHidden();
});

test('work that is deleted under the eyes of a page is missed by that page', async ({
  given,
  ground,
}) => {
  const { line, phone, member } = await aMemberAtTheGround(given, ground);
  await line.timeOuts();
  const game = await member.postsATip();
  await member.seesTip(game, 'Saved on this phone');

  await phone.page().evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      if (name.startsWith('touchline-outbox-')) indexedDB.deleteDatabase(name);
    }
  });

  await expect(phone.page().getByRole('alert').filter({ hasText: gone })).toContainText(howMuch);
  expect(await tipsOf(ground, member.email)).toEqual([]);
});

for (const kind of ['local_storage', 'cache_storage', 'service_workers'] as const) {
  test(`a phone whose browser has cleared its ${kind} still owes what it owed`, async ({
    given,
    ground,
  }) => {
    const { line, phone, member } = await aMemberAtTheGround(given, ground);
    const storage = await theStorageOf(phone);
    await line.timeOuts();
    const game = await member.postsATip();
    await member.seesTip(game, 'Saved on this phone');

    await phone.page().goto('about:blank');
    await storage.isCleared(kind);
    await line.mends();
    await phone.opens('/tips/my-tips');

    await member.seesTip(game, 'Posted');
    expect(await tipsOf(ground, member.email)).toHaveLength(1);
  });
}

test('a phone whose browser has cleared everything begins anew', async ({ given, ground }) => {
  const { phone, member } = await aMemberAtTheGround(given, ground);
  const storage = await theStorageOf(phone);

  await phone.page().goto('about:blank');
  await storage.isCleared('all');
  await phone.opens('/');

  await aVisitor(phone).seesUpcomingEvents();
  await member.logsIn();
  await phone.chip('Up to date');
});
