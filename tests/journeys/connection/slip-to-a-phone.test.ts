import { expect, type Page } from '@playwright/test';

import { moveKickOff } from '../../testing/database/backend-rows.ts';
import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';

/** The path and hash that the Share button passes to the browser. */
async function sharedPath(page: Page): Promise<string> {
  await page.evaluate(() => {
    navigator.share = async ({ url = '' } = {}) => {
      document.title = url;
    };
  });
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page).toHaveTitle(/#slip=/);
  const { pathname, hash } = new URL(await page.title());
  return pathname + hash;
}

test('a slip is passed to another phone without a network, and is posted there', async ({
  given,
  sharedServer,
}) => {
  const sender = await aMemberReadyForOffline(given, sharedServer);
  const [first = '', second = '', third = ''] = await sender.member.gamesFromTheLast();
  await sender.member.picks(first, '1X2 - 1');
  await sender.member.picks(second, '1X2 - X');
  await sender.member.picks(third, '1X2 - 2');
  await sender.connection.breaks();
  // The third game's kick-off is moved into the past; only the second phone fetches the change.
  const other = await aMemberReadyForOffline(given, sharedServer, async () =>
    moveKickOff(sharedServer, third, { inMinutes: -1 }),
  );
  await other.connection.breaks();

  await sender.member.reviewsTheSlip();
  await sender.member.button('To another phone').click();
  const picture = sender.phone.page().getByRole('img', { name: 'Your slip as a picture' });
  await expect(picture).toBeInViewport({ ratio: 1 });
  const path = await sharedPath(sender.phone.page());
  await other.phone.opens(path);

  const received = other.phone.page().getByRole('dialog', { name: 'A slip for you' });
  await expect(received.getByRole('listitem')).toHaveCount(3);
  await expect(
    received.getByRole('listitem').filter({ hasText: /Kicked off|In play/ }),
  ).toHaveCount(1);
  await received.getByRole('button', { name: 'Add 2 games to my slip', exact: true }).click();
  await expect(received).toBeHidden();
  expect(new URL(other.phone.page().url()).hash).toBe('');

  await other.phone.opens('/tips/create#slip=nothing');
  await expect(received).toContainText('This link holds no slip that can be read.');
  await received.getByRole('button', { name: 'Close', exact: true }).last().click();

  await other.member.postsFromReview();
  await other.member.seesTip(first, 'Saved on this phone', '2 games');
});
