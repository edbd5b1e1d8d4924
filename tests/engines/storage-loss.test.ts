import { expect } from '@playwright/test';

import { tipsOf } from '../testing/database/backend-rows.ts';
import type { Backend } from '../testing/server/backend.ts';
import type { Connection } from '../testing/phone/connection.ts';
import { addNewcomer } from '../testing/people/newcomer.ts';
import type { LaunchOptions } from './engine-browser.ts';
import type { EnginePhone } from './engine-phone.ts';
import type { Target } from './finder.ts';
import { type Fixtures, test } from './journey.ts';
import { memberOn } from './member.ts';
import { clearSiteData, siteDataOf } from './site-data.ts';
import { postUnsentTip } from './unsent-tip.ts';

const saved: Target = { text: /saved on this phone/i };
const notSaved: Target = { text: /not saved on this phone/ };
const card: Target = { role: 'article', within: { role: 'main' } };
const noTips: Target = { text: /No saved tips yet/ };
const lossNotice: Target = { role: 'alert', within: { role: 'main' } };
const loss = [
  'The browser removed what was kept on this phone',
  '1 change had not been sent and is gone.',
];
const loginForm: Target = { role: 'heading', name: 'Login To Your Account' };

type JourneyFixtures = Fixtures & { server: Backend };

/** Returns a phone without a connection, on which its member has an unsent tip. */
async function openPhoneWithUnsentTip(
  { server, connection, openPhone }: JourneyFixtures,
  options: LaunchOptions = {},
) {
  const phone = await openPhone(options);
  return { phone, ...(await postUnsentTip(phone, { server, connection })) };
}

/** Opens another page of the site; the app's own requests fail until the connection is restored. */
async function leaveApp(
  phone: EnginePhone,
  connection: Connection,
  step: () => Promise<void> = async () => undefined,
): Promise<void> {
  connection.isTakenOver({ status: 503, type: 'application/json', text: '{}' });
  await connection.mends();
  await phone.open('/env.json');
  await step();
  connection.isTakenOver(undefined);
}

test('works online if storage is refused, and never reports a change as saved', async ({
  server,
  connection,
  openPhone,
}) => {
  const phone = await openPhone({ refusesStorage: true });
  const member = memberOn(phone, await addNewcomer(server));
  await phone.open('/');
  await phone.sees({ text: 'This browser keeps nothing for Touchline' });
  await phone.sees({ role: 'heading', name: 'Upcoming Events' });
  await member.logIn();
  await member.openCreate();
  const [game = ''] = await member.pickLastGames(1);
  await member.post();
  await member.seesTip(game, 'Posted');

  await member.openCreate();
  await connection.breaks();
  const [other = ''] = await member.pickLastGames(2);
  await member.post();
  await member.seesTip(other, '2 games', 'Not kept on this phone');
  await phone.chip('Offline · 1 not sent');
  expect(await phone.findAll(saved)).toHaveLength((await phone.findAll(notSaved)).length);

  await leaveApp(phone, connection);
  await phone.open('/tips/my-tips');
  await phone.sees(loginForm);
  await member.logIn();
  await member.openTickets();
  await member.seesTip(game, 'Posted', '1 game');
  expect(await phone.findAll(card)).toHaveLength(1);
  expect(await tipsOf(server, member.email)).toHaveLength(1);
});

test('keeps the work in a private window until it is closed, and nothing afterwards', async ({
  server,
  connection,
  openPhone,
}) => {
  const fixtures = { server, connection, openPhone };
  const { phone, member, game } = await openPhoneWithUnsentTip(fixtures, { isPrivate: true });

  await phone.reload();
  await member.seesTip(game, 'Saved on this phone');
  await phone.chip('Offline · 1 saved');
  await connection.mends();
  await phone.reportOnline();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(server, member.email)).toHaveLength(1);

  await phone.reopen('/env.json');
  expect(await siteDataOf(phone)).toEqual([]);
});

test('reports unsent work that the browser deleted with its databases', async ({
  server,
  connection,
  openPhone,
}) => {
  const fixtures = { server, connection, openPhone };
  const { phone, member } = await openPhoneWithUnsentTip(fixtures);
  await leaveApp(phone, connection, async () => clearSiteData(phone, ['databases']));
  await phone.open('/tips/my-tips');

  await phone.reads(lossNotice, ...loss);
  await phone.chip('1 change lost');
  await phone.sees(noTips);
  await phone.seesNo(card);
  expect(await tipsOf(server, member.email)).toEqual([]);
  await phone.click({ role: 'button', name: 'I have read this' });
  await phone.chip('Up to date');
});

test('reports unsent work that the browser deletes under an open page', async ({
  server,
  connection,
  openPhone,
}) => {
  const fixtures = { server, connection, openPhone };
  const { phone, member } = await openPhoneWithUnsentTip(fixtures);
  await clearSiteData(phone, ['databases']);

  await phone.reads(lossNotice, ...loss);
  await phone.seesNo(card);
  expect(await tipsOf(server, member.email)).toEqual([]);
});

test('sends saved work once after the browser deleted all data but the databases', async ({
  server,
  connection,
  openPhone,
}) => {
  const fixtures = { server, connection, openPhone };
  const { phone, member, game } = await openPhoneWithUnsentTip(fixtures);
  await leaveApp(phone, connection, async () =>
    clearSiteData(phone, ['localStorage', 'caches', 'workers']),
  );
  await phone.open('/tips/my-tips');

  await member.seesTip(game, 'Posted');
  expect(await tipsOf(server, member.email)).toHaveLength(1);
});

test('starts empty after the browser deleted everything, and shows nothing as sent', async ({
  server,
  connection,
  openPhone,
}) => {
  const fixtures = { server, connection, openPhone };
  const { phone, member } = await openPhoneWithUnsentTip(fixtures);
  await leaveApp(phone, connection, async () => clearSiteData(phone));
  await phone.open('/tips/my-tips');

  await phone.sees(loginForm);
  await member.logIn();
  await phone.chip('Up to date');
  await member.openTickets();
  await phone.sees(noTips);
  expect(await tipsOf(server, member.email)).toEqual([]);
});
