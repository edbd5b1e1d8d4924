import { expect } from '@playwright/test';

import { theDeskOf } from '../support/administrator.ts';
import { test } from '../support/journey.ts';
import { aNewcomer } from '../support/newcomer.ts';
import type { Backend } from '../support/backend.ts';
import { onTheDesk } from '../support/phone.ts';

/** The odds of a member's only tip, and how often they were changed. */
async function oddsOf(backend: Backend, email: string): Promise<object[]> {
  return backend.query(
    `select odd::float8 as odd from legs join tips on tips.id = tip_id
     join members on members.id = owner_id where email = $1`,
    [email],
  );
}

for (const [act, odds] of [
  ['Keep theirs', 1.8],
  ['Set mine', 2.4],
] as const) {
  test(`the later of two administrators sees both odds, and what they choose holds: ${act}`, async ({
    given,
    sharedServer,
  }) => {
    const phone = await given.aPhone(sharedServer.origin);
    const member = await aNewcomer(phone, sharedServer);
    await member.startsAt('/tips/create');
    const game = await member.postsATip();
    await member.seesTip(game, 'Posted');

    const connection = await given.aConnection(sharedServer.origin);
    const [late, early] = await Promise.all([
      given.aPhone(connection.origin, onTheDesk),
      given.aPhone(sharedServer.origin, onTheDesk),
    ]);
    const latecomer = await aNewcomer(late, sharedServer);
    const first = await aNewcomer(early, sharedServer);
    await sharedServer.query("update members set role = 'administrator' where email = any($1)", [
      [latecomer.email, first.email],
    ]);
    await latecomer.startsAt('/admin/tickets');
    await first.startsAt('/admin/tickets');
    await late.isReadyForOffline();
    const price = { game, option: '1X2 - 1' };

    await theDeskOf(late, latecomer).entersOdds(member.name, [{ ...price, odd: '2.40' }]);
    await connection.breaks();
    await latecomer.button('Edit Ticket').click();
    await theDeskOf(early, first).setsOdds(member.name, [{ ...price, odd: '1.80' }]);
    await connection.mends();
    await late.findsANetwork();

    const table = late.page().getByRole('table').filter({ hasText: game });
    await expect(table.getByRole('row').last()).toContainText(/1\.80.*2\.40/);
    expect(await oddsOf(sharedServer, member.email)).toEqual([{ odd: 1.8 }]);
    await latecomer.button(act).click();
    await expect(table).toBeHidden();
    await late.chip('Up to date');
    expect(await oddsOf(sharedServer, member.email)).toEqual([{ odd: odds }]);
  });
}
