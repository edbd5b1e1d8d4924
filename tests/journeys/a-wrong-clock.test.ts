import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { isWrongBy } from '../support/lacking.ts';
import { aMemberAtTheGround } from '../support/newcomers.ts';
import { kicksOff } from '../support/season.ts';
import { tipsOf } from '../support/tips-kept.ts';

const hour = 3_600_000;

for (const [what, wrong] of [
  ['a day slow', -26 * hour],
  ['a day fast', 26 * hour],
] as const) {
  test(`a phone whose clock is ${what} counts by the server's, and loses neither login nor tip`, async ({
    given,
    ground,
  }) => {
    const { line, phone, member } = await aMemberAtTheGround(given, ground, async (phone) =>
      isWrongBy(phone, wrong),
    );
    await member.opensLeague('Bundesliga - Germany');
    const [near = '', late = ''] = await member.gamesFromTheLast();
    await kicksOff(ground, near, { inMinutes: 125 });
    await phone.reloads();
    await member.opensLeague('Bundesliga - Germany');
    const row = phone
      .page()
      .getByRole('listitem')
      .filter({ hasText: near.replace(' Vs ', ' versus ') });
    await expect(row).toContainText(/closes in 2 hrs [345] mins/);

    await member.picks(near, '1X2 - 1');
    await member.picks(late, '1X2 - 1');
    await line.timeOuts();
    await member.postsFromReview();
    await member.seesTip(near, 'Saved on this phone');
    await phone.reloads();
    await member.seesTip(near, /First kick-off in 2 hrs [345] mins/);

    await line.mends();
    await phone.findsANetwork();
    await member.seesTip(near, 'Posted', '2 games');
    expect(await tipsOf(ground, member.email)).toEqual([{ legs: 2, booked: false, bookings: 0 }]);
  });
}

test('a phone whose clock is a day slow cannot post on a game that has kicked off', async ({
  given,
  ground,
}) => {
  const { line, phone, member } = await aMemberAtTheGround(given, ground, async (phone) =>
    isWrongBy(phone, -26 * hour),
  );
  await member.opensLeague('La Liga - Spain');
  const [game = ''] = await member.gamesFromTheLast();
  await member.picks(game, '1X2 - 1');
  await line.timeOuts();
  await member.postsFromReview();
  await kicksOff(ground, game, { inMinutes: -1 });

  await line.mends();
  await phone.findsANetwork();

  await phone.chip('1 needs you');
  await member.seesTip(game, `${game} had kicked off when this reached us.`);
  expect(await tipsOf(ground, member.email)).toEqual([]);
});
