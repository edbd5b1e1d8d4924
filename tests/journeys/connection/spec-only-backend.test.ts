import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

import { type Given, test } from '../../testing/phone/journey.ts';
import { aPerson, asShown } from '../../testing/phone/person.ts';
import { everyWordOn } from '../../testing/screen/screen-text.ts';
import { aSpecOnlyBackend } from '../../testing/server/spec-only-backend.ts';

const shipped = join(import.meta.dirname, '..', '..', '..', 'public', 'config.production.json');

/** The app on a host of its own, and a backend elsewhere that has never heard of it. */
async function somebodyThere(given: Given, backend: Awaited<ReturnType<typeof aSpecOnlyBackend>>) {
  const host = await given.aStaticHost();
  const connection = await given.aConnection(backend.url, host.origin);
  const config: unknown = JSON.parse(await readFile(shipped, 'utf8'));
  host.answers('/config.production.json', {
    type: 'application/json',
    text: JSON.stringify({
      ...Object(config),
      apiBaseUrl: connection.origin,
      oddsBaseUrl: connection.origin,
    }),
  });
  backend.offers({
    sport_key: 'soccer_epl',
    sport_nice: 'EPL',
    teams: ['Chelsea', 'Arsenal'],
    home_team: 'Arsenal',
    commence_time: Math.floor(Date.now() / 1000) + 86_400,
    sites: [],
  });
  const { account } = backend.joins({ email: 'ada@example.org', password: 'ground-control-7' });
  const phone = await given.aPhone(host.origin);
  const member = aPerson(phone, account);
  await phone.opens('/');
  await member.logsIn();
  await member.opensCreate();
  await phone.isReadyForOffline();
  return { connection, phone, member };
}

test('a tip and its booking without a connection go to a spec-only backend under the id it gave', async ({
  given,
}) => {
  await using backend = await aSpecOnlyBackend();
  const { connection, phone, member } = await somebodyThere(given, backend);

  await connection.breaks();
  const game = await member.postsATip({ priced: false });
  await member.books(game);
  await member.opensBooked();
  await member.seesTip(game, 'Saved on this phone');
  await connection.mends();
  await phone.findsANetwork();

  await member.seesTip(game, 'Pending');
  await phone.chip('Up to date');
  const [tip] = backend.tips;
  expect(backend.effects).toEqual([`create ${tip?._id}`, `book ${tip?._id}`]);
});

test('a tip that may have been sent to a spec-only backend is never sent twice by itself', async ({
  given,
}) => {
  await using backend = await aSpecOnlyBackend();
  const { connection, phone, member } = await somebodyThere(given, backend);

  const lost = connection.losesTheAnswerTo('POST /api/tips');
  await member.postsATip({ priced: false });
  await lost;
  await phone.chip('1 problem');
  await phone.reloads();
  await phone.findsANetwork();
  await phone.opens('/sync');
  const held = phone.page().getByRole('article');
  await expect(held).toContainText('It may have been sent already');
  expect(backend.effects).toHaveLength(1);

  // The list of saved tips, which is the backend's, says that it was.
  await member.opensSaved();
  await expect(phone.page().getByRole('article').filter({ hasText: 'Posted' })).toHaveCount(1);
  await phone.opens('/sync');
  await held.getByRole('button', { name: 'Discard' }).click();
  await held.getByRole('button', { name: 'Discard' }).click();
  await phone.chip('Up to date');
  await member.opensSaved();
  await expect(phone.page().getByRole('main').getByRole('article')).toHaveCount(1);
  expect(backend.effects).toHaveLength(1);
});

test('a tip whose answer was lost is found in the list, and its booking goes to that one', async ({
  given,
}) => {
  await using backend = await aSpecOnlyBackend();
  const { connection, phone, member } = await somebodyThere(given, backend);
  await connection.breaks();
  const game = await member.postsATip({ priced: false });
  await member.books(game);
  const lost = connection.losesTheAnswerTo('POST /api/tips');
  await connection.mends();
  await phone.findsANetwork();
  await lost;
  await phone.chip('1 problem');

  await phone.opens('/sync');
  const held = phone.page().getByRole('article').filter({ hasText: 'Waiting for your decision' });
  await held.getByRole('button', { name: 'Discard' }).click();
  await expect(held).toContainText(
    new RegExp(`Discarded with it: Book ticket, 1 game · ${asShown(game).source}`),
  );
  await held.getByRole('button', { name: 'Keep it' }).click();
  await held.getByRole('button', { name: 'Try now' }).click();
  await expect(held).toContainText('The same tip stands in your list');
  await held.getByRole('button', { name: 'Keep it' }).click();
  await held.getByRole('button', { name: 'It has arrived' }).click();
  await phone.chip('Up to date');

  const [tip] = backend.tips;
  expect(backend.effects).toEqual([`create ${tip?._id}`, `book ${tip?._id}`]);
});

test('what such a backend refuses is told in its words, and its keys in ours', async ({
  given,
}) => {
  await using backend = await aSpecOnlyBackend();
  const { account: tipster } = backend.joins({
    firstName: 'Tilda',
    lastName: 'Moss',
    isTipster: 1,
  });
  const { phone, member } = await somebodyThere(given, backend);
  const page = await everyWordOn(phone);
  const refuses = (status: number, body: unknown) =>
    backend.mishaps.push({ status, headers: { 'content-type': 'application/json' }, body });

  refuses(409, { error: [] });
  await phone.opens(`/tipster/profile/${tipster._id}`);
  await member.button(/^Follow/).click();
  await page.says('You already followed this user');

  refuses(400, { error: ['This tipster takes no followers', 'x'] });
  await phone.opens('/sync');
  await member.button('Try now').click();
  await page.says('This tipster takes no followers');
  await member.readsMessage('This tipster takes no followers');

  await member.logsOut();
  await member.opensLogin();
  const keys = {
    ServerError401: 'Please log in, then try again.',
    ServerError403: 'Your account may not do this.',
    ServerError404: 'This is not there any more.',
  };
  for (const [key, words] of Object.entries(keys)) {
    refuses(Number(key.slice(-3)), { error: { message: `[${key}]` } });
    await member.entersPassword('whatever it was');
    await page.says('Oops!', words);
    await member.button(/^close$/).click();
  }
});
