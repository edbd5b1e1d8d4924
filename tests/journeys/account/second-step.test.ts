import { expect } from '@playwright/test';
import { TOTP } from 'otpauth';

import { test } from '../../testing/phone/journey.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';
import { sayingIn } from '../../testing/screen/screen-text.ts';

test.use({ phones: 'stay online' });

for (const language of ['en', 'ar']) {
  test(`a member guards their login with an authenticator app (${language})`, async ({
    given,
    sharedServer,
  }) => {
    const phone = await given.aPhone(sharedServer.origin);
    await phone.context().addInitScript((tag) => {
      Object.defineProperty(navigator, 'languages', { value: [tag] });
    }, language);
    const words = await sayingIn(language);
    const member = await aNewcomer(phone, sharedServer);
    const page = phone.page();
    const button = (name: string) => page.getByRole('button', { name: words(name), exact: true });
    const field = (name: string) => page.getByLabel(words(name), { exact: true });

    await member.startsAt('/settings/security');
    const app = page.getByRole('region', { name: words('Authenticator app') });
    await button('Authenticator app').click();
    await button('Turn it on').click();
    await app.getByLabel(words('Password'), { exact: true }).fill(member.password);
    await button('Turn it on').click();
    const link = page.getByRole('link', { name: words('Open my authenticator app') });
    const secret =
      new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret') ?? '';
    const totp = new TOTP({ secret });
    await field('The code it shows now').fill(totp.generate());
    await button('Turn it on').click();
    await expect(page.getByText(words('The authenticator app is on'))).toBeVisible();
    const [recoveryCode = ''] = await app.getByRole('listitem').allTextContents();
    await button('I have saved them').click();
    await expect(button('Turn it off')).toBeVisible();

    await page.evaluate(() => localStorage.clear());
    await phone.opens('/account/login');
    await field('Username (your email)').fill(member.email);
    await field('Password').fill(member.password);
    await button('Login').click();
    const code = field('Code of your authenticator app');
    await expect(code).toBeFocused();
    await code.fill(recoveryCode);
    await button('Login').click();
    await page.waitForURL(({ pathname }) => !pathname.endsWith('/login'));

    // A code of the app that was not used yet, as of half a minute from now.
    const answer = await fetch(`${sharedServer.origin}/api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: member.email,
        password: member.password,
        code: totp.generate({ timestamp: Date.now() + 30_000 }),
      }),
    });
    expect(answer.status).toBe(200);
  });
}
