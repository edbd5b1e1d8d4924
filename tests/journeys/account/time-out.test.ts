import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import type { Person } from '../../testing/phone/person.ts';
import type { Phone } from '../../testing/phone/phone.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';
import { aCaller } from '../../testing/server/api-caller.ts';

const theSetting = (phone: Phone) => phone.page().getByRole('region', { name: 'Take a break' });

async function takesATimeOut(phone: Phone, member: Person, length: string): Promise<void> {
  const page = phone.page();
  await page.getByRole('button', { name: /^My Account$/ }).click();
  const menu = page.getByRole('navigation', { name: 'My Account' });
  await menu.getByRole('link', { name: 'Settings' }).click();
  await expect(member.heading('Settings')).toBeVisible();
  await page.getByText(length, { exact: true }).click();
  await member.button('Take a break…').click();
  await member.button('Begin the break').click();
  await expect(theSetting(phone)).toContainText('Nothing is posted or booked until');
}

test('a break that begins without a connection holds on the phone at once, and on the server after it', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const games = await member.gamesFromTheLast();
  const [saved = '', other = ''] = games;
  await connection.breaks();
  await member.picks(saved, '1X2 - 1');
  await member.postsFromReview();
  await member.seesTip(saved, 'Saved on this phone');

  await takesATimeOut(phone, member, '24 hours');
  await member.opensCreate();
  await member.picks(other, '1X2 - 1');
  await member.reviewsTheSlip();
  const slip = phone.page().getByRole('dialog');
  await expect(slip).toContainText('You are on a break');
  await expect(slip.getByRole('button', { name: 'Post Tip' })).toHaveCount(0);
  await phone.reloads();
  await member.reviewsTheSlip();
  await expect(slip).toContainText('Nothing is posted or booked until');

  await connection.mends();
  await phone.findsANetwork();
  await phone.opens('/tips/my-tips');
  // A tip that was saved before the time-out is accepted, whichever of the two arrives first.
  await member.seesTip(saved, 'Posted');
  await phone.chip('Up to date');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);

  const elsewhere = await aCaller(sharedServer.origin, member.email, member.password);
  const [fixture] = await sharedServer.query<{ id: string }>(
    `select id from fixtures where kick_off > now() + interval '1 hour' limit 1`,
  );
  const options = [{ fixtureId: fixture?.id, oddName: '1X2 - 1' }];
  await expect(elsewhere.post('/api/tips', { options })).rejects.toThrow(/403.*in-time-out/);
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
});

test('a break outlasts a logout that took everything else off the phone', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  await connection.breaks();
  await takesATimeOut(phone, member, '7 days');
  await member.logsOut();
  await member.button('Delete them').click();
  await member.button('Delete 1 change').click();
  await phone.page().waitForURL(({ pathname }) => pathname === '/');

  await connection.mends();
  await member.logsIn();
  await phone.opens('/settings');

  await expect(theSetting(phone)).toContainText('You are on a break');
  const heard = `select time_out_until > now() + interval '6 days' as heard from members
    where email = $1`;
  await expect
    .poll(
      async () => (await sharedServer.query<{ heard: boolean | null }>(heard, [member.email]))[0],
    )
    .toEqual({ heard: true });
});
