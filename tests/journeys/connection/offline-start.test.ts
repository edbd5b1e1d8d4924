import { expect } from '@playwright/test';

import { manifest } from '#client/manifest.ts';

import { test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline, aNewcomer } from '../../testing/people/newcomer.ts';
import { aVisitor } from '../../testing/phone/person.ts';

test.use({ phones: 'are reopened' });

const pages = [
  ['/', 'Home'],
  ['/tips', 'Recent Tips'],
  ['/tips/create', 'Post a tip'],
  ['/tips/create?league=soccer_spain_la_liga&from=/api/tips', 'Post a tip'],
  ['/tips/my-tips', 'My Saved Tips'],
  ['/tips/booked-ticket', 'My Booked Tickets'],
  ['/tipster', 'Tipsters'],
  ['/tipster/edit-profile', 'Update your profile'],
  ['/competitions', 'Leagues'],
  ['/sync', 'On this phone'],
  ['/help', 'Help'],
  ['/nowhere/at/all', 'Page not found'],
] as const;

test('every page opens from the device, and the API is never answered with the app', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone } = await aMemberReadyForOffline(given, sharedServer);
  const visitor = aVisitor(phone);

  await phone.opens('/api/ping');
  await expect(phone.page().getByText('"name":"touchline"')).toBeVisible();
  await phone.opens('/api/ping?for=/tips/create');
  await expect(phone.page().getByText('"name":"touchline"')).toBeVisible();

  for (const path of ['/pictures/0197-nobody.webp', '/assets/i18n/en.json']) {
    const answer = await phone.page().goto(path);
    expect(answer?.headers()['content-type']).toMatch(/json/);
  }

  const shortcuts = manifest.shortcuts ?? [];
  expect(pages.map(([path]): string => path)).toEqual(
    expect.arrayContaining(shortcuts.map(({ url }) => url)),
  );

  await connection.breaks();
  for (const [path, heading] of pages) {
    await phone.opens(path);
    await visitor.seesHeading(heading);
  }
  await phone.reloads();
  await visitor.seesHeading('Page not found');
  for (const path of ['/api/tips', '/pictures/0197-nobody.webp']) await phone.isRefused(path);
});

test('a first visit that loses its connection goes on without a reload', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  const member = await aNewcomer(phone, sharedServer);
  await member.logsIn();
  await member.opensCreate();
  await phone.isReadyForOffline();

  await connection.breaks();
  const game = await member.postsATip();

  await member.seesTip(game, 'Saved on this phone');
});

test('an empty battery takes neither the slip nor what is queued', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  // A login from an earlier day: browsers take seconds to put a fresh one on the disk.
  await phone.closes();
  await phone.reopens('/tips/create');
  await connection.breaks();
  const posted = await member.postsATip();
  await member.opensCreate();
  const [, picked = ''] = await member.gamesFromTheLast();
  await member.picks(picked, '1X2 - 2');

  await phone.dies();
  await phone.reopens('/tips/my-tips');

  await member.seesTip(posted, 'Saved on this phone');
  await member.opensCreate();
  await member.reviewsTheSlip();
  await member.seesOnTheSlip(picked);
});
