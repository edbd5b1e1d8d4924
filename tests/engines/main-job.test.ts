import { expect } from '@playwright/test';

import { tipsOf } from '../testing/database/backend-rows.ts';
import type { Backend } from '../testing/server/backend.ts';
import { addNewcomer } from '../testing/people/newcomer.ts';
import { test } from './journey.ts';
import { memberOn } from './member.ts';

/** Returns the ids of the tipsters that a member follows. */
async function readFollowed(server: Backend, email: string): Promise<string[]> {
  const rows = await server.query<{ tipster_id: string }>(
    `select tipster_id from follows join members on members.id = member_id
     where email = $1 and following`,
    [email],
  );
  return rows.map((row) => row.tipster_id);
}

test('sends a post, a booking and a follow made offline once each', async ({
  server,
  connection,
  openPhone,
}) => {
  const phone = await openPhone();
  const member = memberOn(phone, await addNewcomer(server));
  await member.logIn();
  const tipster = await member.openFirstTipster();
  await member.openTickets();
  await phone.sees({ text: /No saved tips yet/ });
  await member.openCreate();
  await phone.isReadyForOffline();

  await connection.breaks();
  const [game = ''] = await member.pickLastGames(3);
  await member.post();
  await member.seesTip(game, 'Saved on this phone', '3 games');
  await member.book();
  await phone.open(tipster);
  await member.follow();
  await phone.reopen('/tips/booked-ticket');
  await member.seesTip(game, 'Saved on this phone');
  await phone.chip('Offline · 3 saved');

  await connection.mends();
  await phone.reportOnline();
  await phone.chip('Up to date');
  await member.seesTip(game, 'Pending');
  expect(await tipsOf(server, member.email)).toEqual([{ legs: 3, booked: true, bookings: 1 }]);
  expect(await readFollowed(server, member.email)).toEqual([tipster.split('/').at(-1)]);
});
