import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';

import type { Backend } from '../../testing/server/backend.ts';
import { type Given, test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline, type ReadyForOffline } from '../../testing/people/newcomer.ts';
import { theStorageOf } from '../../testing/phone/browser-storage.ts';
import { asShown } from '../../testing/phone/person.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

/** Somebody whose tip lies on the phone, and who wants to leave. */
async function somebodyWhoLeaves(
  given: Given,
  sharedServer: Backend,
): Promise<ReadyForOffline & { game: string }> {
  const there = await aMemberReadyForOffline(given, sharedServer);
  await there.connection.breaks();
  const game = await there.member.postsATip();
  await there.member.seesTip(game, 'Saved on this phone');
  await there.member.logsOut();
  const question = there.phone
    .page()
    .getByRole('dialog', { name: 'Some changes are not sent yet' });
  await expect(question).toContainText('1 change is still on this phone.');
  await expect(question.getByRole('list', { name: 'On this phone' })).toContainText(asShown(game));
  return { ...there, game };
}

test('who sends first is logged out once it has arrived', async ({ given, sharedServer }) => {
  const { connection, phone, member } = await somebodyWhoLeaves(given, sharedServer);

  await connection.mends();
  await member.button('Send now').click();

  await phone.page().waitForURL(({ pathname }) => pathname === '/');
  await expect(phone.page().getByRole('dialog')).toBeHidden();
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
  expect(await (await theStorageOf(phone)).pending()).toEqual([]);
});

test('who closes the question stays logged in, and it is sent', async ({ given, sharedServer }) => {
  const { connection, phone, member, game } = await somebodyWhoLeaves(given, sharedServer);

  await member.button('Close').click();
  await expect(phone.page().getByRole('dialog')).toBeHidden();
  await member.seesTip(game, 'Saved on this phone');
  expect(await (await theStorageOf(phone)).pending()).toHaveLength(1);

  await connection.mends();
  await phone.findsANetwork();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
});

test('who keeps it sealed finds it sent after the next login', async ({ given, sharedServer }) => {
  const { connection, phone, member, game } = await somebodyWhoLeaves(given, sharedServer);

  await member.button('Keep them locked on this phone for me').click();
  await phone.page().waitForURL(({ pathname }) => pathname === '/');
  await connection.mends();
  await phone.reloads();
  await phone.settles();
  expect(await tipsOf(sharedServer, member.email)).toEqual([]);
  expect(await (await theStorageOf(phone)).pending()).toHaveLength(1);

  await member.logsIn();
  await member.opensSaved();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
});

test('who deletes it is asked once more, and then nothing of it is left', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await somebodyWhoLeaves(given, sharedServer);

  await member.button('Delete them').click();
  expect(await (await theStorageOf(phone)).pending()).toHaveLength(1);
  await member.button('Delete 1 change').click();
  await phone.page().waitForURL(({ pathname }) => pathname === '/');
  expect(await (await theStorageOf(phone)).pending()).toEqual([]);

  await connection.mends();
  await member.logsIn();
  await phone.chip('Up to date');
  await expect(phone.page().getByRole('alert')).toBeHidden();
  expect(await tipsOf(sharedServer, member.email)).toEqual([]);
});

test('who takes it along has a file with all of it and without their login', async ({
  given,
  sharedServer,
}) => {
  const { phone, member, game } = await somebodyWhoLeaves(given, sharedServer);

  const saving = phone.page().waitForEvent('download');
  await member.button('Save them as a file').click();
  const file = await readFile(await (await saving).path(), 'utf8');

  expect(file).toContain(game);
  const token = await phone.page().evaluate(() => localStorage.getItem('token'));
  expect(token).not.toBeNull();
  expect(file).not.toContain(token);
  // It only adds to the other choices.
  await member.button('Keep them locked on this phone for me').click();
  await phone.page().waitForURL(({ pathname }) => pathname === '/');
  expect(await (await theStorageOf(phone)).pending()).toHaveLength(1);
});

test('a logout without a connection ends the session once there is one', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const openSessions = async () =>
    sharedServer.query(
      `select sessions.id from sessions join members on members.id = member_id
       where email = $1 and revoked_at is null`,
      [member.email],
    );
  expect(await openSessions()).not.toEqual([]);
  await connection.breaks();
  await member.logsOut();
  await phone.page().waitForURL(({ pathname }) => pathname === '/');

  await connection.mends();
  await phone.findsANetwork();

  await expect.poll(openSessions).toEqual([]);
});
