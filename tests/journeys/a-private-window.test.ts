import { expect } from '@playwright/test';

import { test } from '../support/journey.ts';
import { aNewcomer } from '../support/newcomers.ts';
import { tipsOf } from '../support/tips-kept.ts';
import { aVisitor } from '../support/visitor.ts';

test('a private window works while it stands, and leaves nothing behind', async ({
  given,
  ground,
}) => {
  const line = await given.aBadLine(ground.origin);
  const phone = await given.aPrivateWindow(line.origin);
  const member = await aNewcomer(phone, ground);
  await member.logsIn();
  await member.opensCreate();
  await phone.isReadyForOffline();

  await line.timeOuts();
  const game = await member.postsATip();
  await phone.reloads();
  await phone.chip('1 saved');
  await line.mends();
  await phone.findsANetwork();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(ground, member.email)).toHaveLength(1);

  await phone.closes();
  await phone.reopens('/tips/my-tips');
  await aVisitor(phone).seesHeading('Login To Your Account');
  const kept = await phone
    .page()
    .evaluate(async () => [
      ...Object.keys(localStorage).filter((name) => name !== 'touchline-taken-away'),
      ...(await indexedDB.databases()).map(({ name = '' }) => name),
    ]);
  expect(kept.filter((name) => name !== 'touchline' && name !== 'touchline-login')).toEqual([]);
});
