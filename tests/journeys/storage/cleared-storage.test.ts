import { expect } from '@playwright/test';

import { tipsOf } from '../../testing/database/backend-rows.ts';
import type { Phone } from '../../testing/phone/phone.ts';
import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';

test.use({ phones: 'are reopened' });

type StorageKind = 'cache_storage' | 'indexeddb' | 'local_storage' | 'service_workers';

/** Clears storage of the site, as a browser does to free space, or a person in its settings. */
async function clearStorage(phone: Phone, storageTypes: StorageKind): Promise<void> {
  const session = await phone.context().newCDPSession(phone.page());
  await session.send('Storage.clearDataForOrigin', { origin: phone.origin, storageTypes });
}

const gone = 'The browser removed what was kept on this phone';
const howMuch = '1 change had not been sent and is gone.';

test('unsent work that the browser has deleted is reported at the next start', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  await connection.breaks();
  const game = await member.postsATip();
  await member.seesTip(game, 'Saved on this phone');

  await clearStorage(phone, 'indexeddb');
  await connection.mends();
  await phone.reloads();

  const notice = phone.page().getByRole('alert').filter({ hasText: gone });
  await expect(notice).toContainText(howMuch);
  expect(await tipsOf(sharedServer, member.email)).toEqual([]);
  // The notice stays, and no other text contradicts it, until the member confirms having read it.
  await phone.reloads();
  await expect(notice).toContainText(howMuch);
  await phone.chip('1 change lost');
  await notice.getByRole('button', { name: 'I have read this', exact: true }).click();
  await expect(notice).toBeHidden();
  await phone.reloads();
  await phone.chip('Up to date');
  await expect(notice).toBeHidden();
});

test('a phone whose browser has deleted all but the databases sends the saved work', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
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
    await clearStorage(phone, kind);
    await connection.mends();
    await phone.opens('/tips/my-tips');

    await member.seesTip(game, 'Posted');
    expect(await tipsOf(sharedServer, member.email), kind).toHaveLength(index + 1);
  }
});
