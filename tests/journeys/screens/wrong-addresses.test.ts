import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aDemoMember, aVisitor } from '../../testing/phone/person.ts';

test.use({ phones: 'stay online' });

test('an address that leads nowhere says so, and old ones lead to the real pages', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const visitor = aVisitor(phone);

  await phone.opens('/no/such/page');
  await visitor.seesHeading('Page not found');
  await visitor.readsTitle('Page not found');

  await phone.page().getByRole('main').getByRole('link', { name: 'Home' }).click();
  await visitor.seesUpcomingEvents();

  for (const [path, heading] of [
    ['/login', 'Login To Your Account'],
    ['/register', 'Sign Up Now'],
    ['/tip-details', 'Login To Your Account'],
    ['/home', 'Home'],
    ['/my-tips', 'Login To Your Account'],
    ['/booked-ticket', 'Login To Your Account'],
  ] as const) {
    await phone.opens(path);
    await visitor.seesHeading(heading);
  }
});

test('the way back from a login leads past it, and some addresses are shut to a member', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const visitor = aVisitor(phone);
  const page = phone.page();
  await phone.opens('/terms');
  await page.locator('header').getByRole('link', { name: 'Login' }).click();
  await aDemoMember(phone).logsInIfRequired();

  await page.goBack();
  await visitor.seesHeading('Terms and Conditions');

  for (const page of ['/tips/details', '/fixture']) {
    await phone.opens(`${page}/0123456789abcdef01234567`);
    await expect(phone.page().getByText('There is no such game.')).toBeVisible();
  }

  await phone.opens('/admin/tickets');
  await expect(page.getByText('You are not allowed in here.')).toBeVisible();
  await expect(page.getByText('Recent Tickets')).toBeHidden();
});
