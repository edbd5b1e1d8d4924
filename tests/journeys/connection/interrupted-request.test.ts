import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

test.use({ phones: 'are reopened' });

const ends = [
  ['reloaded', async (reload: () => Promise<void>) => reload()],
  ['killed', async (_: () => Promise<void>, kill: () => Promise<void>) => kill()],
] as const;

for (const [what, end] of ends) {
  test(`a page that is ${what} while it sends a tip sends the same tip again`, async ({
    given,
    sharedServer,
  }) => {
    const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);

    // The connection is cut after the request has reached the server, so only the response is lost.
    const { promise: tapped, resolve: isTapped } = Promise.withResolvers<void>();
    const cut = connection.onceItReached('POST /api/tips', async () => {
      await tapped;
      await end(phone.reloads, phone.dies);
    });
    const [game = ''] = await member.gamesFromTheLast();
    await member.picks(game, '1X2 - 1');
    await member.reviewsTheSlip();
    await member.posts();
    isTapped();
    await cut;
    if (what === 'killed') await phone.reopens('/tips/my-tips');
    else await phone.opens('/tips/my-tips');

    await member.seesTip(game, 'Posted');
    expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
    const keys = connection.carried('POST /api/tips').map(({ key }) => key);
    expect(new Set(keys).size).toBe(1);
  });
}
