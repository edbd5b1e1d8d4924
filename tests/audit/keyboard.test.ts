import { expect, type Page } from '@playwright/test';

import { demoPassword } from '#server/demo/recording.ts';

import { type Given, test } from '../testing/phone/journey.ts';
import { aNewcomer } from '../testing/people/newcomer.ts';
import { aDemoAdministrator, aDemoMember, type Person } from '../testing/phone/person.ts';
import { onTheDesk, type Phone, type Shape } from '../testing/phone/phone.ts';
import type { Backend } from '../testing/server/backend.ts';
import { byKeyboard } from './keyboard-use.ts';
import { isLookedAt } from './selection.ts';
import { firstOpenGame } from './screens.ts';

// These journeys need more time than a check of one screen.
test.describe.configure({ timeout: 4 * 60_000 });

/** A window as narrow as a phone's on a computer with a keyboard. */
const narrow: Shape = { viewport: { width: 390, height: 844 } };

test('the login form is sent with Enter, and the focus moves to an invalid field', async ({
  given,
  sharedServer,
}) => {
  if (!isLookedAt('keyboard, login')) return;
  const phone = await given.aPhone(sharedServer.origin, onTheDesk);
  const member = aDemoMember(phone);
  const keys = byKeyboard(phone.page());
  await phone.opens('/');

  await keys.presses(
    phone.page().getByRole('banner').getByRole('link', { name: 'Login', exact: true }),
  );
  await expect(member.heading('Login To Your Account')).toBeFocused();
  await keys.types(member.field(/Username/), member.email);
  await phone.page().keyboard.press('Enter');
  await expect(phone.page().getByLabel('Password', { exact: true })).toBeFocused();
  await phone.page().keyboard.type(demoPassword);
  await keys.presses(member.button('Show Password'), 'Space');
  await expect(phone.page().getByLabel('Password', { exact: true })).toHaveValue(demoPassword);
  await keys.presses(member.button('Login'));

  await phone.page().waitForURL(({ pathname }) => !pathname.endsWith('/login'));
});

