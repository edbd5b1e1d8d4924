import { expect } from '@playwright/test';
import { TOTP } from 'otpauth';

import type { Backend } from '../../testing/server/backend.ts';
import { test } from '../../testing/phone/journey.ts';
import { mailedLink } from '../../testing/outside/mailbox.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';
import { aPerson, type Person } from '../../testing/phone/person.ts';
import type { Phone } from '../../testing/phone/phone.ts';
import { addVirtualAuthenticator } from '../../testing/phone/virtual-authenticator.ts';

test.use({ phones: 'stay online' });

const newPassword = 'a longer song from the terrace';

test('the owner of a stolen account is back in by their mail, and the intruder is out', async ({
  given,
  sharedServer,
}) => {
  const [ownersPhone, intrudersPhone] = [
    await given.aPhone(sharedServer.origin),
    await given.aPhone(sharedServer.origin),
  ];
  const owner = await aNewcomer(ownersPhone, sharedServer);
  // Neither holds the owner's address whole, by which a mail is found.
  const [second = '', third = ''] = ['second', 'third'].map((name) =>
    owner.email.replace('@', `.${name}@`),
  );
  await addVirtualAuthenticator(intrudersPhone);
  const intruder = anIntruder(intrudersPhone, sharedServer, owner);

  await intruder.opensSecurity();
  await intruder.turnsAnAppOn();
  await intruder.addsAPasskey();
  await intruder.changesTheEmail(second);
  const ownersLink = await linkTo(sharedServer, owner.email, '/account/undo-email/');
  await intruder.changesTheEmail(third);
  const intrudersLink = await linkTo(sharedServer, second, '/account/undo-email/');

  const page = ownersPhone.page();
  await page.goto(ownersLink);
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByText('The change is taken back')).toBeVisible();
  await page.goto(await linkTo(sharedServer, owner.email, '/account/reset-password/'));
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Change my password' }).click();
  await expect(page.getByText('Your password is changed')).toBeVisible();
  await aPerson(ownersPhone, { ...names, email: owner.email, password: newPassword }).logsIn();
  await ownersPhone.opens('/settings/security');
  await expect(page.getByText(owner.email)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Authenticator app' })).toContainText('Off');
  await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText('0');

  await intruder.isLoggedOut();
  await intruder.isRefusedWithThePasskey();
  for (const email of [owner.email, second, third]) {
    expect(await intruder.statusOfLogin(email)).toBe(401);
  }
  await intruder.opensALinkInVain(intrudersLink, 'Take it back');
});

const names = { firstName: 'Olu', lastName: 'Owner' };

/** Waits for the newest mail to an address to hold a link to a page, and gives that link. */
async function linkTo(backend: Backend, address: string, path: string): Promise<string> {
  await expect.poll(async () => mailedLink(backend.dataDir, address)).toContain(path);
  return mailedLink(backend.dataDir, address);
}

/** A person on a phone of their own, who knows the password of another. */
function anIntruder(phone: Phone, backend: Backend, { email, password }: Person) {
  const page = phone.page();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const region = (name: string) => page.getByRole('region', { name });
  const typePassword = async (name: string) =>
    region(name).getByLabel('Password', { exact: true }).fill(password);
  return {
    async opensSecurity() {
      await aPerson(phone, { ...names, email, password }).startsAt('/settings/security');
    },

    async turnsAnAppOn() {
      await button('Authenticator app').click();
      await button('Turn it on').click();
      await typePassword('Authenticator app');
      await button('Turn it on').click();
      const link = page.getByRole('link', { name: 'Open my authenticator app' });
      const address = new URL((await link.getAttribute('href')) ?? '');
      const app = new TOTP({ secret: address.searchParams.get('secret') ?? '' });
      await page.getByLabel('The code it shows now').fill(app.generate());
      await button('Turn it on').click();
      await button('I have saved them').click();
      await expect(button('Turn it off')).toBeVisible();
    },

    async addsAPasskey() {
      await button('Passkeys').click();
      await button('Add a passkey').click();
      await typePassword('Passkeys');
      await button('Add a passkey').click();
      await expect(button('Remove this passkey')).toBeVisible();
    },

    async changesTheEmail(next: string) {
      await phone.opens('/settings/security');
      await button('Email').click();
      await page.getByLabel('New email').fill(next);
      await typePassword('Email');
      await button('Change my email').click();
      await page.goto(await linkTo(backend, next, '/account/confirm-email/'));
      await button('Make it my email').click();
      await expect(page.getByText('This is your email now')).toBeVisible();
    },

    async isLoggedOut() {
      await phone.opens('/settings/security');
      await expect(page.getByText('You were logged out. Please log in again.')).toBeVisible();
    },

    async isRefusedWithThePasskey() {
      await page.evaluate(() => localStorage.clear());
      await phone.opens('/account/login');
      await button('Log in with a passkey').click();
      await expect(page.getByText('The passkey was not accepted').first()).toBeVisible();
    },

    async statusOfLogin(as: string): Promise<number> {
      const answer = await fetch(`${phone.origin}/api/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: as, password }),
      });
      return answer.status;
    },

    async opensALinkInVain(link: string, act: string) {
      await page.goto(link);
      await button(act).click();
      await expect(page.getByText('This link is not valid any more.')).toBeVisible();
    },
  };
}
