import { expect } from '@playwright/test';
import { test } from '../../testing/phone/journey.ts';
import { aPerson } from '../../testing/phone/person.ts';

test.use({ phones: 'stay online' });

test('a game is tipped by itself from its own page, and Back closes what lies over it', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const member = aPerson(phone, {
    email: 'alone@example.org',
    password: 'a song from the terrace',
    firstName: 'Alon',
    lastName: 'Alone',
  });
  await member.registers();
  await member.followsTheMailedLink(sharedServer);
  await member.logsIn();
  const page = phone.page();

  await phone.opens('/');
  await page
    .getByRole('link', { name: /\d+ tips?/ })
    .last()
    .click();
  await page.getByRole('link', { name: 'Post Tip' }).click();
  const address = page.url();
  await page.getByRole('button', { name: /^Draw, / }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(page.url()).toBe(address);

  await page.getByRole('button', { name: /^Draw, / }).click();
  await page.getByRole('textbox', { name: 'Analysis' }).fill('Two sides that cannot score.');
  await page.getByRole('dialog').getByRole('button', { name: 'Post Tip' }).click();

  await expect(page).toHaveURL(/\/tips\/my-tips$/);
  await member.readsMessage('Your Tip has been created Successfully');
  await expect(page.getByRole('article').filter({ hasText: 'Draw' })).toBeVisible();
});
