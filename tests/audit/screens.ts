import { expect, type Locator, type Page } from '@playwright/test';

import { fixtureList } from '#contract/fixtures/fixtures.ts';
import { poolList, poolTable } from '#contract/pools.ts';
import { demoPassword } from '#server/demo/recording.ts';

import { demoMember } from '../testing/people/demo-members.ts';
import { aCaller } from '../testing/server/api-caller.ts';
import { lastMonth } from '../testing/clock/last-month.ts';
import { securityScreens } from './security-screens.ts';
import type { Say } from '../testing/screen/screen-text.ts';

/** A page with a screen, and the function that translates its texts. */
export type Hands = { page: Page; say: Say };

export type Who = 'a visitor' | 'a newcomer' | 'a member' | 'an administrator';

/** A screen in one state: kind of person, address, and the steps that prepare the state. */
export type Screen = {
  who: Who;
  path: string;
  /** Name of the dialog or state that `prepare` opens. */
  with?: string;
  prepare?: (hands: Hands) => Promise<void>;
};

/** Ids that occur in addresses. */
export type Rows = {
  fixture: string;
  tipster: string;
  tip: string;
  pool: string;
  /** The invitation of `pool`. */
  invitation: string;
};

/** Returns ids of demo rows whose screens have content. */
export async function rowsOf(origin: string): Promise<Rows> {
  const caller = await aCaller(origin, demoMember.email, demoPassword);
  const { fixtures } = fixtureList.reply.parse(await caller.get(fixtureList.path));
  const soon = Date.now() + 60 * 60_000;
  const fixture = fixtures.find(({ kickOff }) => Date.parse(kickOff) > soon)?.id ?? '';
  const tip = idIn(await caller.get('/api/feed?limit=1'));
  const tipster = idIn(await caller.get('/api/tipsters?category=0'));
  const [pool] = poolList.reply.parse(await caller.get(poolList.path)).pools;
  const { id, invitation = '' } = poolTable.reply.parse(await caller.get(`/api/pools/${pool?.id}`));
  return { fixture, tipster, tip, pool: id, invitation };
}

/** The dialog about unsaved changes is the only layer that Back does not close. */
export const leaving = 'a question';

/** Returns every screen and its states, when the server responds normally. */
export function screensWith({ fixture, tipster, tip, pool, invitation }: Rows): Screen[] {
  return [
    ...pagesOf('a visitor', [
      '/',
      '/tipster',
      `/tipster/profile/${tipster}`,
      '/competitions',
      // The current month has no ranks in its first days; the previous month always has some.
      `/competitions?month=${lastMonth()}`,
      '/account/login',
      '/account/register',
      '/account/forgot-password',
      '/account/reset-password',
      '/account/verify-email',
      '/settings',
      '/terms',
      '/help',
      '/privacy',
      '/play-responsibly',
      '/errors/not-found',
      '/no/such/page',
      `/tip/${tip}`,
      `/fixture/${fixture}`,
      // A mailed link whose token is invalid.
      '/account/confirm-email/nonsense',
      '/account/undo-email/nonsense',
      '/account/remove-guard/nonsense',
    ]),
    { who: 'a visitor', path: '/account/login', with: 'errors', prepare: sendsNothing },
    { who: 'a visitor', path: '/account/login', with: 'a report', prepare: guessesAPassword },
    { who: 'a visitor', path: '/account/register', with: 'errors', prepare: sendsNothing },
    ...pagesOf('a newcomer', [
      '/tips/my-tips',
      '/tips/booked-ticket',
      '/tipster/edit-profile',
      '/sync',
      '/pools',
      '/pools/join',
      `/pools/join#${invitation}`,
    ]),
    ...pagesOf('a member', [
      '/',
      '/tips',
      '/tips/create',
      `/tips/details/${fixture}`,
      `/fixture/${fixture}`,
      `/tip/${tip}`,
      '/tips/my-tips',
      '/tips/booked-ticket',
      `/tipster/profile/${tipster}`,
      '/tipster/edit-profile',
      '/settings',
      '/settings/security',
      '/sync',
      '/inbox',
      '/pools',
      `/pools/${pool}`,
      // Only administrators may open this page.
      '/admin',
    ]),
    { who: 'a member', path: '/pools', with: 'errors', prepare: sendsNothing },
    { who: 'a member', path: '/', with: 'the menu', prepare: opensTheMenu },
    { who: 'a member', path: '/tips/my-tips', with: 'the sheet', prepare: opensTheSheet },
    { who: 'a member', path: '/tips', with: 'a dialog', prepare: presses('Details') },
    { who: 'a member', path: '/tips/create', with: 'a pick', prepare: picks },
    { who: 'a member', path: '/tips/create', with: 'all options', prepare: opensAllOptions },
    { who: 'a member', path: '/tips/create', with: 'an explanation', prepare: explainsEstimates },
    { who: 'a member', path: '/tips/create', with: 'the slip', prepare: opensTheSlip },
    { who: 'a member', path: '/tips/create', with: 'a message', prepare: picksTwice },
    { who: 'a member', path: '/tips/my-tips', with: 'a dialog', prepare: opensATip },
    { who: 'a member', path: '/tips/booked-ticket', with: 'a dialog', prepare: opensATip },
    { who: 'a member', path: '/tips', with: 'the filters', prepare: presses('Filters') },
    { who: 'a member', path: `/tips/details/${fixture}`, with: 'a dialog', prepare: tipsTheGame },
    { who: 'a member', path: '/tipster/edit-profile', with: leaving, prepare: opensLeaveDialog },
    ...securityScreens,
    ...pagesOf('an administrator', administratorPages),
    { who: 'an administrator', path: '/admin/prices', with: 'a question', prepare: doubtsAPrice },
    {
      who: 'an administrator',
      path: '/admin/confirm-tickets',
      with: 'games',
      prepare: choosesGames,
    },
    ...['/admin/tickets', '/admin/confirm-tickets'].flatMap((path): Screen[] => [
      { who: 'an administrator', path, with: 'a ticket', prepare: choosesATip },
      { who: 'an administrator', path, with: 'a dialog', prepare: choosesAGame },
    ]),
  ];
}

