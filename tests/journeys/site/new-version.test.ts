import { expect } from '@playwright/test';

import { tipsOf } from '../../testing/database/backend-rows.ts';
import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import {
  aBuildWithout,
  aLaterBuild,
  isOfferedTheNewVersion,
} from '../../testing/phone/service-worker.ts';

test('a new version that one tab accepts leaves the form in another as it is', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  await phone.opens('/tipster/edit-profile');
  const form = phone.page();
  const name = form.getByRole('textbox', { name: 'First Name' });
  await name.fill('Samantha');

  await aLaterBuild(connection);
  await phone.opensAnotherTab('/');
  await member.acceptsTheNewVersion();

  await expect(name).toHaveValue('Samantha');
  await expect(form.getByText('A new version is ready')).toBeHidden();
});

test('a new version that is accepted while a tip is under way loses nothing of it', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  await aLaterBuild(connection);
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

test('a new version is offered where the one before it was clicked away', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  for (const build of [1, 2]) {
    await aLaterBuild(connection, build);
    await isOfferedTheNewVersion(phone.page());
    await member.readsMessage('A new version is ready');
  }

  await aLaterBuild(connection, 3);
  await isOfferedTheNewVersion(phone.page());

  await member.acceptsTheNewVersion();
});

test('a new version that another tab has accepted is still one tap away', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const first = phone.page();
  await phone.opensAnotherTab('/');
  await aLaterBuild(connection);
  await isOfferedTheNewVersion(first);
  await isOfferedTheNewVersion(phone.page());
  await member.acceptsTheNewVersion();

  await phone.looksAt(first);

  await member.acceptsTheNewVersion();
});

test('a tab of the version before says what it lacks, and starts anew only when it is asked to', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const old = phone.page();
  const help = old.getByRole('contentinfo').getByRole('link', { name: 'Help' });
  let starts = 0;
  old.on('load', () => (starts += 1));
  await phone.opensAnotherTab('/');
  const part = await aBuildWithout(connection, 'help');
  await isOfferedTheNewVersion(phone.page());
  await member.acceptsTheNewVersion();
  await phone.looksAt(old);
  const session = await phone.context().newCDPSession(old);
  await session.send('Network.clearBrowserCache');

  connection.answers(part, { status: 404, type: 'application/json', text: '{}' });
  phone.forgives(/MissingPart|: $/);
  await help.click();
  const alert = old.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('This page could not be shown.');
  expect(starts).toBe(0);

  connection.answers(part, undefined);
  await member.button('Retry').click();
  await expect(member.heading('Help')).toBeVisible();
  expect(starts).toBe(1);
});
