import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aLaterBuild } from '../support/later-build.ts';
import { aMemberAtTheGround } from '../support/newcomers.ts';
import { tipsOf } from '../support/tips-kept.ts';

test('a new version that one tab accepts leaves the form in another as it is', async ({
  given,
  ground,
}) => {
  const { line, phone, member } = await aMemberAtTheGround(given, ground);
  await phone.opens('/tipster/edit-profile');
  const form = phone.page();
  const name = form.getByRole('textbox', { name: 'First Name' });
  await name.fill('Samantha');

  await aLaterBuild(line);
  await phone.opensAnotherTab('/');
  await member.acceptsTheNewVersion();

  await expect(name).toHaveValue('Samantha');
  await expect(form.getByText('A new version is ready')).toBeHidden();
});

test('a new version that is accepted while a tip is under way loses nothing of it', async ({
  given,
  ground,
}) => {
  const { line, phone, member } = await aMemberAtTheGround(given, ground);
  await aLaterBuild(line);
  await phone.reloads();

  const accepted = line.onceItReached('POST /api/tips', async () => member.acceptsTheNewVersion());
  const game = await member.postsATip();
  await accepted;

  await member.opensSaved();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(ground, member.email)).toHaveLength(1);
  const keys = line.carried('POST /api/tips').map(({ key }) => key);
  expect(new Set(keys).size).toBe(1);
});
