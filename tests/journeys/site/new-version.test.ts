import { expect, type Page } from '@playwright/test';

import { tipsOf } from '../../testing/database/backend-rows.ts';
import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { serveLaterBuild, waitForUpdateOffer } from '../../testing/phone/service-worker.ts';

test('accepting new versions in one tab keeps the form in another tab, which can reload, and no old files', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  await phone.opens('/tipster/edit-profile');
  const form = phone.page();
  const name = form.getByRole('textbox', { name: 'First Name' });
  await expect(name).not.toHaveValue('');
  const before = await name.inputValue();
  await name.fill('Samantha');
  const taking = await phone.opensAnotherTab('/');
  const starts = { form: 0, taking: 0 };
  form.on('load', () => (starts.form += 1));
  taking.on('load', () => (starts.taking += 1));

  for (const build of [1, 2]) {
    await serveLaterBuild(connection, build);
    await waitForUpdateOffer(taking);
    await member.acceptsTheNewVersion();
  }

  expect(starts).toEqual({ form: 0, taking: 2 });
  await expect(name).toHaveValue('Samantha');
  await expect(form.getByText('A new version is ready')).toBeHidden();
  const kept = { precaches: 1, catalogues: 1, doubled: [] };
  await expect.poll(async () => cachedBuilds(taking)).toEqual(kept);

  await phone.looksAt(form);
  await name.fill(before);
  await member.acceptsTheNewVersion();
});

test('accepting a new version while a tip is being sent does not lose the tip', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  await serveLaterBuild(connection);
  await phone.reloads();

  const accepted = connection.onceItReached('POST /api/tips', async () =>
    member.acceptsTheNewVersion(),
  );
  const game = await member.postsATip();
  await accepted;

  await member.opensSaved();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
  const keys = connection.carried('POST /api/tips').map(({ key }) => key);
  expect(new Set(keys).size).toBe(1);
});

/** Counts the caches of each kind, and the files that are cached more than once. */
async function cachedBuilds(page: Page) {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const precaches = names.filter((name) => name.includes('precache'));
    const paths: string[] = [];
    for (const name of precaches) {
      const requests = await (await caches.open(name)).keys();
      paths.push(...requests.map(({ url }) => new URL(url).pathname));
    }
    return {
      precaches: precaches.length,
      catalogues: names.filter((name) => name.startsWith('touchline-catalogue')).length,
      doubled: paths.filter((path, at) => paths.indexOf(path) !== at),
    };
  });
}
