import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aMatchDay } from '../../testing/people/match-day.ts';
import { aMemberReadyForOffline, aNewcomer } from '../../testing/people/newcomer.ts';

test('after a match day without a connection the inbox is right within three seconds, and opens without one', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member: fan } = await aMemberReadyForOffline(given, sharedServer);
  const tipster = await aNewcomer(phone, sharedServer);
  const day = aMatchDay(sharedServer);
  await day.follows(fan, tipster.email);
  await phone.opens('/inbox');
  await expect(phone.page().getByText('No messages on this phone yet.')).toBeVisible();
  await phone.settles();

  await connection.breaks();
  const tip = await day.posts(tipster);
  await day.isPriced(tip);
  await day.isWon(tip);
  await connection.mends();
  await phone.findsANetwork();

  const inbox = phone.page().getByRole('region', { name: 'Today' });
  await expect(inbox.getByRole('listitem')).toHaveText(
    [
      new RegExp(`A tip by ${tipster.name} has won`),
      new RegExp(`A tip by ${tipster.name} has all of its odds`),
      new RegExp(`${tipster.name} posted a tip`),
    ],
    { timeout: 3000 },
  );
  await expect(inbox.getByText('Even number of goals').first()).toBeVisible();

  await connection.breaks();
  await phone.reloads();
  await inbox.getByRole('link', { name: /has won/ }).click();
  await expect(phone.page()).toHaveURL(new RegExp(`/tip/${tip.id}$`));
  await expect(phone.page().getByText('Won').first()).toBeVisible();
});

test('what was read on one phone is read on the other', async ({ given, sharedServer }) => {
  const one = await given.aPhone(sharedServer.origin);
  const other = await given.aPhone(sharedServer.origin);
  const fan = await aNewcomer(one, sharedServer);
  const tipster = await aNewcomer(one, sharedServer);
  const day = aMatchDay(sharedServer);
  await day.follows(fan, tipster.email);
  await day.posts(tipster);
  await fan.startsAt('/tips');
  await one.page().getByRole('link', { name: 'Messages, 1 new' }).click();
  await expect(one.page().getByText(`${tipster.name} posted a tip`)).toBeVisible();
  await one.settles();

  await other.opens('/help');
  await other.context().addInitScript(
    (login) => {
      for (const [name, value] of login) localStorage.setItem(name, value);
    },
    await one.page().evaluate(() => Object.entries(localStorage)),
  );
  await other.opens('/inbox');

  await expect(other.page().getByText(`${tipster.name} posted a tip`)).toBeVisible();
  await expect(other.page().getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  await expect(other.page().getByRole('listitem').getByText('New', { exact: true })).toHaveCount(0);
});
