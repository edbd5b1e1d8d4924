import { expect } from '@playwright/test';

import { tipsOf } from '../../testing/database/backend-rows.ts';
import { test } from '../../testing/phone/journey.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';
import { aVisitor } from '../../testing/phone/person.ts';

test('a private window works while it stands, and leaves nothing behind', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const phone = await given.aPrivateWindow(connection.origin);
  const member = await aNewcomer(phone, sharedServer);
  await member.logsIn();
  await member.opensCreate();
  await phone.isReadyForOffline();

  await connection.breaks();
  const game = await member.postsATip();
  await phone.reloads();
  await phone.chip('Offline · 1 saved');
  await connection.mends();
  await phone.findsANetwork();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);

  await phone.closes();
  await phone.reopens('/tips/my-tips');
  await aVisitor(phone).seesHeading('Login To Your Account');
  const kept = await phone
    .page()
    .evaluate(async () => [
      ...Object.keys(localStorage).filter((name) => name !== 'touchline-removed-login'),
      ...(await indexedDB.databases()).map(({ name = '' }) => name),
    ]);
  expect(kept.filter((name) => name !== 'touchline' && name !== 'touchline-login')).toEqual([]);
});
