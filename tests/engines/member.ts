import { expect } from '@playwright/test';

import type { Names } from '../testing/phone/person.ts';
import type { EnginePhone } from './engine-phone.ts';
import type { Target } from './finder.ts';

const button = (name: string | RegExp): Target => ({ role: 'button', name });
const heading = (name: string | RegExp): Target => ({ role: 'heading', name });
const homeKey = (game: string, state: 'selected' | 'not selected') =>
  button(new RegExp(`^${RegExp.escape(game)}, Match result, home 1, .*, ${state}$`));
const newVersion: Target = { text: 'A new version is ready' };
const field = (label: string | RegExp): Target => ({ label });

/** A member's actions on a phone, by the texts on the screen. */
export function memberOn(phone: EnginePhone, { email, password, firstName, lastName }: Names) {
  const sections: Target = { role: 'navigation', name: 'Sections' };
  const follow = button(/^Follow(?!ing)/);
  const games = button(/ v .*, all options$/);

  return {
    name: `${firstName} ${lastName}`,
    email,

    async logIn() {
      await phone.open('/account/login');
      await phone.enter({ role: 'textbox', name: /Username/ }, email);
      await phone.enter(field('Password'), password);
      await phone.click(button('Login'));
      // After a success, the form may disappear before the account button is shown.
      await phone.eventually(async () => {
        // A busy server refuses a login; then the member tries again.
        const refusals = await phone.findAll(heading('Oops!'));
        if (refusals.length > 0) {
          await phone.click(button('close'));
          await phone.click(button('Login'));
        }
        expect(await phone.findAll(button('My Account'))).not.toEqual([]);
      });
      await phone.seesNo(heading('Login To Your Account'));
    },
    async openCreate() {
      await phone.click({ text: 'Post', within: sections });
      await phone.sees(heading('Post a tip'));
      await phone.sees(games);
    },
    /** Opens the profile of the first tipster in the list, and returns its path. */
    async openFirstTipster(): Promise<string> {
      await phone.open('/tipster');
      await phone.click({ role: 'link', name: /View Profile/ });
      await phone.sees({ role: 'region', name: 'Record' });
      await phone.sees(follow);
      return phone.evaluate(() => location.pathname);
    },
    async follow() {
      await phone.click(follow);
      await phone.sees(button(/^Following/));
    },
    async openTickets() {
      await phone.click({ text: 'Tickets', within: sections });
      await phone.sees(heading('My Saved Tips'));
    },
    /** Picks a home win in the games that kick off last, and returns their names as "Home v Away". */
    async pickLastGames(count: number): Promise<string[]> {
      await phone.sees(games);
      const keys = await phone.evaluate(namesOfHomeKeys);
      const names = [...new Set(keys)].slice(-count);
      for (const name of names) {
        await phone.click(homeKey(name, 'not selected'));
        await phone.sees(homeKey(name, 'selected'));
      }
      return names;
    },
    /** Waits until the home win of each game is picked. */
    async seesPicks(games: readonly string[]) {
      for (const game of games) await phone.sees(homeKey(game, 'selected'));
    },
    /** Fires the events of returning to the page until it offers the new version of the site. */
    async seesNewVersion() {
      await phone.eventually(async () => {
        await phone.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        expect(await phone.findAll(newVersion)).not.toEqual([]);
      });
    },
    /** Accepts the new version, and waits for the page to reload. */
    async acceptNewVersion() {
      await phone.navigate(async () => phone.click(button('Reload')));
    },
    async post() {
      await phone.click(button(/Review/));
      await phone.click(button('Post Tip'));
      await phone.sees(heading('My Saved Tips'));
    },
    /** Books the first of the saved tips. */
    async book() {
      await phone.click(button(/^Book Ticket/));
      await phone.sees({ text: /No saved tips yet/ });
    },
    /** Starts the logout; if operations are unsent, a dialog opens. */
    async requestLogout() {
      await phone.click({ role: 'button', name: /My Account$/, within: { role: 'banner' } });
      await phone.click(button('Logout'));
    },
    async isLoggedOut() {
      await phone.sees({ role: 'link', name: 'Login', within: { role: 'banner' } });
      await phone.eventually(async () => {
        expect(await phone.evaluate(() => location.pathname)).toBe('/');
      });
    },
    /** Waits for a message with this text, and closes it. */
    async readMessage(words: string) {
      await phone.click(button(new RegExp(`${RegExp.escape(words)}.*Close message$`)));
    },
    /** Waits until the only card with this game shows these texts. */
    async seesTip(game: string, ...words: readonly (string | RegExp)[]) {
      const [home = ''] = game.split(' v ');
      const main: Target = { role: 'main' };
      await phone.reads({ role: 'article', containing: home, within: main }, ...words);
    },
  };
}

/** Runs in the page: the games in which a home win can be picked, in the order of the list. */
function namesOfHomeKeys(): string[] {
  const names = [...document.querySelectorAll('button')].map(
    (button) => button.getAttribute('aria-label') ?? button.textContent ?? '',
  );
  return names.flatMap(
    (name) => /^(.+ v .+), Match result, home 1, .*, not selected$/.exec(name)?.[1] ?? [],
  );
}
