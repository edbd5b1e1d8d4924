import { expect } from '@playwright/test';
import { ownTips } from '#contract/tips.ts';
import { demoPassword } from '#server/demo/recording.ts';

import { theDeskOf } from '../../testing/people/administrator.ts';
import { aCaller, postsTips } from '../../testing/server/api-caller.ts';
import { test } from '../../testing/phone/journey.ts';
import { mailedLink } from '../../testing/outside/mailbox.ts';
import {
  aDemoAdministrator,
  aDemoMember,
  aDemoTipster,
  aPerson,
} from '../../testing/phone/person.ts';
import { onTheDesk, type Phone } from '../../testing/phone/phone.ts';
import { everyWordOn } from '../../testing/screen/screen-text.ts';

test.use({ phones: 'stay online' });

test('whoever cannot log in yet is told what is missing and what went wrong', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const page = await everyWordOn(phone);
  const member = aDemoMember(phone);
  await member.opensLogin();

  await member.button('Login').click();
  await page.says('Email is required', 'Password is required');
  await member.field(/Username/).fill('nobody at home');
  await page.says('Email format error');
  await member.entersPassword('not this one');

  await page.says('Attempting to log in', 'Oops!', 'close');
});

test('a newcomer reads every sentence on the way from the form to the first tip', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const page = await everyWordOn(phone);
  const newcomer = aPerson(phone, {
    email: 'wren@example.org',
    password: 'a word for everything',
    firstName: 'Wren',
    lastName: 'Okafor',
  });
  await phone.opens('/account/register');
  await newcomer.button('Sign Up').click();
  await page.says(
    'User name is required',
    'Phone Number is required',
    'Email is required',
    'Password is required',
    'Confirm Password is required',
  );
  await newcomer.field('Email').fill('nobody at home');
  await page.says('Email must be a valid email address');

  await newcomer.registers();
  await page.says(
    'Processing...',
    'Your registration is successful. Please check your mail to activate your account',
  );
  await phone.page().goto(await mailedLink(sharedServer.dataDir, newcomer.email));
  await page.says('Validating your email. Please wait...', 'Email Verification Successful');

  const { arrive } = await heldUp(phone, '/api/sync');
  await newcomer.logsIn();
  await page.says('Attempting to log in', 'Fetching User Profile');
  arrive();
  // It is filled in with what was said at the registration.
  await expect(newcomer.field('First Name')).toHaveValue('wren');
  await expect(newcomer.field('Phone Number')).toHaveValue('+44 7700 900461');
  await newcomer.field('First Name').fill('');
  await newcomer.field('Phone Number').fill('');
  await newcomer.button('Save Changes').click();
  await page.says(
    'First Name is required',
    'Last Name is required',
    'Country is required',
    'Phone is required',
    'State is required',
    'Address is required',
  );
  await newcomer.completesTheProfile();
  await page.says(
    'Processing...',
    'Profile Updated',
    'Your profile has been updated. You can now post a tip',
  );
});

test('a member reads every sentence about slips, tickets and tipsters', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin, onTheDesk);
  const page = await everyWordOn(phone);
  const member = aDemoTipster(phone, 10);
  await member.startsAt('/tips/create');

  await member.posts();
  await page.says('Oops', 'Your Slip is empty');
  const [game = ''] = await member.gamesFromTheLast();
  await member.picks(game, '1X2 - 1');
  await member.taps(game, '1X2 - X');
  await page.says('Info', 'You already selected this game');
  await member.posts();
  await page.says(
    'Create your tip',
    'Fetching your saved tips',
    'Your Tip has been created Successfully',
  );

  await member.books(game);
  await page.says('Booking ticket', 'Yay!', 'Your ticket has been booked');

  const { arrive } = await heldUp(phone, '/api/tipsters');
  await phone.opens('/tipster');
  await page.says('Fetching tipsters');
  arrive();
  // Pressed, as rows of a long list move under a pointer while more of them are drawn.
  const profiles = phone.page().getByRole('link', { name: /View Profile/ });
  await profiles.last().press('Enter');
  // The list has a button called "Following", too.
  await expect(phone.page().getByRole('region', { name: 'Record' })).toBeVisible();
  await expect(member.button(/^Follow/)).toBeVisible();
  // The demo season may have this member follow them already.
  const following = member.button(/^Following/);
  if (await following.isVisible()) await following.click();
  await member.button(/^Follow(?!ing)/).click();
  await page.says('You are now following this tipster');
});

/** Holds responses of an address back, so that the texts of the waiting screen can be read. */
async function heldUp(phone: Phone, path: string): Promise<{ arrive: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await phone.context().route(
    (url) => url.pathname === path,
    async (route) => {
      await promise;
      await route.continue();
    },
  );
  return { arrive: resolve };
}

test('an administrator reads every sentence about odds, results and what is refused', async ({
  given,
}) => {
  const backend = await given.aServer({ DEMO: '1' });
  const phone = await given.aPhone(backend.origin);
  const tipster = aDemoTipster(phone, 2);
  await tipster.startsAt('/tips/create');
  const game = await tipster.postsATip();
  // The demo season may have given them other tips on the same game.
  await expect(phone.page().getByRole('main').getByRole('article').first()).toContainText('Posted');
  const { email } = aDemoTipster(phone, 3);
  const owner = await aCaller(backend.origin, email, demoPassword);
  await postsTips(backend.origin, owner, 1);
  const [newest] = ownTips.reply.parse(await owner.get('/api/tips?limit=1'));
  const [leg] = newest?.options ?? [];
  const desk = await given.aPhone(backend.origin, onTheDesk);
  const page = await everyWordOn(desk);
  const administrator = aDemoAdministrator(desk);
  const atTheDesk = theDeskOf(desk, administrator);
  await administrator.startsAt('/admin');

  await atTheDesk.decides(tipster.name, []);
  await administrator.button('Confirm Ticket').click();
  await page.says('Error Confirming Ticket. Make sure all tip status has been confirmed');

  // No even game has these odds already: a ticket without a change cannot be saved.
  await atTheDesk.setsOdds(tipster.name, [{ game, option: '1X2 - 1', odd: '9.99' }]);
  await page.says('Processing...', 'Odd added', 'Tip has been updated');
  await atTheDesk.decides(tipster.name, [{ game, as: 'Void', reason: 'The stand is closed.' }]);
  await page.says('Choose game status', 'Game status has been set successfully');
  await atTheDesk.confirms();
  await page.says('Processing...', 'Ticket has been successfully confirmed');

  await atTheDesk.entersOdds(newest?.tipsterName ?? '', [
    { game: leg?.game ?? '', option: '1X2 - 1', odd: '9.98' },
  ]);
  await owner.delete(`/api/tips/${newest?.id}`);
  await administrator.button('Edit Ticket').click();
  await page.says('Error Updating Tip');
});
