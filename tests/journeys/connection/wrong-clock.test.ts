import { expect } from '@playwright/test';

import { kicksOff, tipsOf } from '../../testing/database/backend-rows.ts';
import { isWrongBy } from '../../testing/phone/browser-limits.ts';
import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { asShown } from '../../testing/phone/person.ts';

const hour = 3_600_000;

for (const [what, wrong] of [
  ['a day slow', -26 * hour],
  ['a day fast', 26 * hour],
  ['ten years slow', -87_600 * hour],
] as const) {
  test(`a phone whose clock is ${what} counts by the server's, and loses neither login nor tip`, async ({
    given,
    sharedServer,
  }) => {
    const { connection, phone, member } = await aMemberReadyForOffline(
      given,
      sharedServer,
      async (phone) => isWrongBy(phone, wrong),
    );
    await member.opensLeague('Bundesliga - Germany');
    const [near = '', late = ''] = await member.gamesFromTheLast();
    await kicksOff(sharedServer, near, { inMinutes: 125 });
    await phone.reloads();
    await member.opensLeague('Bundesliga - Germany');

    await member.picks(near, '1X2 - 1');
    await expect(member.button(/Review/)).toContainText(/First kick-off in 2 hrs [345] mins/);
    await member.picks(late, '1X2 - 1');
    await connection.breaks();
    await member.postsFromReview();
    await member.seesTip(near, 'Saved on this phone');
    await phone.reloads();
    await member.seesTip(near, /First kick-off in 2 hrs [345] mins/);

    await connection.mends();
    await phone.findsANetwork();
    await member.seesTip(near, 'Posted', '2 games');
    expect(await tipsOf(sharedServer, member.email)).toEqual([
      { legs: 2, booked: false, bookings: 0 },
    ]);
  });
}

test('a phone whose clock was set five years ahead since it last heard of the server lists its games', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  await phone.opens('/tipster');
  await expect(
    phone
      .page()
      .getByText(/^As of \d\d:\d\d\./)
      .filter({ visible: true }),
  ).toBeVisible();
  await isWrongBy(phone, 5 * 365 * 24 * hour);
  await connection.breaks();

  await phone.opens('/tipster');
  await expect(
    phone
      .page()
      .getByText(/^As of \d\d:\d\d\./)
      .filter({ visible: true }),
  ).toBeVisible();
  await phone.opens('/tips/create');

  await member.opensLeague('La Liga - Spain');
  expect(await member.gamesFromTheLast()).not.toEqual([]);
});

test('a phone whose clock is a day slow cannot post on a game that has kicked off', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(
    given,
    sharedServer,
    async (phone) => isWrongBy(phone, -26 * hour),
  );
  await member.opensLeague('La Liga - Spain');
  const [game = ''] = await member.gamesFromTheLast();
  await member.picks(game, '1X2 - 1');
  await connection.breaks();
  await member.postsFromReview();
  await kicksOff(sharedServer, game, { inMinutes: -1 });

  await connection.mends();
  await phone.findsANetwork();

  await phone.chip('1 problem');
  await member.seesTip(game, asShown(`${game} had kicked off before we could take this.`));
  expect(await tipsOf(sharedServer, member.email)).toEqual([]);
});
