import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';

import { moveKickOff, tipsOf } from '../../testing/database/backend-rows.ts';
import { test } from '../../testing/phone/journey.ts';
import { aPerson, asShown, type Pick } from '../../testing/phone/person.ts';
import { onTheDesk, type Phone } from '../../testing/phone/phone.ts';
import type { Backend } from '../../testing/server/backend.ts';

test.use({ phones: 'are reopened' });

/** A season file in the format of openfootball; its name says the league. */
const season = {
  name: 'English Harbour League 2025/26',
  matches: [
    ['Northgate Rovers', 'Saltmarsh Town', '2025-08-16'],
    ['Castle Orchard', 'Mill Bridge United', '2025-08-30'],
    ['Mill Bridge United', 'Saltmarsh Town', '2025-09-06'],
    ['Northgate Rovers', 'Mill Bridge United', '2025-09-13'],
    ['Castle Orchard', 'Saltmarsh Town', '2025-09-14'],
    ['Castle Orchard', 'Northgate Rovers', '2025-09-20'],
  ].map(([team1, team2, date], index) => ({
    round: `Matchday ${index + 1}`,
    date,
    time: '15:00',
    team1,
    team2,
    ...(index === 0 && { score: { ht: [1, 0], ft: [2, 1] } }),
  })),
};

const options = ['1X2 - 1', 'O/U 2.5 - Over', 'GG/NG - GG'];

/** The text of an option on a tip card. */
function messageOf({ game, option }: Pick): string {
  if (option === '1X2 - 1') return `${game.split(' Vs ')[0]} to win`;
  return option === 'GG/NG - GG' ? 'Both teams to score' : 'Over 2.5 goals';
}

/** Appoints an administrator by the command line, and logs them in. */
async function anAdministrator(desk: Phone, backend: Backend) {
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
  const page = desk.page();
  const dialog = page.getByRole('dialog');

  /** On a page of the desk, opens the only ticket of a tipster. */
  async function opensTicketOf(path: string, tipster: string): Promise<void> {
    await desk.opens(path);
    await page
      .getByRole('list', { name: 'Recent Tickets' })
      .getByRole('button', { name: tipster })
      .click();
    await expect(page.getByText('No Ticket Selected')).toBeHidden();
  }

  async function opensGame(game: string): Promise<void> {
    const details = page.getByRole('region', { name: 'Ticket Details' });
    await details.getByRole('button', { name: asShown(game) }).click();
    await expect(dialog).toBeVisible();
  }

  return {
    async setsOdds(tipster: string, prices: readonly (Pick & { odd: string })[]) {
      await opensTicketOf('/admin/tickets', tipster);
      for (const { game, odd } of prices) {
        await opensGame(game);
        await dialog.getByRole('textbox', { name: 'Odd' }).fill(odd);
        await dialog.getByRole('button', { name: 'Add odd', exact: true }).click();
        await expect(dialog).toBeHidden();
      }
      await person.button('Edit Ticket').click();
      await person.readsMessage('Tip has been updated');
    },

    async decides(
      tipster: string,
      decisions: readonly { game: string; as: 'ACCEPT' | 'DECLINE' }[],
    ) {
      await opensTicketOf('/admin/confirm-tickets', tipster);
      for (const { game, as } of decisions) {
        await opensGame(game);
        await dialog.getByRole('button', { name: as, exact: true }).click();
        await expect(dialog).toBeHidden();
        await person.readsMessage('Game status has been set successfully');
      }
    },

    /** Confirms the ticket whose legs were just decided. */
    async confirms() {
      await person.button('Confirm Ticket').click();
      await person.readsMessage('Ticket has been successfully confirmed');
    },
  };
}

/**
 * The journey that the product is made for: a tipster in a stadium without a signal, from
 * registration to a tip that an administrator has settled.
 */
