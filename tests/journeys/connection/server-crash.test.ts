import { expect } from '@playwright/test';

import { test } from '../../testing/phone/journey.ts';
import { aDemoMember, aDemoTipster } from '../../testing/phone/person.ts';
import { tipsOf } from '../../testing/database/backend-rows.ts';

test('a server that dies with a tip in its hands has the tip once when it is back', async ({
  given,
}) => {
  const backend = await given.aServer({ DEMO: '1' });
  const connection = await given.aConnection(backend.origin);
  const phone = await given.aPhone(connection.origin);
  const tipster = aDemoMember(phone);
  await tipster.logsIn();
  await phone.isReadyForOffline();
  const before = await tipsOf(backend, tipster.email);

  const killed = connection.onceItReached('POST /api/tips', backend.kill);
  const game = await tipster.postsATip();
  await killed;
  await tipster.seesTip(game, /Saved on this phone|Sending/);

  await backend.start();
  await phone.findsANetwork();
  await tipster.readsMessage('Your Tip has been created Successfully');
  await tipster.seesTip(game, 'Posted');
  expect(await tipsOf(backend, tipster.email)).toHaveLength(before.length + 1);
});

test('a tip whose answer got lost on the way back is not posted twice', async ({
  given,
  sharedServer,
}) => {
  const connection = await given.aConnection(sharedServer.origin);
  const tipster = aDemoTipster(await given.aPhone(connection.origin), 1);
  await tipster.logsIn();
  const before = await tipsOf(sharedServer, tipster.email);

  const lost = connection.losesTheAnswerTo('POST /api/tips');
  const game = await tipster.postsATip();
  await lost;
  expect(await tipsOf(sharedServer, tipster.email)).toHaveLength(before.length + 1);

  await tipster.readsMessage('Your Tip has been created Successfully');
  await tipster.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, tipster.email)).toHaveLength(before.length + 1);
});