const administratorPages = [
  '/admin',
  '/admin/prices',
  '/admin/results',
  '/admin/tickets',
  '/admin/confirm-tickets',
  '/admin/corrections',
  '/admin/history',
];

/** Returns the screens that send requests for their rows. */
export function askingScreens({ fixture, tipster, tip, pool }: Rows): Screen[] {
  return [
    ...pagesOf('a visitor', [
      '/',
      '/tipster',
      `/tipster/profile/${tipster}`,
      '/competitions',
      `/tip/${tip}`,
      `/fixture/${fixture}`,
    ]),
    ...pagesOf('a member', [
      '/settings/security',
      '/tips',
      '/tips/create',
      `/tips/details/${fixture}`,
      `/fixture/${fixture}`,
      `/tip/${tip}`,
      '/tips/my-tips',
      '/tips/booked-ticket',
      '/tipster/edit-profile',
      '/pools',
      `/pools/${pool}`,
    ]),
    ...pagesOf('an administrator', administratorPages),
  ];
}

/** Returns the screens of a member who is offline on a known phone, and who posts a tip. */
export function screensWithoutALine({ fixture, tipster, pool }: Rows): Screen[] {
  return [
    ...pagesOf('a member', [
      '/',
      '/tips',
      '/tips/create',
      `/tips/details/${fixture}`,
      `/fixture/${fixture}`,
      '/tips/booked-ticket',
      '/tipster',
      `/tipster/profile/${tipster}`,
      '/competitions',
      '/settings',
      '/settings/security',
      '/pools',
      `/pools/${pool}`,
      '/admin',
    ]),
    { who: 'a member', path: '/tips/create', with: 'a tip that waits', prepare: posts },
    ...pagesOf('a member', ['/tips/my-tips', '/sync']),
    { who: 'a member', path: '/tips/my-tips', with: 'the sheet', prepare: opensTheSheet },
    { who: 'a member', path: '/sync', with: 'the logout question', prepare: logsOut },
  ];
}

/** Enters an implausible price, which the app asks to confirm. */
async function doubtsAPrice({ page, say }: Hands): Promise<void> {
  const price = page.locator('[data-price]').first();
  await price.fill('1');
  await price.press('Control+Enter');
  await expect(page.getByRole('button', { name: say('Look again'), exact: true })).toBeVisible();
}

/** Returns the name of a screen, such as "a member at /tips, with a dialog". */
export function nameOf({ who, path, with: shown }: Screen): string {
  // Ids and months are replaced, because demo rows change every day.
  const address = path
    .replace(/(details|profile|tip|pools)\/[\w-]{8,}$/, '$1/…')
    .replace(/#.+$/, '#…')
    .replace(/month=[\d-]+$/, 'month=…');
  return `${who} at ${address}${shown === undefined ? '' : `, with ${shown}`}`;
}

function pagesOf(who: Who, paths: readonly string[]): Screen[] {
  return paths.map((path) => ({ who, path }));
}

function idIn(list: unknown): string {
  const [first] = Array.isArray(list) ? list : [];
  return typeof first === 'object' && first !== null && 'id' in first ? String(first.id) : '';
}

const button = ({ page, say }: Hands, name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name: say(name), exact: true });

