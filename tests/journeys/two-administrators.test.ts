import { expect } from '@playwright/test';

import { theDeskOf } from '../support/administrator.ts';
import { test } from '../support/journey.ts';
import { aNewcomer } from '../support/newcomer.ts';
import type { Backend } from '../support/backend.ts';
import { asWritten } from '../support/person.ts';
import { onTheDesk } from '../support/phone.ts';

/** The odds of a member's only tip, and how often they were changed. */
async function oddsOf(backend: Backend, email: string): Promise<object[]> {
  return backend.query(
    `select odd::float8 as odd from legs join tips on tips.id = tip_id
     join members on members.id = owner_id where email = $1`,
    [email],
  );
}

test('the later of two administrators sees both odds, and what they choose holds', async ({
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

  for (const { mine, theirs, choice, holds } of [
    { mine: '2.40', theirs: '1.80', choice: 'Keep theirs', holds: 1.8 },
    { mine: '2.50', theirs: '1.90', choice: 'Set mine', holds: 2.5 },
  ]) {
    await theDeskOf(late, latecomer).entersOdds(member.name, [{ ...price, odd: mine }]);
    await connection.breaks();
    await latecomer.button('Edit Ticket').click();
    await theDeskOf(early, first).setsOdds(member.name, [{ ...price, odd: theirs }]);
    await connection.mends();
    await late.findsANetwork();

    const table = late
      .page()
      .getByRole('table')
      .filter({ hasText: asWritten(game) });
    await expect(table.getByRole('row').last()).toContainText(new RegExp(`${theirs}.*${mine}`));
    expect(await oddsOf(sharedServer, member.email)).toEqual([{ odd: Number(theirs) }]);
    await latecomer.button(choice).click();
    await expect(table).toBeHidden();
    await late.chip('Up to date');
    expect(await oddsOf(sharedServer, member.email)).toEqual([{ odd: holds }]);
  }
});
