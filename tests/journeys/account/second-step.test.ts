import { expect } from '@playwright/test';
import { TOTP } from 'otpauth';

import { test } from '../../testing/phone/journey.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';

test.use({ phones: 'stay online' });

test('a member adds an authenticator app to the login', async ({ given, sharedServer }) => {
  const phone = await given.aPhone(sharedServer.origin);
  const member = await aNewcomer(phone, sharedServer);
  const page = phone.page();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const app = page.getByRole('region', { name: 'Authenticator app' });

  await member.startsAt('/settings/security');
  await button('Authenticator app').click();
  await button('Turn it on').click();
  await app.getByLabel('Password', { exact: true }).fill(member.password);
  await button('Turn it on').click();
  const link = page.getByRole('link', { name: 'Open my authenticator app', exact: true });
  const address = new URL((await link.getAttribute('href')) ?? '');
  const totp = new TOTP({ secret: address.searchParams.get('secret') ?? '' });
  await page.getByLabel('The code it shows now').fill(totp.generate());
  await button('Turn it on').click();
  await expect(page.getByText('The authenticator app is on')).toBeVisible();
  const recoveryCode = await app.getByRole('listitem').first().textContent();
  await button('I have saved them').click();
  await expect(button('Turn it off')).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await phone.opens('/account/login');
  await member.entersPassword(member.password);
  const code = page.getByLabel('Code of your authenticator app');
  await expect(code).toBeFocused();
  await code.fill(recoveryCode ?? '');
  await button('Login').click();
  await page.waitForURL(({ pathname }) => !pathname.endsWith('/login'));
});