function presses(name: string) {
  return async (hands: Hands): Promise<void> => {
    // The key press avoids links to games that can cover the middle of a tip's button.
    await button(hands, name).first().press('Enter');
    await expect(hands.page.getByRole('dialog')).toBeVisible();
  };
}

async function sendsNothing({ page }: Hands): Promise<void> {
  await page.locator('main form [type=submit]').click();
  await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible();
}

async function guessesAPassword({ page }: Hands): Promise<void> {
  const form = page.locator('main form');
  await form.locator('input:not([type=password], [type=checkbox])').fill('nobody@example.org');
  await form.locator('[type=password]').fill('a wrong guess');
  await form.locator('[type=submit]').click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function opensTheSheet({ page }: Hands): Promise<void> {
  await page.locator('header [role=status] button').click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function opensTheMenu({ page }: Hands): Promise<void> {
  await page.locator('[popovertarget]:visible').first().click();
  await expect(page.locator('[popover]')).toBeVisible();
}

/** Returns the first game with open price keys; a started game has none. */
export function firstOpenGame(page: Page): Locator {
  // Leagues are list items, too, but have no button for further options.
  const games = page.locator('main li').filter({ has: page.locator('[aria-haspopup=dialog]') });
  return games.filter({ has: page.locator(openKey) }).first();
}

/** A query by role would also match disabled keys. */
export const openKey = 'button[aria-pressed=false]:enabled';

function keyOf(game: Locator): Locator {
  return game.locator(openKey).first();
}

async function picks({ page }: Hands): Promise<void> {
  await keyOf(firstOpenGame(page)).click();
  await expect(page.locator('main li [aria-pressed=true]').first()).toBeVisible();
}

async function opensAllOptions({ page }: Hands): Promise<void> {
  await firstOpenGame(page).locator('[aria-haspopup=dialog]').click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function explainsEstimates(hands: Hands): Promise<void> {
  await opensAllOptions(hands);
  await hands.page.locator('[data-estimate]').click();
  await expect(hands.page.getByRole('dialog', { name: hands.say('Estimated odds') })).toBeVisible();
}

async function opensTheSlip(hands: Hands): Promise<void> {
  await picks(hands);
  // On a desktop, the slip is beside the games.
  const bar = hands.page.locator(
    '[data-bar][aria-haspopup=dialog], [data-bar] [aria-haspopup=dialog]',
  );
  const slip = button(hands, 'Post Tip');
  await expect(bar.or(slip).first()).toBeVisible();
  if (await bar.isVisible()) await bar.click();
  await expect(slip).toBeVisible();
}

async function picksTwice(hands: Hands): Promise<void> {
  await picks(hands);
  await keyOf(firstOpenGame(hands.page)).click();
  await expect(messages(hands).first()).toBeVisible();
}

const messages = ({ page }: Hands) => page.locator('[data-sonner-toast]');

async function opensATip({ page }: Hands): Promise<void> {
  await page.locator('main article, main li').getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function opensLeaveDialog({ page }: Hands): Promise<void> {
  await page.locator('main form input:not([type=file])').first().fill('Somebody');
  await page.locator('header a').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function tipsTheGame({ page }: Hands): Promise<void> {
  await page.locator('main a[href$="tab=post"]').click();
  await page.locator(`main details ${openKey}`).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function choosesATip(hands: Hands): Promise<void> {
  const tips = hands.page.getByRole('list', { name: hands.say('Recent Tickets') });
  // A confirmed tip has no button.
  await tips
    .getByRole('button')
    .filter({ hasNotText: hands.say('Treated') })
    .first()
    .click();
  await expect(hands.page.getByText(hands.say('No Ticket Selected'))).toBeHidden();
}

/** Switches the list from tickets to games. */
async function choosesGames({ page, say }: Hands): Promise<void> {
  await page
    .getByRole('navigation', { name: say('Confirm Ticket') })
    .getByRole('link', { name: say('Games'), exact: true })
    .click();
  await expect(page.getByRole('main').getByRole('list').first()).toBeVisible();
}

async function choosesAGame(hands: Hands): Promise<void> {
  await choosesATip(hands);
  const details = hands.page.getByRole('region', { name: hands.say('Ticket Details') });
  await details.getByRole('listitem').getByRole('button').first().click();
  await expect(hands.page.getByRole('dialog')).toBeVisible();
}

async function posts(hands: Hands): Promise<void> {
  await opensTheSlip(hands);
  await button(hands, 'Post Tip').click();
  await expect(messages(hands).first()).toBeVisible();
}

async function logsOut(hands: Hands): Promise<void> {
  await opensTheMenu(hands);
  await button(hands, 'Logout').click();
  await expect(hands.page.getByRole('dialog')).toBeVisible();
}
