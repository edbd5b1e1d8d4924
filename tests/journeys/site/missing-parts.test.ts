import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';
import type { Connection } from '../../testing/phone/connection.ts';
import { builtWorker, waitForUpdateOffer } from '../../testing/phone/service-worker.ts';

/** The page to which the old tab returns after each page that it tries. */
const start = '/help';

const project = join(import.meta.dirname, '..', '..', '..');

/** The address of every route, with an id for each parameter. */
async function addresses(): Promise<string[]> {
  const files = await readdir(join(project, 'src', 'client', 'routes'), { recursive: true });
  return files
    .filter(
      (file) => file.endsWith('.tsx') && !file.startsWith('__') && !file.endsWith('route.tsx'),
    )
    .map((file) => file.replace(/\.tsx$/, '').split(/[/.]/))
    .map((parts) => parts.filter((part) => part !== 'index' && !/^(?:_|\{)/.test(part)))
    .map((parts) => `/${parts.map((part) => (part.startsWith('$') ? 'some-id' : part)).join('/')}`)
    .filter((address) => address !== '/' && address !== start)
    .toSorted();
}

/** Publishes a later build that has none of the current files; returns their addresses. */
async function aBuildWithoutItsParts(connection: Connection): Promise<string[]> {
  const text = await readFile(builtWorker, 'utf8');
  const entry = /\{[^{}]*"(assets\/[^"]+\.js)"[^{}]*\},?/g;
  const parts = [...text.matchAll(entry)].map(([, address]) => `/${address}`);
  expect(parts.length).toBeGreaterThan(50);
  connection.answers('/sw.js', { type: 'text/javascript', text: text.replace(entry, '') });
  return parts;
}

/** Navigates a tab to an address without a page load, as a link does. */
async function goesTo(tab: Page, address: string): Promise<void> {
  await tab.evaluate((path) => history.pushState({}, '', path), address);
}

test('a tab of an older version reports on every page that its code is missing, and never reloads', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  const member = await aNewcomer(phone, sharedServer);
  await sharedServer.query("update members set role = 'administrator' where email = $1", [
    member.email,
  ]);
  await member.startsAt(start);
  await phone.isReadyForOffline();
  const old = phone.page();
  let starts = 0;
  old.on('load', () => (starts += 1));
  const other = await phone.opensAnotherTab('/');
  const parts = await aBuildWithoutItsParts(connection);
  await waitForUpdateOffer(other);
  await member.acceptsTheNewVersion();
  await phone.looksAt(old);
  const session = await phone.context().newCDPSession(old);
  await session.send('Network.clearBrowserCache');
  for (const part of parts) {
    connection.answers(part, { status: 404, type: 'application/json', text: '{}' });
  }
  phone.forgives(/MissingPart|: $/);

  const alert = old.getByRole('main').getByRole('alert');
  for (const address of await addresses()) {
    await goesTo(old, address);
    await expect(alert, address).toContainText('This page could not be shown.');
    await goesTo(old, start);
    await expect(member.heading('Help')).toBeVisible();
  }
  expect(starts).toBe(0);

  await goesTo(old, '/settings');
  await expect(alert).toContainText('This page could not be shown.');
  for (const part of parts) connection.answers(part, undefined);
  await member.button('Retry').click();
  await expect(member.heading('Settings')).toBeVisible();
  expect(starts).toBe(1);
});
