import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

import { test } from '../testing/phone/journey.ts';
import { aNewcomer } from '../testing/people/newcomer.ts';
import { looksFrom } from './checks/looks.ts';
import { onEvery } from './every-screen.ts';
import { coveredControls } from './checks/edges.ts';
import { isLookedAt } from './selection.ts';
import { readersOf } from './readers.ts';
import { colourOnly } from './checks/colour-only.ts';
import { firstOpenGame, openKey, rowsOf } from './screens.ts';
import { sides } from './checks/directions.ts';

const client = join(import.meta.dirname, '..', '..', 'src', 'client');

for (const side of sides) {
  test(`${side}: every screen passes the checks of sight and touch`, async ({
    given,
    sharedServer,
  }) => {
    const readers = await readersOf(given, sharedServer, { language: side });

    const found = await onEvery(readers, side, await rowsOf(sharedServer.origin), looksFrom(side));

    expect(found).toEqual([]);
  });
}

test('a message is announced while a dialog is open', async ({ given, sharedServer }) => {
  if (!isLookedAt('en, messages')) return;
  const readers = await readersOf(given, sharedServer, { language: 'en' });
  const { page } = await readers.open({ who: 'a member', path: '/tips/create' });
  const game = firstOpenGame(page);
  await game.locator(openKey).first().click();
  await game.locator('[aria-haspopup=dialog]').click();
  const dialog = page.getByRole('dialog');

  await dialog.locator(`details ${openKey}`).first().click();

  const region = page.locator('[data-announcements]');
  await expect(region).toContainText('You already selected this game');
  // Screen readers do not announce messages inside a hidden tree.
  const silent = await region.evaluate(
    (element) => element.closest('[aria-hidden=true], [inert], [hidden]') !== null,
  );
  expect(silent).toBe(false);
});

test('the check finds a state shown only by colour, and an icon without a name', async ({
  given,
  sharedServer,
}) => {
  if (!isLookedAt('en, colours, planted')) return;
  const phone = await given.aPhone(sharedServer.origin);
  await phone.opens('/help');
  const page = phone.page();
  await page.locator('main h1').waitFor();

  await page.evaluate(() => {
    const mark = document.createElement('span');
    mark.className = 'text-won';
    mark.style.cssText = 'display: block; width: 9px; height: 9px';
    const key = document.createElement('button');
    key.append(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
    const profit = document.createElement('td');
    profit.className = 'text-lost';
    profit.textContent = '3.10';
    document.querySelector('main')?.append(mark, key, profit);
  });

  expect(await page.evaluate(colourOnly)).toHaveLength(3);
});

test('the check finds a button that lies under another button, and no other', async ({
  given,
  sharedServer,
}) => {
  if (!isLookedAt('en, edges, planted')) return;
  const phone = await given.aPhone(sharedServer.origin);
  await phone.opens('/help');
  const page = phone.page();
  await page.locator('main h1').waitFor();

  await page.evaluate(() => {
    const styles = { under: 'inset-inline-start: 0', over: 'inset-inline-start: 4px', beside: '' };
    for (const [id, style] of Object.entries(styles)) {
      const button = document.createElement('button');
      button.id = id;
      button.textContent = 'A button';
      button.style.cssText = style && `position: absolute; inset-block-start: 900px; ${style}`;
      document.querySelector('main')?.append(button);
    }
  });

  expect(await page.evaluate(coveredControls, 200)).toEqual([
    expect.stringMatching(/id="under".+ lies under .+id="over"/),
  ]);
});

test('forms are prefilled with known data, and the login has no captcha', async ({
  given,
  sharedServer,
}) => {
  if (!isLookedAt('en, typing again')) return;
  const phone = await given.aPhone(sharedServer.origin);
  const member = await aNewcomer(phone, sharedServer);
  const page = phone.page();
  await phone.opens('/account/login');

  await page.getByLabel('Password', { exact: true }).waitFor();
  const asked = await page
    .locator('main form :is(input, select, textarea)')
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('name')));
  expect(asked).toEqual(['email', 'password', 'rememberMe']);
  await expect(page.locator('iframe, canvas, [class*=captcha i]')).toHaveCount(0);

  await member.startsAt('/tipster/edit-profile');
  await expect(member.field('First Name')).not.toHaveValue('');
  await expect(member.field('Phone Number')).not.toHaveValue('');
  await expect(page.getByLabel('Country')).not.toHaveValue('');
  await expect(member.field('Address')).not.toHaveValue('');
});

test('only the sheet can be dragged, and it also has a button', () => {
  if (!isLookedAt('en, dragging')) return;
  const drags =
    /draggable|onDrag|onTouch(?:Start|Move)|onPointer(?:Down|Move)|(?:touch|pointer|mouse)move|'drag/;
  const files = globSync('**/*.{ts,tsx}', { cwd: client });
  const wrong = files.filter((file) => drags.test(readFileSync(join(client, file), 'utf8')));
  expect(files.length).toBeGreaterThan(100);
  expect(wrong).toEqual(['ui/dialog/swipe.ts']);
});
