import { expect } from '@playwright/test';
import { test } from '../../testing/phone/journey.ts';
import { mailedLink } from '../../testing/outside/mailbox.ts';
import { aPerson } from '../../testing/phone/person.ts';

test.use({ phones: 'stay online' });

const forgetful = {
  email: 'forgetful@example.org',
  password: 'a song from the terrace',
  firstName: 'Femi',
  lastName: 'Forgetful',
};

test('a member who forgot their password chooses another, and the link works once', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const member = aPerson(phone, forgetful);
  await member.registers();
  await member.followsTheMailedLink(sharedServer);
  const page = phone.page();

  await phone.opens('/account/login');
  await page.getByRole('link', { name: 'Forget Password?' }).click();
  // The login asks for an email as well.
  await expect(member.heading('Forget Password?')).toBeVisible();
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(forgetful.email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByText('Check your mail')).toBeVisible();
  await expect
    .poll(async () => mailedLink(sharedServer.dataDir, forgetful.email))
    .toContain('/account/reset-password/');
  const link = await mailedLink(sharedServer.dataDir, forgetful.email);

  const another = 'a longer song from the terrace';
  await page.goto(link);
  await expect(page).toHaveURL(/\/account\/reset-password$/);
  await page.getByLabel('New password', { exact: true }).fill(another);
  await page.getByLabel('Confirm password', { exact: true }).fill(another);
  await page.getByRole('button', { name: 'Change my password' }).click();
  await expect(page.getByText('Your password is changed')).toBeVisible();
  await aPerson(phone, { ...forgetful, password: another }).logsIn();

  await page.goto(link);
  await expect(page.getByText('This link is not valid any more.')).toBeVisible();
});
