import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

import { languages } from '../../locales/catalogues.ts';
import { test } from '../support/journey.ts';
import { aNewcomer } from '../support/newcomer.ts';
import { sayingIn } from '../support/screen-text.ts';
import { rowsOf, type Screen, screensWith } from './screens.ts';
import { isLookedAt, isWanted, noteLook } from './selection.ts';

const someRows = { fixture: 'fixture-1', tipster: 'tipster-1', tip: 'tip-1' };

test('every route is looked at', () => {
  const routes = globSync('**/*.tsx', { cwd: join(import.meta.dirname, '../../src/client/routes') })
    .filter((file) => !/(^|\/)(__root|_member|route)\.tsx$/.test(file))
    .map((file) =>
      file
        .replace(/\.tsx$/, '')
        .replace(/^_member\//, '')
        // What a mailed link carries never stands in the address of its page.
        .replace('.{-$token}', '')
        .replaceAll('.', '/')
        .replace(/(^|\/)index$/, ''),
    )
    .map((route) => `/${route}`);
  const looked = screensWith(someRows).map(({ path }) => path.replace(/\/nonsense$/, ''));

  const missed = routes.filter((route) => {
    const pattern = new RegExp(`^${route.replaceAll(/\$\w*/g, '[^/]+')}$`);
    return !looked.some((path) => pattern.test(path));
  });

  expect(routes.length).toBeGreaterThan(20);
  expect(missed).toEqual([]);
});

test('a browser finds nothing that keeps the app from being installed', async ({
  given,
  sharedServer,
}) => {
  if (!isLookedAt('installed, errors')) return;
  const phone = await given.aPhone(sharedServer.origin);
  await phone.opens('/');
  await phone.isReadyForOffline();

  const session = await phone.context().newCDPSession(phone.page());
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  const { errors, url } = await session.send('Page.getAppManifest');

  expect(installabilityErrors).toEqual([]);
  expect(errors).toEqual([]);
  expect(url).toContain('manifest.webmanifest');

  const pictures = await phone.page().evaluate(async (address) => {
    const { icons, screenshots } = await (await fetch(address)).json();
    const shape = ({ form_factor: form, label }: Record<string, string>) =>
      form === undefined ? 'icon' : `${form}, ${label === undefined ? 'unnamed' : 'named'}`;
    return Promise.all(
      [...icons, ...screenshots].map(async (picture) => {
        const { ok } = await createImageBitmap(await (await fetch(picture.src)).blob()).then(
          () => ({ ok: true }),
          () => ({ ok: false }),
        );
        return `${shape(picture)}, ${ok ? 'drawn' : `missing: ${picture.src}`}`;
      }),
    );
  }, url);
  expect(pictures.filter((one) => one === 'narrow, named, drawn').length).toBeGreaterThan(1);
  expect(pictures.filter((one) => one === 'wide, named, drawn').length).toBeGreaterThan(0);
  expect(pictures.filter((one) => one.includes('missing') || one.includes('unnamed'))).toEqual([]);
});

test('every route opens without a connection after one visit to the home page', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  const member = await aNewcomer(phone, sharedServer);
  await member.startsAt('/');
  await phone.isReadyForOffline();
  const rows = await rowsOf(sharedServer.origin);
  await connection.breaks();

  const wrong: string[] = [];
  const opened = new Set<Screen['path']>();
  for (const { path } of screensWith(rows)) {
    if (opened.has(path) || !isWanted(`installed, ${path}`)) continue;
    opened.add(path);
    await phone.opens(path);
    const heading = phone.page().locator('main h1');
    const said = await heading
      .first()
      .textContent()
      .catch(() => null);
    if (said === null || said === 'Something went wrong')
      wrong.push(`${path}: ${said ?? 'nothing'}`);
    noteLook(`installed, ${path}`);
  }

  expect(wrong).toEqual([]);
});

test('every language is spoken without a connection after one visit in English', async ({
  given,
  sharedServer,
}) => {
  if (!isLookedAt('installed, languages')) return;
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  await phone.opens('/');
  await phone.isReadyForOffline();
  await connection.breaks();
  await phone.opens('/settings');

  for (const language of languages) {
    const say = await sayingIn(language);
    const choice = phone.page().locator('select', { has: phone.page().locator('option[lang]') });
    await choice.selectOption(language);

    await expect(phone.page().locator('html')).toHaveAttribute('lang', language);
    await expect(phone.page().locator('main h1')).toHaveText(say('Settings'));
    await phone.reloads();
    await expect(phone.page().locator('main h1')).toHaveText(say('Settings'));
  }
});
