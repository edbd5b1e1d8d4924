import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { aDemoMember } from '../../testing/phone/person.ts';
import { chipOf } from '../../testing/phone/phone.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

test('a wrong password is refused in the words of the server', async ({ given, sharedServer }) => {
  const member = aDemoMember(await given.aPhone(sharedServer.origin));

  await member.opensLogin();
  await member.entersPassword('not this one');

  await member.isWarned('Oops!', 'The email or the password is not right.');
});

const ofTheMember = 'member_id = (select id from members where email = $1)';

for (const [what, statement] of [
  ['has run out', `update sessions set expires_at = now() - interval '1 s' where ${ofTheMember}`],
  ['was revoked', `update sessions set revoked_at = now() where ${ofTheMember}`],
] as const) {
  test(`a queue whose login ${what} waits for the next one, and goes on where it stopped`, async ({
    given,
    sharedServer,
  }) => {
    const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
    await connection.breaks();
    const game = await member.postsATip();
    await member.books(game);
    await sharedServer.query(statement, [member.email]);
    await connection.mends();
    await phone.findsANetwork();
    await phone.chip('Log in');
    await member.opensBooked();
    await member.seesTip(game, 'Saved on this phone');
    expect(await tipsOf(sharedServer, member.email)).toEqual([]);

    // The chip leads to the login, and the login back to where one was.
    await phone.tapsInTheTopBar(chipOf(phone.page()));
    await member.logsInIfRequired();

    await expect(member.heading('My Booked Tickets')).toBeVisible();
    await member.seesTip(game, 'Pending');
    await phone.chip('Up to date');
    expect(await tipsOf(sharedServer, member.email)).toEqual([
      { legs: 1, booked: true, bookings: 1 },
    ]);
  });
}

test('a page that needs a login leads back to itself afterwards, without being loaded again', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const member = aDemoMember(phone);

  await phone.opens('/tips/booked-ticket');
  const loadedAt = await phone.page().evaluate(() => performance.timeOrigin);
  await member.logsInIfRequired();

  await expect(member.heading('My Booked Tickets')).toBeVisible();
  expect(await phone.page().evaluate(() => performance.timeOrigin)).toBe(loadedAt);
});
