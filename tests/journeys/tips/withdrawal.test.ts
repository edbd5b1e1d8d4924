import { expect } from '@playwright/test';

import { tipsOf } from '../../testing/database/backend-rows.ts';
import type { Backend } from '../../testing/server/backend.ts';
import { type Given, test } from '../../testing/phone/journey.ts';
import { aMemberReadyForOffline } from '../../testing/people/newcomer.ts';

/** Somebody whose posted tip is withdrawn without a connection. */
async function somebodyWhoWithdraws(given: Given, sharedServer: Backend) {
  const there = await aMemberReadyForOffline(given, sharedServer);
  const { connection, member } = there;
  const game = await member.postsATip();
  await member.seesTip(game, 'Posted');
  await connection.breaks();
  await member
    .tipWith(game)
    .getByRole('button', { name: /^More: / })
    .click();
  await member
    .tipWith(game)
    .getByRole('button', { name: /^Withdraw ?:/ })
    .click();
  return { ...there, game };
}

test('a tip that is withdrawn without a connection stays until that has arrived', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member, game } = await somebodyWhoWithdraws(given, sharedServer);

  await member.seesTip(
    game,
    /Withdrawal waiting, [01]:\d\d left/,
    /can read this tip|may be public/,
  );
  await phone.reloads();
  await member.seesTip(game, /Withdrawal waiting, [01]:\d\d left/);
  await connection.mends();
  await phone.findsANetwork();

  await member.seesNoTip(game);
});

test('a withdrawal that comes too late says so, and its tip stays', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member, game } = await somebodyWhoWithdraws(given, sharedServer);
  await member.seesTip(game, 'Withdrawal waiting');
  await sharedServer.query(
    `update tips set created_at = created_at - interval '3 minutes'
     where owner_id = (select id from members where email = $1)`,
    [member.email],
  );

  await connection.mends();
  await phone.findsANetwork();

  await member.seesTip(game, 'Not withdrawn', 'It is still public.');
  await member.tipWith(game).getByRole('button', { name: 'OK', exact: true }).click();
  await expect(member.tipWith(game)).not.toContainText('Not withdrawn');
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(sharedServer, member.email)).toHaveLength(1);
});
