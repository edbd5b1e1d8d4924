import { expect } from '@playwright/test';

import { tipsOf } from '../testing/database/backend-rows.ts';
import { addNewcomer } from '../testing/people/newcomer.ts';
import type { EnginePhone } from './engine-phone.ts';
import { test } from './journey.ts';
import { memberOn } from './member.ts';
import { readPageState } from './page-state.ts';
import { findStoredWords } from './stored-words.ts';
import { postUnsentTip } from './unsent-tip.ts';

type Login = { token: string; memberId: string; email: string };

/** Reads the login that a phone has stored. */
async function loginOn(phone: EnginePhone, email: string): Promise<Login> {
  const login = await phone.evaluate(() => ({
    token: localStorage.getItem('token') ?? '',
    memberId: JSON.parse(localStorage.getItem('userId') ?? '""'),
  }));
  expect(login).toEqual({
    token: expect.stringMatching(/./),
    memberId: expect.stringMatching(/./),
  });
  return { ...login, email };
}

/** Waits until nothing of a login is stored, and only the public lists still contain rows of its member. */
async function waitForRemoval(
  phone: EnginePhone,
  { token, memberId, email }: Login,
): Promise<void> {
  await phone.eventually(async () => {
    expect(await phone.evaluate(findStoredWords, [token, email])).toEqual([]);
    const locations = await phone.evaluate(findStoredWords, [memberId]);
    expect(locations.filter((location) => !location.startsWith('touchline/'))).toEqual([]);
  });
}

/** The pages that would show another member's rows if those were still stored. */
const ownPages = ['/tips/my-tips', '/tips/booked-ticket', '/sync', '/tipster/edit-profile'];

/** Opens the member's own pages, and expects none of these words in texts or fields. */
async function expectNothingOf(phone: EnginePhone, words: readonly string[]): Promise<void> {
  for (const path of ownPages) {
    await phone.open(path);
    await phone.sees({ role: 'heading', within: { role: 'main' } });
    await phone.eventually(async () => {
      const { skeletons } = await phone.evaluate(readPageState);
      expect(skeletons, path).toBe(0);
    });
    const shown = await phone.evaluate(() =>
      [
        document.body.innerText,
        ...[...document.querySelectorAll('input')].map(({ value }) => value),
      ].join('\n'),
    );
    for (const word of words) expect(shown, path).not.toContain(word);
  }
}

test('deletes the login, the rows and the discarded changes at logout', async ({
  server,
  connection,
  openPhone,
}) => {
  const phone = await openPhone();
  const { member } = await postUnsentTip(phone, { server, connection });
  const login = await loginOn(phone, member.email);
  expect(await phone.evaluate(findStoredWords, [login.token])).not.toEqual([]);

  await member.requestLogout();
  await phone.click({ role: 'button', name: 'Delete them' });
  await phone.click({ role: 'button', name: 'Delete 1 change' });
  await member.isLoggedOut();
  await waitForRemoval(phone, login);
  await phone.reopen('/tips/my-tips');
  await phone.sees({ role: 'heading', name: 'Login To Your Account' });

  await connection.mends();
  await member.logIn();
  await phone.chip('Up to date');
  expect(await tipsOf(server, member.email)).toEqual([]);
});

test('locks the unsent changes of one member, and shows the next member nothing of them', async ({
  server,
  connection,
  openPhone,
}) => {
  const phone = await openPhone();
  const { member, game } = await postUnsentTip(phone, { server, connection });
  const login = await loginOn(phone, member.email);
  const unsentDialog = { role: 'dialog', name: 'Some changes are not sent yet' };

  await member.requestLogout();
  await phone.reads(unsentDialog, '1 change is still on this phone.');
  await phone.click({ role: 'button', name: 'Close', within: unsentDialog });
  await phone.seesNo(unsentDialog);
  await member.seesTip(game, 'Saved on this phone');
  await member.requestLogout();
  await phone.click({ role: 'button', name: 'Keep them locked on this phone for me' });
  await member.isLoggedOut();
  expect(await phone.evaluate(findStoredWords, [login.token, member.email])).toEqual([]);

  await connection.mends();
  const next = memberOn(phone, await addNewcomer(server));
  await next.logIn();
  await next.readMessage('1 change of another member is locked on this phone');
  const words = [member.name, member.email, game, game.split(' v ')[0] ?? ''];
  await expectNothingOf(phone, words);
  await connection.breaks();
  await expectNothingOf(phone, words);
  expect(await tipsOf(server, member.email)).toEqual([]);
  await next.requestLogout();
  await next.isLoggedOut();

  await connection.mends();
  await member.logIn();
  await member.openTickets();
  await member.seesTip(game, 'Posted');
  expect(await tipsOf(server, member.email)).toHaveLength(1);
});
