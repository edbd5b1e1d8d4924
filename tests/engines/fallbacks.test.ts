import { expect } from '@playwright/test';

import { tipsOf } from '../testing/database/backend-rows.ts';
import { recordMovedRows } from '../testing/screen/moved-rows.ts';
import { addNewcomer } from '../testing/people/newcomer.ts';
import type { Target } from './finder.ts';
import {
  chooseDay,
  focusedName,
  paintPicture,
  readFeatures,
  measureOverflowPx,
} from './features.ts';
import { test } from './journey.ts';
import { closeMessage } from './page-state.ts';
import { memberOn } from './member.ts';
import { postUnsentTip } from './unsent-tip.ts';

const button = (name: string | RegExp): Target => ({ role: 'button', name });

test('sends a tip posted offline when the page is opened again', async ({
  server,
  connection,
  openPhone,
}) => {
  const phone = await openPhone();
  const { member } = await postUnsentTip(phone, { server, connection });
  await phone.chip('Offline · 1 saved');
  await phone.leave();
  await connection.mends();

  await phone.open('/');

  await phone.chip('Up to date');
  expect(await tipsOf(server, member.email)).toHaveLength(1);
});

test('copies a link if there is no share sheet, and its message moves nothing on the page', async ({
  server,
  openPhone,
}) => {
  const phone = await openPhone();
  const [tip] = await server.query<{ id: string }>(
    'select id from tips where copied_from is null limit 1',
  );
  await phone.open(`/tip/${tip?.id}`);
  const { share } = await readFeatures(phone);
  // The record loads last, so the page is complete when the record's chart is shown.
  await phone.sees({ text: 'Units over time' });
  const rows = await phone.evaluate(recordMovedRows, 'main :is(a, button, h1, h2, li)');
  expect(rows).toBeGreaterThan(0);

  await phone.click(button(/^Share/));

  const copied: Target = { text: 'The link is copied' };
  await (share ? phone.seesNo(copied) : phone.sees(copied));
  await phone.evaluate(closeMessage);
  await phone.seesNo(button(/Close message$/));
  expect(await phone.evaluate(() => [...movedRows])).toEqual([]);
});

test('accepts the days of a pool, and reports a wrong order', async ({ server, openPhone }) => {
  const phone = await openPhone();
  const member = memberOn(phone, await addNewcomer(server));
  await member.logIn();
  await phone.open('/pools');
  await phone.enter({ label: 'Name' }, 'Saturday');
  await phone.click({ label: 'Other days' });
  expect(await phone.evaluate(measureOverflowPx)).toBeLessThanOrEqual(0);
  await phone.evaluate(chooseDay, 'First day', '2026-11-28');
  await phone.evaluate(chooseDay, 'Last day', '2026-11-27');
  await phone.click(button('Make the pool'));
  await phone.sees({ text: 'Not before the first day, and a year after it at most' });

  await phone.evaluate(chooseDay, 'Last day', '2026-11-29');
  await phone.click(button('Make the pool'));

  await phone.sees({ role: 'heading', name: 'Saturday' });
});

test('moves the focus into a menu and a dialog, and back', async ({ server, openPhone }) => {
  const phone = await openPhone();
  const member = memberOn(phone, await addNewcomer(server));
  const menu: Target = { role: 'navigation', name: 'My Account' };
  await member.logIn();
  await phone.open('/settings');
  await phone.sees({ role: 'heading', name: 'Settings' });
  await phone.press('Tab');
  expect(await focusedName(phone)).toBe('Skip to content');

  await phone.click(button('My Account'));
  await phone.sees(menu);
  await phone.press('Tab');
  expect(await focusedName(phone)).toBe('Profile');
  await phone.press('Escape');
  await phone.seesNo(menu);
  expect(await focusedName(phone)).toMatch(/My Account$/);

  await phone.click({ text: 'Tips', within: { role: 'navigation', name: 'Sections' } });
  const details: Target = { role: 'button', name: /^Details/, within: { role: 'main' } };
  await phone.pressEnterOn(details, { role: 'dialog' });
  for (let step = 0; step < 8; step += 1) {
    await phone.press('Tab');
    expect(await focusedName(phone, '[role=dialog]')).not.toBe('');
  }
  await phone.click(button('Close'));
  await phone.seesNo({ role: 'dialog' });
  expect(await focusedName(phone)).toMatch(/^Details: /);
});

test('uploads a picture in a format that the engine writes', async ({ server, openPhone }) => {
  const phone = await openPhone();
  const member = memberOn(phone, await addNewcomer(server));
  await member.logIn();
  await phone.open('/tipster/edit-profile');
  await phone.sees({ text: 'Choose a picture' });
  await phone.evaluate(paintPicture);
  await phone.sees({ text: 'Saved with your changes.' });

  await phone.click(button('Save Changes'));

  await phone.eventually(async () => {
    const rows = await server.query<{ picture_hash: string | null }>(
      'select picture_hash from members where email = $1',
      [member.email],
    );
    expect(rows).toEqual([{ picture_hash: expect.any(String) }]);
  });
});

test('offers only features that the engine has', async ({ server, openPhone }) => {
  const phone = await openPhone();
  const member = memberOn(phone, await addNewcomer(server));
  await phone.open('/account/login');
  const { passkeys, backgroundSync, persistence } = await readFeatures(phone);
  await phone.sees(button('Login'));
  const passkey = button('Log in with a passkey');
  await (passkeys ? phone.sees(passkey) : phone.seesNo(passkey));

  await member.logIn();
  await phone.open('/settings');

  const without: Target = { text: 'This browser sends nothing while the app is closed.' };
  await phone.sees({ text: 'See what is on this phone' });
  await (backgroundSync ? phone.seesNo(without) : phone.sees(without));
  const keep = button('Ask the browser to keep it');
  await (persistence ? phone.sees(keep) : phone.seesNo(keep));
});
