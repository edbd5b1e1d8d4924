import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

import { test } from '../testing/phone/journey.ts';
import { aNewcomer } from '../testing/people/newcomer.ts';
import { rowsOf, type Rows, screensWith } from './screens.ts';
import { isLookedAt, isSelected, noteLook } from './selection.ts';

/** The unique addresses of all screens of the audit. */
function pathsOf(rows: Rows): string[] {
  return [...new Set(screensWith(rows).map(({ path }) => path))];
}

const someRows = {
  fixture: 'fixture-1',
  tipster: 'tipster-1',
  tip: 'tip-1',
  pool: 'pool-1',
  invitation: 'invitation-1',
};

test('every route is part of the audit', () => {
  const routes = globSync('**/*.tsx', { cwd: join(import.meta.dirname, '../../src/client/routes') })
    .filter((file) => !/(^|\/)(__root|_member|route)\.tsx$/.test(file))
    .map((file) =>
      file
        .replace(/\.tsx$/, '')
        .replace(/^_member\//, '')
        // The app removes the token of a mailed link from the address.
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

test.describe('the full browser', () => {
  // The headless shell reports every app as installable, so this needs the full browser.
  test.use({ phones: 'wake their worker' });

  test('can install the app from every address', async ({ given, sharedServer }) => {
    if (!isLookedAt('installed, errors')) return;
    const phone = await given.aPhone(sharedServer.origin);
    await phone.opens('/');
    await phone.isReadyForOffline();

    const session = await phone.context().newCDPSession(phone.page());
    const kept: string[] = [];
    for (const path of pathsOf(await rowsOf(sharedServer.origin))) {
      await phone.opens(path);
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      kept.push(...installabilityErrors.map(({ errorId }) => `${path}: ${errorId}`));
    }
    expect(kept).toEqual([]);

    const { errors, url } = await session.send('Page.getAppManifest');

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
    expect(pictures.filter((one) => one.includes('missing') || one.includes('unnamed'))).toEqual(
      [],
    );
  });
});

test.describe('a phone that was switched off', () => {
  test.use({ phones: 'are reopened' });

  test('opens every route without a connection after one visit to the home page', async ({
    given,
    sharedServer,
  }) => {
    const connection = await given.aConnection(sharedServer.origin);
    const phone = await given.aPhone(connection.origin);
    const member = await aNewcomer(phone, sharedServer);
    await member.startsAt('/');
    await phone.isReadyForOffline();
    const paths = pathsOf(await rowsOf(sharedServer.origin));
    await connection.breaks();

    const wrong: string[] = [];
    for (const path of paths.filter((one) => isSelected(`installed, ${one}`))) {
      await phone.closes();
      await phone.reopens(path);
      const heading = phone.page().locator('main h1');
      const reported = await heading
        .first()
        .textContent()
        .catch(() => null);
      if (reported === null || reported === 'Something went wrong')
        wrong.push(`${path}: ${reported ?? 'nothing'}`);
      noteLook(`installed, ${path}`);
    }

    expect(wrong).toEqual([]);
  });
});
