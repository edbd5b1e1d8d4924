import { asShown, type Names } from '../testing/phone/person.ts';
import type { EnginePhone } from './engine-phone.ts';
import type { Target } from './finder.ts';
import { memberOn } from './member.ts';

const button = (name: string | RegExp): Target => ({ role: 'button', name });
const main: Target = { role: 'main' };

/** An administrator's actions on the desk. A game is named "Home Vs Away". */
export function administratorOn(phone: EnginePhone, names: Names) {
  const member = memberOn(phone, names);
  const desk: Target = { role: 'navigation', name: 'Desk' };

  /** Opens a page of the desk by the name of its tab. */
  async function openPage(name: 'Odds' | 'Results' | 'Confirm'): Promise<void> {
    await phone.click({ role: 'link', name, within: desk });
  }

  return {
    ...member,

    /** Opens the desk and waits until its rows and the app are stored for use without a connection. */
    async openDesk() {
      await phone.open('/admin');
      await phone.sees({ text: /open tickets are on this phone/ });
      await phone.isReadyForOffline();
    },

    /** Types odds into a game's fields whose labels match, in their order on the page, then saves. */
    async setPrices(game: string, fields: RegExp, odds: readonly string[]) {
      await openPage('Odds');
      const form: Target = { role: 'form', name: asShown(game) };
      await phone.click(button(asShown(game)));
      await phone.isFocused({ label: fields, within: form });
      for (const odd of odds) {
        await phone.type(odd);
        await phone.press('Enter');
      }
    },

    /** Types a result digit by digit, each into the next box, and saves it with Enter. */
    async enterResult(game: string, digits: string) {
      const [home = ''] = game.split(' Vs ');
      await openPage('Results');
      const form: Target = { role: 'form', name: asShown(game) };
      await phone.click({ role: 'textbox', name: `Half-time: ${home}`, within: form });
      await phone.type(digits);
      await phone.press('Enter');
    },

    /** Accepts the result that the rules propose for every option of a game. */
    async settle(game: string) {
      await openPage('Confirm');
      await phone.click({ role: 'link', name: 'Games', within: main });
      const [home = '', away = ''] = game.split(' Vs ');
      const row = button(new RegExp(`${RegExp.escape(home)}.*${RegExp.escape(away)}`));
      await phone.click({ ...row, within: { role: 'list', within: main } });
      await phone.click(button(/^Accept (all )?\d+ legs?$/));
    },

    /** Returns to the list of games; a phone shows only the list or one game. */
    async closeGame() {
      await phone.click(button('All games'));
    },

    /** Confirms all tickets that are ready, after their summary is shown. */
    async confirmReady() {
      const summary: Target = { role: 'dialog', name: /^Confirm \d+ tickets?$/ };
      await phone.click(button(/^Confirm \d+ tickets?$/));
      await phone.sees({ role: 'heading', name: /tipsters?$/, within: summary });
      const confirm: Target = { role: 'button', name: 'Confirm', within: summary };
      await phone.isFocused(confirm);
      await phone.press('Enter');
      await phone.seesNo(summary);
    },
  };
}
