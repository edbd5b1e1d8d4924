import { expect, type Page } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { asShown } from '../../testing/phone/person.ts';
import { chipOf } from '../../testing/phone/phone.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

test('changes of two tabs made offline are sent once, and both tabs show it', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const first = phone.page();
  const second = await phone.opensAnotherTab('/tips/create');
  const [last = '', before = ''] = await member.gamesFromTheLast();
  await connection.breaks();

  for (const [tab, game] of [
    [second, last],
    [first, before],
  ] as const) {
    await phone.looksAt(tab);
    await member.picks(game, '1X2 - X');
    await member.postsFromReview();
    await member.seesTip(game, 'Saved on this phone');
  }
  for (const tab of [first, second]) await expect(chipOf(tab)).toHaveText('Offline · 2 saved');

  await connection.mends();
  await phone.findsANetwork();

  for (const tab of [first, second]) {
    await expect(chipOf(tab)).toHaveText('Up to date');
    for (const game of [last, before]) {
      await expect(tab.getByRole('article').filter({ hasText: asShown(game) })).toContainText(
        'Posted',
      );
    }
  }
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(2);
  expect(connection.carried('POST /api/tips')).toHaveLength(2);
});

const ends = [
  ['closed', async (tab: Page) => tab.close()],
  [
    'crashed',
    async (tab: Page) => {
      const crashed = tab.waitForEvent('crash');
      await tab.goto('chrome://crash').catch(() => undefined);
      await crashed;
    },
  ],
] as const;

for (const [what, end] of ends) {
  test(`another tab continues when the sending one is ${what}`, async ({ given, sharedServer }) => {
    const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
    const sender = phone.page();
    const other = await phone.opensAnotherTab('/tips/my-tips');
    await phone.looksAt(sender);

    const { promise: tapped, resolve: isTapped } = Promise.withResolvers<void>();
    const ended = connection.onceItReached('POST /api/tips', async () => {
      await tapped;
      await end(sender);
    });
    const [game = ''] = await member.gamesFromTheLast();
    await member.picks(game, '1X2 - 1');
    await member.reviewsTheSlip();
    await member.posts();
    isTapped();
    await ended;
    await phone.looksAt(other);

    await member.seesTip(game, 'Posted');
    await phone.chip('Up to date');
    expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
    const keys = connection.carried('POST /api/tips').map(({ key }) => key);
    expect(new Set(keys).size).toBe(1);
  });
}
