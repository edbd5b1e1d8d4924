import { expect } from '@playwright/test';

import { openFixtures } from '#contract/fixtures/fixtures.ts';

import { test } from '../../testing/phone/journey.ts';
import { aVisitor } from '../../testing/phone/person.ts';

test.use({ phones: 'are reopened' });

test('a friend’s link to a game opens for a visitor, as do the rows of Home, Leagues and Results', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPhone(connection.origin);
  const visitor = aVisitor(phone);
  const answer = await fetch(`${sharedServer.origin}${openFixtures.path}`);
  const { fixtures } = openFixtures.reply.parse(await answer.json());
  const game = fixtures.find(
    ({ sportKey, kickOff }) => sportKey === 'soccer_epl' && Date.parse(kickOff) > Date.now(),
  );
  if (!game) throw new Error('The demo season has no game to come.');
  const page = phone.page();
  const heading = `${game.home} v ${game.away}`;

  await phone.opens(`/fixture/${game.id}`);
  await visitor.seesHeading(heading);
  await page.getByText('Main', { exact: true }).click();
  await expect(page.getByRole('button', { name: / to win, / }).first()).toBeEnabled();

  for (const list of ['/', '/competitions']) {
    await phone.opens(list);
    await page
      .getByRole('link', { name: `${heading}, ` })
      .first()
      .click();
    await visitor.seesHeading(heading);
    expect(new URL(page.url()).pathname).toBe(`/fixture/${game.id}`);
  }

  await phone.opens('/competitions?view=results');
  const result = page.locator('main a[href^="/fixture/"]').first();
  const played = String(await result.getAttribute('href'));
  await result.click();
  await expect(page.getByText('Played', { exact: true })).toBeVisible();
  await phone.isReadyForOffline();

  await connection.breaks();
  for (const path of [`/fixture/${game.id}`, played]) {
    await phone.opens(path);
    await expect(page.getByRole('heading', { level: 1, name: / v / })).toBeVisible();
  }
});