test('a tip is picked, posted and booked, then priced, settled and confirmed by keyboard', async ({
  given,
  sharedServer,
}) => {
  if (!isLookedAt('keyboard, slip, book and confirm')) return;
  const { member, keys, page } = await somebodyAtTheKeys(
    given,
    sharedServer,
    '/tips/create',
    narrow,
  );
  const [game = ''] = await test.step('picks a game, removes it and picks it again', async () => {
    const games = await member.gamesFromTheLast();
    const key = firstOpenGame(page).getByRole('button', { name: /, Match result, home 1,/ });
    await keys.presses(key, 'Space');
    await expect(key).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Space');
    await expect(key).toHaveAttribute('aria-pressed', 'false');
    return games;
  });

  await test.step('opens all options of a game; Esc closes them, and a pick does', async () => {
    const more = member.button(`${game.replace(' Vs ', ' v ')}, all options`);
    await keys.opensAndCloses(more);
    await keys.presses(more);
    const dialog = page.getByRole('dialog');
    await keys.staysIn(dialog);
    await keys.presses(dialog.getByRole('button', { name: /^Draw, / }), 'Space');
    await expect(dialog).toBeHidden();
  });

  await test.step('reviews the slip: removes, undoes, stakes, and posts', async () => {
    const review = member.button(/Review/);
    await keys.opensAndCloses(review);
    await keys.opensAndCloses(review, 'its button');
    await keys.presses(review);
    const slip = page.getByRole('dialog', { name: 'Stake Slip' });
    await keys.presses(slip.getByRole('button', { name: /^Remove/ }), 'Space');
    await expect(slip.getByRole('button', { name: 'Undo', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(slip.getByRole('button', { name: /^Remove/ })).toBeFocused();
    await keys.presses(slip.getByRole('button', { name: '7', exact: true }), 'Space');
    await keys.types(slip.getByRole('textbox', { name: /Analysis/ }), 'By keys alone.');
    await keys.presses(slip.getByRole('button', { name: 'Post Tip', exact: true }));
    await expect(member.heading('My Saved Tips')).toBeFocused();
  });

  await test.step('closes the message and books the ticket', async () => {
    const message = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
    await keys.presses(message.getByRole('button', { name: /Close message$/ }).first());
    const book = member.tipWith(game).getByRole('button', { name: /^Book Ticket/ });
    await keys.opensAndCloses(member.tipWith(game).getByRole('button', { name: /1 game/ }));
    await keys.presses(book);
    // The booked tip has left this list, together with the button that had the focus.
    await expect(member.heading('My Saved Tips')).toBeFocused();
    await keys.presses(
      page.getByRole('navigation', { name: 'My tickets' }).getByRole('link', { name: /^Booked/ }),
    );
    await expect(member.tipWith(game)).toBeVisible();
  });

  await test.step('an administrator prices, decides and confirms it', async () => {
    const desk = await given.aPhone(sharedServer.origin, onTheDesk);
    const administrator = aDemoAdministrator(desk);
    await administrator.startsAt('/admin');
    await administratesByKeys(desk, administrator, member.name);
  });
});

test('tips are filtered and read, and the dialog closes with its button', async ({
  given,
  sharedServer,
}) => {
  if (!isLookedAt('keyboard, feed')) return;
  const { keys, page } = await somebodyAtTheKeys(given, sharedServer, '/tips', narrow);
  const searchButton = page.getByRole('main').getByRole('button', { name: /^Search Tipster/ });
  const sheet = page.getByRole('dialog', { name: 'Find tips' });
  const details = page
    .getByRole('main')
    .getByRole('button', { name: /^Details/ })
    .first();

  await keys.opensAndCloses(searchButton);
  await looksFor('nobody of that name');
  await expect(details).toBeHidden();
  await looksFor('');
  await keys.opensAndCloses(details, 'its button');

  async function looksFor(name: string): Promise<void> {
    await keys.presses(searchButton);
    await keys.types(sheet.getByRole('searchbox', { name: 'Search Tipster' }), name);
    await page.keyboard.press('Enter');
    await expect(sheet).toBeHidden();
    await expect(searchButton).toBeFocused();
  }
});

test('leagues and kinds of tips are one tab stop each, and arrow keys follow the reading direction', async ({
  given,
  sharedServer,
}) => {
  if (!isLookedAt('keyboard, leagues and kinds of tips')) return;
  const phone = await given.aPhone(sharedServer.origin, onTheDesk);
  await aDemoMember(phone).startsAt('/tips/create');
  const page = phone.page();
  const keys = byKeyboard(page);
  const group = page.getByRole('radiogroup').first();
  const leagues = group.getByRole('radio');

  await keys.reaches(leagues.first());
  await page.keyboard.press('ArrowDown');
  await expect(leagues.nth(1)).toBeFocused();
  await expect(leagues.nth(1)).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(group.locator(':focus')).toHaveCount(0);

  await phone.opens('/tips');
  await keys.reaches(leagues.first());
  await page.keyboard.press('ArrowRight');
  await expect(leagues.nth(1)).toBeFocused();
  await expect(leagues.nth(1)).toBeChecked();

  await phone.opens('/settings');
  await page.locator('#language').selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await phone.opens('/tips');
  await keys.reaches(leagues.first());
  await page.keyboard.press('ArrowLeft');
  await expect(leagues.nth(1)).toBeFocused();
  await expect(leagues.nth(1)).toBeChecked();
});

test('a tipster is found and followed', async ({ given, sharedServer }) => {
  if (!isLookedAt('keyboard, tipsters')) return;
  const { member, keys, page } = await somebodyAtTheKeys(given, sharedServer, '/tipster', narrow);

  await keys.presses(page.getByRole('link', { name: /View Profile/ }).first());
  const follow = member.button(/^Follow/);
  await keys.presses(follow, 'Space');
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await keys.chooses(
    page.getByRole('group', { name: 'Time' }),
    page.getByLabel('All', { exact: true }),
  );
  await keys.presses(page.locator('summary').first());
  await expect(page.locator('details[open]').first()).toBeVisible();
});

test('a profile is edited, and a dialog warns about unsaved changes', async ({
  given,
  sharedServer,
}) => {
  if (!isLookedAt('keyboard, profile')) return;
  const at = '/tipster/edit-profile';
  const { member, keys, page } = await somebodyAtTheKeys(given, sharedServer, at, onTheDesk);

  await keys.types(member.field('State'), 'By the sea');
  await keys.presses(page.getByRole('banner').getByRole('link', { name: 'Tipsters', exact: true }));
  const leaveDialog = page.getByRole('dialog');
  await expect(leaveDialog.locator(':focus')).toHaveCount(1);
  await keys.staysIn(leaveDialog);
  await page.keyboard.press('Escape');
  await expect(leaveDialog).toBeHidden();
  await keys.presses(member.button('Save Changes'));

  await page.waitForURL(({ pathname }) => pathname === '/');
  await expect(page.locator('main h1')).toBeFocused();
});

test('language and theme are chosen without losing the focus', async ({ given, sharedServer }) => {
  if (!isLookedAt('keyboard, settings')) return;
  const phone = await given.aPhone(sharedServer.origin, narrow);
  await phone.opens('/settings');
  const page = phone.page();
  const keys = byKeyboard(page);

  await keys.chooses(page.getByRole('group', { name: 'Theme' }), page.getByLabel('Dark'));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
  await keys.reaches(page.locator('#language'));
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.locator('#language')).toBeFocused();
});

test('a tip is posted from the page of a game', async ({ given, sharedServer }) => {
  if (!isLookedAt('keyboard, a game')) return;
  const { member, keys, page } = await somebodyAtTheKeys(given, sharedServer, '/', narrow);

  await keys.presses(page.getByRole('link', { name: /\d+ tips?/ }).last());
  await keys.presses(page.getByRole('link', { name: 'Post Tip', exact: true }));
  const key = page.getByRole('button', { name: /^Draw, / });
  await keys.opensAndCloses(key);
  await keys.presses(key, 'Space');
  await keys.presses(
    page.getByRole('dialog').getByRole('button', { name: 'Post Tip', exact: true }),
  );
  await expect(member.heading('My Saved Tips')).toBeFocused();
});

/** A new member who uses only the keyboard. */
async function somebodyAtTheKeys(given: Given, sharedServer: Backend, path: string, shape: Shape) {
  const phone = await given.aPhone(sharedServer.origin, shape);
  const member = await aNewcomer(phone, sharedServer);
  await member.startsAt(path);
  const page = phone.page();
  await page.locator('main h1').waitFor();
  return { phone, member, page, keys: byKeyboard(page) };
}

/** Enters odds and a result for a tipster's newest tip, and confirms the tip. */
async function administratesByKeys(desk: Phone, { button }: Person, tipster: string) {
  const page: Page = desk.page();
  const keys = byKeyboard(page);
  const dialog = page.getByRole('dialog');
  const game = page.getByRole('region', { name: 'Ticket Details' }).getByRole('listitem');

  await keys.presses(page.getByRole('main').getByRole('link', { name: /Update Ticket Odds/ }));
  await findsTheTip();
  await keys.opensAndCloses(game.getByRole('button').first());
  await keys.presses(game.getByRole('button').first());
  await keys.types(dialog.getByRole('textbox', { name: 'Odd' }), '1.95');
  await page.keyboard.press('Enter');
  const leaveDialog = dialog.getByText('Is this right?');
  await expect
    .poll(async () => (await leaveDialog.isVisible()) || (await dialog.isHidden()))
    .toBe(true);
  if (await leaveDialog.isVisible()) {
    await keys.presses(dialog.getByRole('button', { name: /Add odd|Update Tip/ }));
  }
  await expect(dialog).toBeHidden();
  await keys.presses(button('Edit Ticket'));
  await expect(page.locator('[data-announcements]')).toContainText('Tip has been updated');

  // Goes back three pages: from the tip, the search and the desk.
  for (let step = 0; step < 3; step += 1) await page.goBack();
  await keys.presses(page.getByRole('main').getByRole('link', { name: /Confirm Ticket/ }));
  await findsTheTip();
  await keys.presses(game.getByRole('button').first());
  await keys.types(dialog.getByRole('textbox', { name: 'Reason' }), 'The stand is closed.');
  await keys.presses(dialog.getByRole('button', { name: 'Void', exact: true }));
  await expect(dialog).toBeHidden();
  await keys.presses(button('Confirm Ticket'));
  await expect(page.locator('[data-announcements]')).toContainText('successfully confirmed');

  async function findsTheTip(): Promise<void> {
    await keys.types(page.getByRole('searchbox', { name: 'Search Ticket' }), tipster);
    await page.keyboard.press('Enter');
    const tips = page.getByRole('list', { name: 'Recent Tickets' }).getByRole('button');
    await expect(tips).toHaveCount(1);
    await keys.presses(tips.first());
    await expect(page.getByText('No Ticket Selected')).toBeHidden();
  }
}
