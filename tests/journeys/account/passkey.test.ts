import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';
import type { Phone } from '../../testing/phone/phone.ts';

test.use({ phones: 'stay online' });

/** Adds an authenticator to a phone that always confirms its owner. */
async function addVirtualAuthenticator(phone: Phone): Promise<void> {
  const devtools = await phone.context().newCDPSession(phone.page());
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a member logs in with a passkey of this phone', async ({ given, sharedServer }) => {
  const phone = await given.aPhone(sharedServer.origin);
  await addVirtualAuthenticator(phone);
  const member = await aNewcomer(phone, sharedServer);
  const page = phone.page();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const password = page
    .getByRole('region', { name: 'Passkeys' })
    .getByLabel('Password', { exact: true });

  await member.startsAt('/settings/security');
  await button('Passkeys').click();
  await button('Add a passkey').click();
  await password.fill(member.password);
  await button('Add a passkey').click();
  await expect(button('Remove this passkey')).toBeVisible();

  await button('Add a passkey').click();
  await password.fill(member.password);
  await button('Add a passkey').click();
  await expect(
    page.getByText('This device has a passkey for your account already. Nothing was changed.'),
  ).toBeVisible();
  await expect(button('Remove this passkey')).toHaveCount(1);

  await page.evaluate(() => localStorage.clear());
  await phone.opens('/account/login');
  await button('Log in with a passkey').click();
  await page.waitForURL(({ pathname }) => !pathname.endsWith('/login'));
  await phone.opens('/settings/security');

  await expect(page.getByText(member.email)).toBeVisible();
});
