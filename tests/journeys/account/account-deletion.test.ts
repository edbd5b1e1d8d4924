import { expect } from '@playwright/test';
import { test } from '../../testing/phone/journey.ts';
import { aPerson } from '../../testing/phone/person.ts';

test.use({ phones: 'stay online' });

const leaving = {
  email: 'leaving@example.org',
  password: 'a song from the terrace',
  firstName: 'Lea',
  lastName: 'Leaving',
};

test('a member downloads their data, and deletes the account', async ({ given, sharedServer }) => {
  const phone = await given.aPhone(sharedServer.origin);

  const member = aPerson(phone, leaving);
  await member.registers();
  await member.followsTheMailedLink(sharedServer);
  await member.logsIn();
  const page = phone.page();
  await phone.opens('/settings');

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a table (CSV)', exact: true }).click();
  expect((await file).suggestedFilename()).toMatch(/^touchline-.*\.csv$/);

  await page.getByRole('button', { name: 'Delete my account…', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).fill('not it at all');
  await page.getByRole('button', { name: 'Delete my account for good', exact: true }).click();
  await expect(page.getByText('The password is not right')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(leaving.password);
  await page.getByRole('button', { name: 'Delete my account for good', exact: true }).click();

  await expect(page).toHaveURL(`${sharedServer.origin}/`);
  await expect(page.getByText('Your account is deleted').first()).toBeVisible();
  await phone.opens('/account/login');
  await page.getByRole('textbox', { name: /Username/ }).fill(leaving.email);
  await page.getByLabel('Password', { exact: true }).fill(leaving.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('The email or the password is not right.')).toBeVisible();
});
