import { expect } from '@playwright/test';
import { test } from '../../testing/phone/journey.ts';
import { aDemoTipster } from '../../testing/phone/person.ts';

test.use({ phones: 'stay online' });

test('Back and Esc close the explanation of an estimate, and leave the options open', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  await aDemoTipster(phone, 8).logsIn();
  await phone.opens('/tips/create');
  const page = phone.page();
  const options = page.getByRole('dialog', { name: /Bet Options$/ });
  const explanation = page.getByRole('dialog', { name: 'Estimated odds' });
  const opener = options.getByRole('button', { name: /^Estimated odds/ });

  await page.locator('[data-game] [aria-haspopup=dialog]').first().click();
  for (const closes of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await opener.click();
    await expect(explanation).toBeVisible();
    await closes();
    await expect(explanation).toBeHidden();
    await expect(opener).toBeFocused();
  }

  await page.goBack();
  await expect(options).toBeHidden();
  await expect(page).toHaveURL(/\/tips\/create$/);
});
