import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';

import type { Backend } from '../support/backend-process.ts';
import { type Given, test } from '../support/journey.ts';
import { aMemberAtTheGround, type AtTheGround } from '../support/newcomers.ts';
import { theStorageOf } from '../support/storage.ts';
import { tipsOf } from '../support/tips-kept.ts';

/** Somebody whose tip lies on the phone, and who wants to leave. */
async function somebodyWhoLeaves(
  given: Given,
  ground: Backend,
): Promise<AtTheGround & { game: string }> {
  const there = await aMemberAtTheGround(given, ground);
  await there.line.timeOuts();
  const game = await there.member.postsATip();
  await there.member.seesTip(game, 'Saved on this phone');
  await there.member.logsOut();
  await expect(
    there.phone.page().getByRole('dialog', { name: 'Some things were not sent yet' }),
  ).toContainText('1 thing you did is still on this phone.');
  return { ...there, game };
}

test('who sends first is logged out once it has arrived', async ({ given, ground }) => {
  const { line, phone, member } = await somebodyWhoLeaves(given, ground);

  await line.mends();
  await member.button('Send now').click();

  await phone.page().waitForURL(({ pathname }) => pathname === '/');
  await expect(phone.page().getByRole('dialog')).toBeHidden();
  expect(await tipsOf(ground, member.email)).toHaveLength(1);
  expect(await (await theStorageOf(phone)).owed()).toEqual([]);
});

test('who keeps it sealed finds it sent after the next login', async ({ given, ground }) => {
  const { line, phone, member, game } = await somebodyWhoLeaves(given, ground);

  await member.button('Keep them sealed on this phone for me').click();
  await phone.page().waitForURL(({ pathname }) => pathname === '/');
  await line.mends();
  await phone.reloads();
  await phone.settles();
  expect(await tipsOf(ground, member.email)).toEqual([]);
  expect(await (await theStorageOf(phone)).owed()).toHaveLength(1);

  await member.logsIn();
  await member.opensSaved();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(ground, member.email)).toHaveLength(1);
});

test('who deletes it is asked once more, and then nothing of it is left', async ({
  given,
  ground,
}) => {
  const { line, phone, member } = await somebodyWhoLeaves(given, ground);

  await member.button('Delete them').click();
  expect(await (await theStorageOf(phone)).owed()).toHaveLength(1);
  await member.button('Delete 1 thing').click();
  await phone.page().waitForURL(({ pathname }) => pathname === '/');
  expect(await (await theStorageOf(phone)).owed()).toEqual([]);

  await line.mends();
  await member.logsIn();
  await phone.chip('Up to date');
  await expect(phone.page().getByRole('alert')).toBeHidden();
  expect(await tipsOf(ground, member.email)).toEqual([]);
});

test('who takes it along has a file with all of it and without their login', async ({
  given,
  ground,
}) => {
  const { phone, member, game } = await somebodyWhoLeaves(given, ground);

  const saving = phone.page().waitForEvent('download');
  await member.button('Save them as a file').click();
  const file = await readFile(await (await saving).path(), 'utf8');

  expect(file).toContain(game);
  const token = await phone.page().evaluate(() => localStorage.getItem('token'));
  expect(token).not.toBeNull();
  expect(file).not.toContain(token);
  // It only adds to the other choices.
  await member.button('Keep them sealed on this phone for me').click();
  await phone.page().waitForURL(({ pathname }) => pathname === '/');
  expect(await (await theStorageOf(phone)).owed()).toHaveLength(1);
});
