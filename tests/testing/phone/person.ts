import { expect, type Locator, type Page } from '@playwright/test';

import { demoPassword } from '#server/demo/recording.ts';

import { demoAdministrator, demoMember, demoTipsters } from '../people/demo-members.ts';
import { callerWith } from '../server/api-caller.ts';
import type { Backend } from '../server/backend.ts';
import { mailedLink } from '../outside/mailbox.ts';
import type { Phone } from './phone.ts';
import { englishPick } from '../screen/pick-words.ts';

/** A leg to pick: the game, and the option as "group - name". */
export type Pick = { game: string; option: string };

export type Names = { email: string; password: string; firstName: string; lastName: string };

/** The actions of a person with an email and a password on a phone. */
export function aPerson(phone: Phone, { email, password, firstName, lastName }: Names) {
  const page = () => phone.page();
  const heading = (name: string | RegExp) => page().getByRole('heading', { level: 1, name });
  const button = (name: string | RegExp) => page().getByRole('button', { name, exact: true });
  const field = (name: string | RegExp) => page().getByRole('textbox', { name });
  const gameRows = () => page().getByRole('button', { name: / v .*, all options$/ });
  const gamesListed = async () => gameRows().locator(':scope > .sr-only').allTextContents();
  const tipWith = (game: string): Locator =>
    page()
      .getByRole('main')
      .getByRole('article')
      .filter({ hasText: asShown(game) });

  return {
    email,
    password,
    name: `${firstName} ${lastName}`,

    async registers() {
      await phone.opens('/account/register');
      await field('User name').fill(firstName.toLowerCase());
      await field('Phone number').fill('+44 7700 900461');
      await field('Email').fill(email);
      await page().getByLabel('Password', { exact: true }).fill(password);
      await page().getByLabel('Confirm password', { exact: true }).fill(password);
      await page()
        .getByRole('checkbox', { name: /I am at least/ })
        .check();
      await button('Sign Up').click();
      await expect(page().getByText('Your registration is successful')).toBeVisible();
    },

    async followsTheMailedLink(backend: Backend) {
      await page().goto(await mailedLink(backend.dataDir, email));
      await expect(page().getByText('Email Verification Successful')).toBeVisible();
    },

    /** Opens a page with a stored session, as after a login on another day. */
    async startsAt(path: string) {
      const login = JSON.stringify(
        await callerWith(phone.origin)('POST', '/api/auth', { email, password, rememberMe: true }),
      );
      await phone.opens('/env.json');
      await page().evaluate((text) => {
        const { access_token: token, userId } = JSON.parse(text);
        localStorage.setItem('token', token);
        localStorage.setItem('userId', JSON.stringify(userId));
        localStorage.setItem('currentUser', text);
      }, login);
      await phone.opens(path);
    },

    async logsIn() {
      await phone.opens('/account/login');
      await this.logsInIfRequired();
    },

    async logsInIfRequired() {
      await expect(heading('Login To Your Account')).toBeVisible();
      await this.entersPassword(password);
      await page().waitForURL(({ pathname }) => !pathname.endsWith('/login'));
    },

    /** Starts a logout; if there are unsent changes, the app first opens a dialog. */
    async logsOut() {
      await phone.tapsInTheTopBar(button(/^My Account$/));
      await button('Logout').click();
    },

    async entersPassword(typed: string) {
      await field(/Username/).fill(email);
      await page().getByLabel('Password', { exact: true }).fill(typed);
      await button('Login').click();
    },

    async completesTheProfile() {
      await phone.opens('/tipster/edit-profile');
      await field('First Name').fill(firstName);
      await field('Last Name').fill(lastName);
      await page().getByLabel('Country').selectOption('GB');
      await field('Phone Number').fill('+44 7700 900461');
      await field('State').fill('Kent');
      await field('Address').fill('3 Harbour Street');
      await button('Save Changes').click();
    },

    /** Opens the page for new tips and waits for its games. */
    async opensCreate() {
      await page().getByRole('navigation', { name: 'Sections' }).getByText('Post').click();
      await expect(heading('Post a tip')).toBeVisible();
      await expect(gameRows().first()).toBeVisible();
    },

    /** Returns the games of the list, last kick-off first. */
    async gamesFromTheLast({ priced = true } = {}): Promise<string[]> {
      // The first page is short; the list is complete when the time of the prices is visible.
      if (priced) await expect(page().getByText(/^Odds from /)).toBeVisible();
      await expect(gameRows().first()).toBeVisible();
      const names = await gamesListed();
      return names
        .map((name) => name.replace(', all options', '').replace(' v ', ' Vs '))
        .toReversed();
    },

    /** Returns the last game with balanced prices, whose rare options have usual odds. */
    async anEvenGame(): Promise<string> {
      for (const game of await this.gamesFromTheLast()) {
        const key = await keyOf(page(), game, '1X2 - 1').textContent();
        const [price = '0'] = /\d+\.\d+/.exec(key ?? '') ?? [];
        if (Number(price) > 2 && Number(price) < 3.2) return game;
      }
      throw new Error('Every game has a favourite.');
    },

    async picks(game: string, option: string) {
      await pick(page(), game, option);
    },

    /** Taps a price key without waiting for an effect. */
    async taps(game: string, option: string) {
      await keyOf(page(), game, option).click();
    },

    /** Expects a game on the opened slip. */
    async seesOnTheSlip(game: string) {
      await expect(page().getByRole('dialog')).toContainText(asShown(game));
    },

    async reviewsTheSlip() {
      await button(/Review/).click();
      await expect(page().getByRole('dialog')).toBeVisible();
    },

    async posts() {
      await button('Post Tip').click();
    },

    async postsFromReview() {
      await this.reviewsTheSlip();
      await this.posts();
      await expect(heading('My Saved Tips')).toBeVisible();
    },

    async opensSaved() {
      await page().getByRole('navigation', { name: 'Sections' }).getByText('Tickets').click();
      await expect(heading('My Saved Tips')).toBeVisible();
    },

    async opensBooked() {
      await this.opensSaved();
      await page()
        .getByRole('navigation', { name: 'My tickets' })
        .getByRole('link', { name: /^Booked/ })
        .click();
      await expect(heading('My Booked Tickets')).toBeVisible();
    },

    /** Waits until this phone has stored tips of the member. */
    async receivesOwnTips() {
      await expect.poll(async () => page().evaluate(gamesOfOwnTips)).not.toEqual([]);
    },

    /**
     * Posts a tip on the last game without an own tip on this phone (the demo season has some);
     * returns the game.
     */
    async postsATip(list: { priced?: boolean } = {}): Promise<string> {
      if (!page().url().endsWith('/tips/create')) await this.opensCreate();
      const games = await this.gamesFromTheLast(list);
      const tipped = await page().evaluate(gamesOfOwnTips);
      const game = games.find((one) => !tipped.includes(one)) ?? '';
      await this.picks(game, '1X2 - 1');
      await this.postsFromReview();
      return game;
    },

    /** Books the tip on a game in the list of saved tips. */
    async books(game: string) {
      await tipWith(game)
        .getByRole('button', { name: /^Book Ticket/ })
        .click();
      await expect(tipWith(game)).toHaveCount(0);
    },

    /** Expects texts in the only tip card of a game. */
    async seesTip(game: string, ...words: (string | RegExp)[]) {
      await expect(tipWith(game)).toHaveCount(1);
      for (const word of words) await expect(tipWith(game)).toContainText(word);
    },

    async seesNoTip(game: string) {
      await expect(page().getByText(/No (saved tips|booked tickets) yet/)).toBeVisible();
      await expect(tipWith(game)).toHaveCount(0);
    },

    /** Expects a toast and closes it. */
    async readsMessage(words: string | RegExp) {
      const message = page()
        .getByRole('region', { name: 'Messages' })
        .getByRole('listitem')
        .filter({ hasText: words })
        .last();
      await message.getByRole('button', { name: /Close message$/ }).click();
    },

    /** Accepts the offered app update, which reloads the tab. */
    async acceptsTheNewVersion() {
      const offer = page().getByRole('listitem').filter({ hasText: 'A new version is ready' });
      const started = page().waitForEvent('load');
      await offer.getByRole('button', { name: 'Reload', exact: true }).click();
      await started;
    },

    tipWith,

    heading,
    button,
    field,
  };
}

