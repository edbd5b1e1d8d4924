import { expect } from '@playwright/test';

import { moveKickOff, tipsOf } from '../../testing/database/backend-rows.ts';
import { offsetClock } from '../../testing/clock/offset-clock.ts';
import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';

const hour = 3_600_000;

for (const [what, wrong] of [
  ['a day fast', 26 * hour],
  ['ten years slow', -87_600 * hour],
] as const) {
  test(`a phone whose clock is ${what} shows times by the server's clock, and keeps login and tip`, async ({
    given,
    sharedServer,
  }) => {
    const { connection, phone, member } = await aMemberReadyForOffline(
      given,
      sharedServer,
      async (phone) => phone.context().addInitScript(offsetClock, wrong),
    );
    const [near = '', late = ''] = await member.gamesFromTheLast();
    await moveKickOff(sharedServer, near, { inMinutes: 125 });
    await phone.reloads();
    await member.gamesFromTheLast();

    await member.picks(near, '1X2 - 1');
    await expect(member.button(/Review/)).toContainText('First kick-off in 2 hrs');
    await member.picks(late, '1X2 - 1');
    await connection.breaks();
    await member.postsFromReview();
    await member.seesTip(near, 'Saved on this phone');
    await phone.reloads();
    await member.seesTip(near, 'First kick-off in 2 hrs');

    await connection.mends();
    await phone.findsANetwork();
    await member.seesTip(near, 'Posted', '2 games');
    expect(await tipsOf(sharedServer, member.email)).toEqual([
      { legs: 2, booked: false, bookings: 0 },
    ]);
  });
}
