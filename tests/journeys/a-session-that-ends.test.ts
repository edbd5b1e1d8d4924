import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aDemoMember } from '../support/person.ts';
import { tipsOf } from '../support/tips-kept.ts';

test('a wrong password is refused in the words of the server', async ({ given, ground }) => {
  const member = aDemoMember(await given.aPhone(ground.origin));

  await member.opensLogin();
  await member.entersPassword('not this one');

  await member.isWarned('Oops!', 'The email or the password is not right.');
});

test('a queue waits for a login when its session has ended, and goes on after it', async ({
  given,
}) => {
  const backend = await given.aServer({ DEMO: '1' });
  const phone = await given.aPhone(backend.origin);
  const member = aDemoMember(phone);
  await member.logsIn();
  const before = await tipsOf(backend, member.email);

  await member.opensCreate();
  await phone.isReadyForOffline();
  await backend.stop();
  const game = await member.postsATip();
  await backend.query('delete from sessions');
  await backend.start();
  await phone.chip('Sign in');
  await member.seesTicket(game, 'Saved on this phone');
  expect(await tipsOf(backend, member.email)).toHaveLength(before.length);

  await member.logsIn();
  await member.isTold('Your Tip has been created Successfully');
  expect(await tipsOf(backend, member.email)).toHaveLength(before.length + 1);
});

test('a page that needs a login leads back to itself afterwards', async ({ given, ground }) => {
  const phone = await given.aPhone(ground.origin);
  const member = aDemoMember(phone);

  await phone.opens('/tips/booked-ticket');
  await member.logsInWhereAsked();

  await expect(member.heading('My Booked Tickets')).toBeVisible();
});
