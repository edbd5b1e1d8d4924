import { expect } from '@playwright/test';

import type { Backend } from '../../testing/server/backend.ts';
import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline, type ReadyForOffline } from '../../testing/people/newcomer.ts';
import { mayNotify, shownOn } from '../../testing/phone/notifications.ts';
import type { Phone } from '../../testing/phone/phone.ts';
import { theWorkerOf } from '../../testing/phone/service-worker.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

test.use({ phones: 'wake their worker' });

const theSwitch = (phone: Phone) =>
  phone.page().getByRole('checkbox', { name: 'Tell me what was sent while the app was closed' });

/** Saves a tip that no page can send, until the worker has sent it and told its news. */
async function leavesATipToTheWorker(
  { connection, phone, member }: ReadyForOffline,
  sharedServer: Backend,
) {
  await phone.page().route('**/api/**', async (route) => route.abort());
  const game = await member.postsATip();
  await member.seesTip(game, 'Saved on this phone');
  const worker = await theWorkerOf(phone);
  await phone.page().goto('about:blank');
  // It asks for the rows once it has told its news.
  const notified = connection.onceItReached('GET /api/sync', async () => undefined);
  await expect(async () => {
    await worker.isWokenToSend();
    expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
  }).toPass();
  await notified;
}

test('who asked for it is told on a locked phone that their tip was sent, and not which', async ({
  given,
  sharedServer,
}) => {
  const atTheGround = await aMemberReadyForOffline(given, sharedServer, mayNotify);
  const { phone } = atTheGround;
  await phone.opens('/settings');
  await expect(theSwitch(phone)).not.toBeChecked();
  await theSwitch(phone).click();
  await expect(theSwitch(phone)).toBeChecked();

  await leavesATipToTheWorker(atTheGround, sharedServer);

  expect(await shownOn(phone)).toEqual([
    { title: 'Touchline', body: 'What you saved was sent.', path: '/tips/my-tips' },
  ]);

  await phone.opens('/help');
  await expect.poll(async () => shownOn(phone)).toEqual([]);
});

test('who never asked for it is told nothing', async ({ given, sharedServer }) => {
  const atTheGround = await aMemberReadyForOffline(given, sharedServer, mayNotify);

  await leavesATipToTheWorker(atTheGround, sharedServer);

  expect(await shownOn(atTheGround.phone)).toEqual([]);
});
