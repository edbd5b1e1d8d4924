import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aPerson } from '../../testing/phone/person.ts';
import { aSpecOnlyBackend } from '../../testing/server/spec-only-backend.ts';

test('an offline tip is sent to a spec-only backend, and its booking with the id that the backend chose', async ({
  given,
}) => {
  await using backend = await aSpecOnlyBackend();
  backend.offers({
    sport_key: 'soccer_epl',
    sport_nice: 'EPL',
    teams: ['Chelsea', 'Arsenal'],
    home_team: 'Arsenal',
    commence_time: Math.floor(Date.now() / 1000) + 86_400,
    sites: [],
  });
  const { account } = backend.joins({ email: 'ada@example.org', password: 'ground-control-7' });
  // The app is on another host than the backend, which does not know the app.
  const host = await given.aStaticHost();
  const connection = await given.aConnection(backend.url, host.origin);
  await host.namesBackend({ apiBaseUrl: connection.origin, oddsBaseUrl: connection.origin });
  const phone = await given.aPhone(host.origin);
  const member = aPerson(phone, account);
  await member.logsIn();
  await member.opensCreate();
  await phone.isReadyForOffline();

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
