import { expect } from '@playwright/test';

import { tipsOf } from '../../testing/database/backend-rows.ts';
import { test } from '../../testing/phone/journey.ts';
import { aDemoMember, aVisitor } from '../../testing/phone/person.ts';

test.use({ phones: 'are reopened' });

test('the built files on any web server work with a backend on another host', async ({ given }) => {
  const host = await given.aStaticHost();
  const backend = await given.aServer({ DEMO: '1', CORS_ORIGINS: host.origin });
  await host.namesBackend({ apiBaseUrl: backend.origin, oddsBaseUrl: `${backend.origin}/odds` });
  const phone = await given.aPhone(host.origin);
  const member = aDemoMember(phone);

  await phone.opens('/');
  await aVisitor(phone).seesUpcomingEvents();
  await member.logsIn();
  const before = await tipsOf(backend, member.email);
  await member.receivesOwnTips();
  const game = await member.postsATip();
  await member.readsMessage('Your Tip has been created Successfully');
  expect(await tipsOf(backend, member.email)).toHaveLength(before.length + 1);

  await phone.isReadyForOffline();
  await host.close();
  await backend.stop();
  await phone.closes();
  await phone.reopens('/tips/my-tips');
  await member.seesTip(game, 'Posted');
});
