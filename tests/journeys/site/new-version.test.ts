import { expect } from '@playwright/test';

import { tipsOf } from '../../testing/database/backend-rows.ts';
import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { aLaterBuild } from '../../testing/phone/service-worker.ts';

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