export type Person = ReturnType<typeof aPerson>;

/** The member of the demo season, with a profile and tips. */
export function aDemoMember(phone: Phone): Person {
  return aPerson(phone, { ...demoMember, password: demoPassword });
}

/** A tipster of the demo season; each journey on a shared server uses a different one. */
export function aDemoTipster(phone: Phone, which: number): Person {
  const tipster = demoTipsters[which];
  if (!tipster) throw new Error(`The demo season has no tipster ${which}.`);
  return aPerson(phone, { ...tipster, password: demoPassword });
}

export function aDemoAdministrator(phone: Phone): Person {
  return aPerson(phone, { ...demoAdministrator, password: demoPassword });
}

/** Runs in the page: returns the games of the member's own tips on this device. */
async function gamesOfOwnTips(): Promise<string[]> {
  const known = await indexedDB.databases();
  const name = known.find((one) => one.name?.startsWith('touchline-member-'))?.name;
  if (name === undefined) return [];
  const opened = indexedDB.open(name);
  await new Promise((done) => opened.addEventListener('success', done));
  const read = opened.result.transaction('tips').objectStore('tips').getAll();
  await new Promise((done) => read.addEventListener('success', done));
  opened.result.close();
  const tips: { options: { game: string }[] }[] = read.result;
  return tips.flatMap(({ options }) => options.map(({ game }) => game));
}

