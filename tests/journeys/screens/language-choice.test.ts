import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';
import { loadTranslator } from '../../testing/screen/screen-text.ts';

test('a member changes the language without a connection, and the slip stays', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  const member = await aNewcomer(phone, sharedServer);
  await member.startsAt('/tips/create');
  const [game = ''] = await member.gamesFromTheLast();
  await member.picks(game, '1X2 - 1');
  await phone.isReadyForOffline();
  await connection.breaks();
  const page = phone.page();
  const arabic = await loadTranslator('ar');

  await phone.opens('/settings');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');

  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabic('Settings'));
  await expect(page).toHaveTitle(new RegExp(arabic('Settings')));
  await phone.opens('/tips/create');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await page.locator('[data-bar]').click();
  await member.seesOnTheSlip(game);
});

test('a phone in another language shows that language, and fetches no other catalogue', async ({
  given,
  sharedServer,
}) => {
  const phone = await given.aPhone(sharedServer.origin);
  const fetched: string[] = [];
  phone.page().on('request', (request) => {
    const language = /i18n\/(.+)\.json$/.exec(request.url())?.[1];
    if (language !== undefined && request.serviceWorker() === null) fetched.push(language);
  });
  await phone.context().addInitScript(() => {
    Object.defineProperty(navigator, 'languages', { value: ['sw-KE', 'en-KE'] });
  });
  const swahili = await loadTranslator('sw');

  await phone.opens('/help');

  await expect(phone.page().getByRole('heading', { level: 1 })).toHaveText(swahili('Help'));
  expect(new Set(fetched)).toEqual(new Set(['sw']));
});
