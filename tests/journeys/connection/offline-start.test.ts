import { expect } from '@playwright/test';

import { manifest } from '#client/manifest.ts';
import { fixtureList } from '#contract/fixtures/fixtures.ts';

import { test } from '../../testing/phone/journey.ts';
import { callerWith } from '../../testing/server/api-caller.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';
import { aVisitor } from '../../testing/phone/person.ts';

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

test('every page opens without a connection, and a request to the API never returns the app', async ({
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

  const answer = await callerWith(sharedServer.origin)('GET', fixtureList.path);
  const [game] = fixtureList.reply.parse(answer).fixtures.slice(-1);

  await connection.breaks();
  for (const [path, heading] of [
    [`/fixture/${game?.id}`, `${game?.home} v ${game?.away}`],
    ...pages,
  ] as const) {
    await phone.opens(path);
    await visitor.seesHeading(heading);
  }
  await phone.reloads();
  await visitor.seesHeading('Page not found');
  for (const path of ['/api/tips', '/pictures/0197-nobody.webp']) await phone.isRefused(path);
});