async function pick(page: Page, game: string, option: string): Promise<void> {
  if (option.startsWith('1X2 - ')) {
    await keyOf(page, game, option, 'not selected').click();
    await expect(keyOf(page, game, option, 'selected')).toBeVisible();
    return;
  }
  await page.getByRole('button', { name: `${spoken(game)}, all options`, exact: true }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.locator('summary').first()).toBeVisible();
  const folded = sheet.locator('details:not([open]) > summary');
  while ((await folded.count()) > 0) await folded.first().click();
  await sheet
    .getByRole('button', {
      name: new RegExp(`^${literal(englishPick(game, option))}, .*, not selected$`),
    })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Price keys have accessible names such as "Home v Away, Match result, side, odds, state". */
function keyOf(within: Page | Locator, game: string, option: string, state = '.*'): Locator {
  const words = { '1X2 - 1': 'home 1', '1X2 - X': 'draw X', '1X2 - 2': 'away 2' }[option];
  return within.getByRole('button', {
    name: new RegExp(`^${literal(`${spoken(game)}, Match result, ${words}, `)}.*, ${state}$`),
  });
}

function spoken(game: string): string {
  return game.replace(' Vs ', ' v ');
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

export function aVisitor(phone: Phone) {
  const page = () => phone.page();
  return {
    async seesUpcomingEvents() {
      const events = page().getByRole('region', { name: 'Upcoming Events' });
      await expect(events.getByRole('listitem')).toHaveCount(3);
    },

    async seesHeading(name: string | RegExp) {
      await expect(page().getByRole('heading', { level: 1, name })).toBeVisible();
    },
  };
}

/**
 * Matches "Arsenal Vs Chelsea" as cards and slips show it: with a dash, and with short club names
 * before the full names for screen readers.
 */
export function asShown(game: string): RegExp {
  return new RegExp(game.split(' Vs ').map(literal).join('( Vs | – [^–]*)'));
}
