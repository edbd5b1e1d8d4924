import { expect } from '@playwright/test';

import type { Backend } from '../server/backend.ts';
import { aPerson, asShown, type Person, type Pick } from '../phone/person.ts';
import type { Phone } from '../phone/phone.ts';

/** An administrator who was appointed from the terminal and has logged in. */
export async function anAdministrator(desk: Phone, backend: Backend) {
  const person = aPerson(desk, {
    email: 'robin@example.org',
    password: 'keeper of the odds',
    firstName: 'Robin',
    lastName: 'Hale',
  });
  await person.registers();
  await person.followsTheMailedLink(backend);
  await backend.command('admin', 'grant', person.email);
  await person.logsIn();
  return theDeskOf(desk, person);
}

/** Actions of an administrator on a tip, which they find by its tipster. */
export function theDeskOf(desk: Phone, person: Person) {
  const page = () => desk.page();
  const button = (name: string | RegExp) => page().getByRole('button', { name });
  const dialog = () => page().getByRole('dialog');

  /** The newest tip of a tipster is the first result of a search for their name. */
  async function opensTipOf(path: string, tipster: string): Promise<void> {
    await desk.opens(path);
    await page().getByRole('searchbox', { name: 'Search Ticket' }).fill(tipster);
    await button('Search').click();
    await page()
      .getByRole('list', { name: 'Recent Tickets' })
      .getByRole('button', { name: tipster })
      .first()
      .click();
    await expect(page().getByText('No Ticket Selected')).toBeHidden();
  }

  async function opensGame(game: string): Promise<void> {
    const details = page().getByRole('region', { name: 'Ticket Details' });
    await details.getByRole('button', { name: asShown(game) }).click();
    await expect(dialog()).toBeVisible();
  }

  return {
    /** Enters odds, which are a draft until the tip is saved. */
    async entersOdds(tipster: string, prices: readonly (Pick & { odd: string })[]) {
      await opensTipOf('/admin/tickets', tipster);
      for (const { game, odd } of prices) {
        await opensGame(game);
        await dialog().getByRole('textbox', { name: 'Odd' }).fill(odd);
        const add = dialog().getByRole('button', { name: /Add odd|Update Tip/ });
        await add.click();
        // Odds far from the estimate need a confirmation.
        const confirmation = dialog().getByText('Is this right?');
        await expect
          .poll(async () => (await confirmation.isVisible()) || (await dialog().isHidden()))
          .toBe(true);
        if (await confirmation.isVisible()) await add.click();
        await expect(dialog()).toBeHidden();
      }
    },

    async setsOdds(tipster: string, prices: readonly (Pick & { odd: string })[]) {
      await this.entersOdds(tipster, prices);
      await button('Edit Ticket').click();
      await person.readsMessage('Tip has been updated');
    },

    async decides(
      tipster: string,
      decisions: readonly { game: string; as: 'ACCEPT' | 'DECLINE' | 'Void'; reason?: string }[],
    ) {
      await opensTipOf('/admin/confirm-tickets', tipster);
      for (const { game, as, reason = '' } of decisions) {
        await opensGame(game);
        await dialog().getByRole('textbox', { name: 'Reason' }).fill(reason);
        await dialog().getByRole('button', { name: as, exact: true }).click();
        await expect(dialog()).toBeHidden();
        await person.readsMessage('Game status has been set successfully');
      }
    },

    async opensToConfirm(tipster: string) {
      await opensTipOf('/admin/confirm-tickets', tipster);
    },

    /** Confirms the tip that was just settled. */
    async confirms() {
      await button('Confirm Ticket').click();
      await person.readsMessage('Ticket has been successfully confirmed');
    },
  };
}
