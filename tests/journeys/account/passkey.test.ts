import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';
import { sayingIn } from '../../testing/screen/screen-text.ts';
import { addVirtualAuthenticator } from '../../testing/phone/virtual-authenticator.ts';

test.use({ phones: 'stay online' });

for (const language of ['en', 'ar']) {
  test(`a member logs in with a passkey of this phone (${language})`, async ({
    given,
    sharedServer,
  }) => {
    const phone = await given.aPhone(sharedServer.origin);
    await phone.context().addInitScript((tag) => {
      Object.defineProperty(navigator, 'languages', { value: [tag] });
    }, language);
    const words = await sayingIn(language);
    const page = phone.page();
    const button = (name: string) => page.getByRole('button', { name: words(name), exact: true });
    await addVirtualAuthenticator(phone);
    const member = await aNewcomer(phone, sharedServer);

    await member.startsAt('/settings/security');
    const passkeys = page.getByRole('region', { name: words('Passkeys') });
    await button('Passkeys').click();
    await button('Add a passkey').click();
    await passkeys.getByLabel(words('Password'), { exact: true }).fill(member.password);
    await button('Add a passkey').click();
    await expect(button('Remove this passkey')).toBeVisible();

    await button('Add a passkey').click();
    await passkeys.getByLabel(words('Password'), { exact: true }).fill(member.password);
    await button('Add a passkey').click();
    const held = 'This device has a passkey for your account already. Nothing was changed.';
    await expect(page.getByText(words(held))).toBeVisible();
    await expect(button('Remove this passkey')).toHaveCount(1);

    await page.evaluate(() => localStorage.clear());
    await phone.opens('/account/login');
    await button('Log in with a passkey').click();
    await page.waitForURL(({ pathname }) => !pathname.endsWith('/login'));
    await phone.opens('/settings/security');

    await expect(page.getByText(member.email)).toBeVisible();
    await button('Passkeys').click();
    await button('Remove this passkey').click();
    await passkeys.getByLabel(words('Password'), { exact: true }).fill(member.password);
    await button('Remove this passkey').click();
    await expect(button('Remove this passkey')).toHaveCount(0);
  });
}
