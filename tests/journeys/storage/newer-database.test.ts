import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

const newer = 'a newer version of Touchline has changed it';

/** Runs in the page: raises the version of the databases, as a newer build in another tab does. */
async function upgradeDatabases(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const opening = indexedDB.open(name, 90);
    // The request waits until this page has closed its connection.
    await new Promise((resolve, reject) => {
      opening.addEventListener('success', resolve);
      opening.addEventListener('error', reject);
    });
    opening.result.close();
  }
}

test('databases that a newer build has changed are not wiped by an older one, which says so', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  await connection.breaks();
  const game = await member.postsATip();
  await member.seesTip(game, 'Saved on this phone');
  const notice = phone.page().getByRole('alert').filter({ hasText: newer });

  await phone.page().evaluate(upgradeDatabases);

  await expect(notice).toBeVisible();
  await phone.reloads();
  await expect(notice).toBeVisible();
  await member.seesTip(game, 'Saved on this phone');

  await connection.mends();
  await phone.findsANetwork();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
});
