import { expect } from '@playwright/test';

import { tipsOf } from '../support/backend-rows.ts';
import type { Backend } from '../support/backend.ts';
import { addNewcomer } from '../support/newcomer.ts';
import type { EnginePhone } from './engine-phone.ts';
import { test } from './journey.ts';
import { memberOn } from './member.ts';
import { placesOf } from './stored-words.ts';

type Login = { token: string; memberId: string; email: string };

/** Reads the login that a phone keeps. */
async function loginOn(phone: EnginePhone, email: string): Promise<Login> {
  const login = await phone.evaluate(() => ({
    token: localStorage.getItem('token') ?? 'no token',
    memberId: JSON.parse(localStorage.getItem('userId') ?? '"no id"'),
  }));
  return { ...login, email };
}

/** Waits until the phone keeps nothing of a login, and of its member only what the public lists say. */
async function keepsNothingOf(
  phone: EnginePhone,
  { token, memberId, email }: Login,
): Promise<void> {
  await phone.eventually(async () => {
    expect(await phone.evaluate(placesOf, [token, email])).toEqual([]);
    const places = await phone.evaluate(placesOf, [memberId]);
    expect(places.filter((place) => !place.startsWith('touchline/'))).toEqual([]);
  });
}

/** Pages of a member that would show another one's rows, were they still there. */
const ownPages = ['/tips/my-tips', '/tips/booked-ticket', '/sync', '/tipster/edit-profile'];

/** Opens the pages of whoever is logged in, and expects none of the words on them or in their fields. */
async function showNothingOf(phone: EnginePhone, words: readonly string[]): Promise<void> {
  for (const path of ownPages) {
    await phone.open(path);
    await phone.sees({ role: 'heading', within: { role: 'main' } });
    await phone.seesNo({ text: 'Loading' });
    const shown = await phone.evaluate(() =>
      [
        document.body.innerText,
        ...[...document.querySelectorAll('input')].map(({ value }) => value),
      ].join('\n'),
    );
    for (const word of words) expect(shown, path).not.toContain(word);
  }
}

/** A member who has the games and the app on the phone, and a tip that is not sent. */
async function leaveUnsent(phone: EnginePhone, server: Backend, goOffline: () => Promise<void>) {
  const member = memberOn(phone, await addNewcomer(server));
  await member.logIn();
  await member.openCreate();
  await phone.isReadyForOffline();
  const login = await loginOn(phone, member.email);
  await goOffline();
  const [game = ''] = await member.pickLastGames(1);
  await member.post();
  await member.seesTip(game, 'Saved on this phone');
  return { member, game, login };
}

test('wipes the login, the rows and the deleted changes of who logs out', async ({
  server,
  connection,
  openPhone,
}) => {
  const phone = await openPhone();
  const { member, login } = await leaveUnsent(phone, server, connection.breaks);
  expect(await phone.evaluate(placesOf, [login.token])).not.toEqual([]);

  await member.askToLogOut();
  await phone.click({ role: 'button', name: 'Delete them' });
  await phone.click({ role: 'button', name: 'Delete 1 change' });
  await member.isLoggedOut();
  await keepsNothingOf(phone, login);
  await phone.reopen('/tips/my-tips');
  await phone.sees({ role: 'heading', name: 'Login To Your Account' });

  await connection.mends();
  await member.logIn();
  await phone.chip('Up to date');
  expect(await tipsOf(server, member.email)).toEqual([]);
});

test('locks what one member left unsent from the next one, who sees nothing of it', async ({
  server,
  connection,
  openPhone,
}) => {
  const phone = await openPhone();
  const { member, game, login } = await leaveUnsent(phone, server, connection.breaks);
  const question = { role: 'dialog', name: 'Some changes are not sent yet' };

  await member.askToLogOut();
  await phone.reads(question, '1 change is still on this phone.');
  await phone.click({ role: 'button', name: 'Close', within: question });
  await phone.seesNo(question);
  await member.seesTip(game, 'Saved on this phone');
  await member.askToLogOut();
  await phone.click({ role: 'button', name: 'Keep them locked on this phone for me' });
  await member.isLoggedOut();
  expect(await phone.evaluate(placesOf, [login.token, member.email])).toEqual([]);

  await connection.mends();
  const next = memberOn(phone, await addNewcomer(server));
  await next.logIn();
  await next.readMessage('1 change of another member is locked on this phone');
  const words = [member.name, member.email, game, game.split(' v ')[0] ?? ''];
  await showNothingOf(phone, words);
  await connection.breaks();
  await showNothingOf(phone, words);
  expect(await tipsOf(server, member.email)).toEqual([]);
  await next.askToLogOut();
  await next.isLoggedOut();

  await connection.mends();
  await member.logIn();
  await member.openTickets();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(server, member.email)).toHaveLength(1);
});
