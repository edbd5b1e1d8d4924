import { expect } from '@playwright/test';

import { theDeskOf } from '../../testing/people/administrator.ts';
import type { Connection } from '../../testing/phone/connection.ts';
import { type Given, test } from '../../testing/phone/journey.ts';
import { aNewcomer } from '../../testing/people/newcomer.ts';
import type { Backend } from '../../testing/server/backend.ts';
import { asShown, type Person } from '../../testing/phone/person.ts';
import { onTheDesk, type Phone } from '../../testing/phone/phone.ts';

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
      .filter({ hasText: asShown(game) });
    await expect(table.getByRole('row').last()).toContainText(new RegExp(`${theirs}.*${mine}`));
    expect(await oddsOf(sharedServer, member.email)).toEqual([{ odd: Number(theirs) }]);
    await latecomer.button(choice).click();
    await expect(table).toBeHidden();
    await late.chip('Up to date');
    expect(await oddsOf(sharedServer, member.email)).toEqual([{ odd: holds }]);
  }
});

type AtADesk = { connection: Connection; phone: Phone; person: Person };

/** An administrator who works without a line for a while. */
async function anAdministratorOffline(given: Given, backend: Backend): Promise<AtADesk> {
  const connection = await given.aConnection(backend.origin);
  const phone = await given.aPhone(connection.origin, onTheDesk);
  const person = await aNewcomer(phone, backend);
  await backend.query("update members set role = 'administrator' where email = $1", [person.email]);
  await person.startsAt('/admin/confirm-tickets');
  await phone.isReadyForOffline();
  return { connection, phone, person };
}

/** Who confirmed a member's only tip, by what the server wrote down. */
async function confirmersOf(backend: Backend, email: string): Promise<string[]> {
  const rows = await backend.query<{ email: string }>(
    `select actors.email from audit join members actors on actors.id = actor_id
     where action = 'tip.confirm' and subject in (
       select 'tip:' || tips.id from tips join members on members.id = owner_id where email = $1)`,
    [email],
  );
  return rows.map((row) => row.email);
}

for (const order of ['first', 'second'] as const) {
  test(`two confirm one ticket, and who comes ${order} is not answered: it is confirmed once`, async ({
    given,
    sharedServer,
  }) => {
    const phone = await given.aPhone(sharedServer.origin);
    const member = await aNewcomer(phone, sharedServer);
    await member.startsAt('/tips/create');
    const game = await member.postsATip();
    await member.seesTip(game, 'Posted');

    const [one, two] = await Promise.all([
      anAdministratorOffline(given, sharedServer),
      anAdministratorOffline(given, sharedServer),
    ]);
    await theDeskOf(one.phone, one.person).decides(member.name, [
      { game, as: 'Void', reason: 'Abandoned.' },
    ]);
    await theDeskOf(two.phone, two.person).opensToConfirm(member.name);
    for (const { person } of [one, two]) {
      await expect(person.button('Confirm Ticket')).toBeEnabled();
    }

    // Neither sees what the other does.
    for (const { connection, phone: desk, person } of [one, two]) {
      await connection.breaks();
      await person.button('Confirm Ticket').click();
      await desk.chip(/1 saved/);
    }
    const isUnanswered = order === 'first' ? one : two;
    const lost = isUnanswered.connection.losesTheAnswerTo('PUT /api/tips/confirmTip');
    for (const { connection, phone: desk } of [one, two]) {
      await connection.mends();
      await desk.findsANetwork();
      if (connection === isUnanswered.connection) await lost;
      await desk.chip('Up to date');
      expect(await confirmersOf(sharedServer, member.email)).toEqual([one.person.email]);
    }

    const asked = isUnanswered.connection.carried('PUT /api/tips/confirmTip');
    expect(asked.length).toBeGreaterThan(1);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
    for (const { phone: desk, person } of [one, two]) {
      await expect(desk.page().getByText('This ticket has been confirmed.')).toBeVisible();
      await expect(person.button('Confirm Ticket')).toBeHidden();
    }
  });
}