test('a tipster posts and books offline on an imported season, and an administrator settles the tip', async ({
  given,
}, testInfo) => {
  const backend = await given.aServer({ DEMO: '0' });
  const file = testInfo.outputPath('2025-26_en.1.json');
  await writeFile(file, JSON.stringify(season));
  await backend.command('fixtures', 'import', file, '--shift-to-today');
  const phone = await given.aPhone(backend.origin);
  const tipster = aPerson(phone, {
    email: 'ada@example.org',
    password: 'a long walk to the ground',
    firstName: 'Ada',
    lastName: 'Obi',
  });
  const picks: Pick[] = [];
  let game = '';

  await test.step('registers, verifies the mailed link, logs in and completes the profile', async () => {
    await tipster.registers();
    await tipster.followsTheMailedLink(backend);
    await tipster.logsIn();
    await tipster.completesTheProfile();
    await tipster.readsMessage('Your profile has been updated. You can now post a tip');
    await tipster.opensCreate();
    await phone.isReadyForOffline();
  });

  await test.step('picks games without a connection and posts: the tip is saved on this phone', async () => {
    await backend.stop();
    // These games kick off last, so none starts during the test.
    const games = await tipster.gamesFromTheLast({ priced: false });
    for (const [index, option] of options.entries()) {
      const pick = { game: games[index] ?? '', option };
      await tipster.picks(pick.game, option);
      picks.push(pick);
    }
    game = picks[0]?.game ?? '';
    await tipster.postsFromReview();
    await tipster.seesTip(game, 'Saved on this phone', '3 games');
  });

  await test.step('closes the browser and opens it again, still without a connection', async () => {
    await phone.closes();
    await phone.reopens('/tips/my-tips');
    for (const pick of picks) {
      await tipster.seesTip(pick.game, 'Saved on this phone', messageOf(pick));
    }
    await phone.chip('Offline · 1 saved');
  });

  await test.step('has exactly one tip after the server has started again', async () => {
    await backend.start();
    await phone.findsANetwork();
    await tipster.readsMessage('Your Tip has been created Successfully');
    await tipster.seesTip(game, 'Posted');
    await phone.chip('Up to date');
    expect(await tipsOf(backend, tipster.email)).toEqual([{ legs: 3, booked: false, bookings: 0 }]);
  });

  await test.step('books the tip without a connection, and the server books it once', async () => {
    await backend.stop();
    await tipster.books(game);
    await tipster.seesNoTip(game);
    await tipster.opensBooked();
    await tipster.seesTip(game, 'Saved on this phone');
    await backend.start();
    await phone.findsANetwork();
    await tipster.readsMessage('Your ticket has been booked');
    await tipster.seesTip(game, 'Pending');
    expect(await tipsOf(backend, tipster.email)).toEqual([{ legs: 3, booked: true, bookings: 1 }]);
  });

  await test.step('an administrator sets odds, accepts, declines and confirms', async () => {
    const desk = await given.aPhone(backend.origin, onTheDesk);
    const administrator = await anAdministrator(desk, backend);
    const odds = ['1.80', '2.10', '1.95'];
    await administrator.setsOdds(
      tipster.name,
      picks.map((pick, index) => ({ ...pick, odd: odds[index] ?? '' })),
    );
    for (const { game } of picks) await moveKickOff(backend, game, { inMinutes: -120 });
    await administrator.decides(
      tipster.name,
      picks.map(({ game }, index) => ({ game, as: index === 2 ? 'DECLINE' : 'ACCEPT' })),
    );
    await administrator.confirms();
  });

  await test.step('the tipster sees the settled tip with games won and lost, and a score', async () => {
    await phone.reloads();
    await tipster.seesTip(game, 'Treated', 'Lost', '7.37', '66.7%');
    for (const [word, figure] of [
      ['Total Games Won', '2'],
      ['Total Games Lost', '1'],
    ] as const) {
      const stub = tipster.tipWith(game).locator('dl > div').filter({ hasText: word });
      await expect(stub.getByRole('definition')).toHaveText(figure);
    }
  });
});
