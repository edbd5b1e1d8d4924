import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { demoMember, demoPassword } from '#server/fixtures/demo/people.ts';

import { aBackend } from './backend-process.ts';
import { aCaller, postsTips } from './over-the-wire.ts';
import { aDemoAdministrator, aDemoMember, aPerson, type Person } from './person.ts';
import { aPhone, inTheHand, onTheDesk, type Phone, type Shape } from './phone.ts';

// Draws every screen as a phone and a desk show it, by day and by night, into shots/.

const folder = join(import.meta.dirname, '..', '..', 'shots');
const shapes: Record<string, Shape> = { phone: inTheHand, desk: onTheDesk };

/** A screen's name, its address, and what is done on it before it is drawn. */
type Shot = [name: string, path: string, prepare?: (person: Person, phone: Phone) => Promise<void>];

const ofAVisitor: Shot[] = [
  ['home', '/'],
  ['tipsters', '/tipster'],
  ['competitions', '/competitions'],
  ['login', '/account/login'],
  ['login-errors', '/account/login', async (person) => person.button('Login').click()],
  ['register', '/account/register'],
  ['verify-email', '/account/verify-email/not-a-token'],
  ['help', '/help'],
  ['terms', '/terms'],
  ['privacy', '/privacy'],
  ['play-responsibly', '/play-responsibly'],
  ['not-found', '/no/such/page'],
];

const ofAMember: Shot[] = [
  ['tips', '/tips'],
  ['create', '/tips/create'],
  ['create-picked', '/tips/create', picksTwo],
  ['create-options', '/tips/create', opens(/more options$/, 1)],
  ['create-slip', '/tips/create', opensTheSlip],
  ['my-tips', '/tips/my-tips'],
  ['my-tips-details', '/tips/my-tips', opens('Book Ticket')],
  ['booked', '/tips/booked-ticket'],
  ['booked-details', '/tips/booked-ticket', opens(/games? ·/)],
  ['edit-profile', '/tipster/edit-profile'],
  ['sync', '/sync'],
  ['account-menu', '/', async ({ button }) => button(/Account/).click()],
];

const ofAnAdministrator: Shot[] = [
  ['admin', '/admin'],
  ['admin-tickets', '/admin/tickets'],
  ['admin-tickets-open', '/admin/tickets', opensFirstTicket],
  ['admin-tickets-odds', '/admin/tickets', opensFirstGame],
  ['admin-confirm', '/admin/confirm-tickets'],
  ['admin-confirm-open', '/admin/confirm-tickets', opensFirstTicket],
  ['admin-confirm-status', '/admin/confirm-tickets', opensFirstGame],
];

const withoutALine: Shot[] = [
  ['offline-home', '/'],
  ['offline-create', '/tips/create'],
  ['offline-queued', '/tips/create', posts],
  ['offline-sync', '/sync'],
];

const ofANewcomer: Shot[] = [
  ['empty-my-tips', '/tips/my-tips'],
  ['empty-booked', '/tips/booked-ticket'],
  ['empty-profile', '/tipster/edit-profile'],
  ['empty-sync', '/sync'],
];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const backend = await aBackend({ DEMO: '1' });
const phones: Phone[] = [];
try {
  await backend.start();
  await postsTips(backend.origin, await aCaller(backend.origin, demoMember.email, demoPassword), 3);
  const members: [name: string, phone: Phone][] = [];
  for (const [name, shape] of Object.entries(shapes)) {
    const open = async () => {
      const phone = await aPhone(backend.origin, shape);
      phones.push(phone);
      return phone;
    };
    await draw(name, await open(), ofAVisitor, aDemoMember);

    const member = await open();
    await aDemoMember(member).logsIn();
    await draw(name, member, ofAMember, aDemoMember);
    await member.isReadyForOffline();
    members.push([name, member]);

    const administrator = await open();
    await aDemoAdministrator(administrator).logsIn();
    await draw(name, administrator, ofAnAdministrator, aDemoAdministrator);

    const newcomer = await open();
    await aNewcomer(name)(newcomer).registers();
    await aNewcomer(name)(newcomer).logsIn();
    await draw(name, newcomer, ofANewcomer, aNewcomer(name));
  }
  await backend.stop();
  for (const [name, member] of members) await draw(name, member, withoutALine, aDemoMember);
} finally {
  for (const phone of phones) await phone.remove();
  await backend.remove();
}

async function draw(
  shape: string,
  phone: Phone,
  shots: readonly Shot[],
  who: (phone: Phone) => Person,
): Promise<void> {
  for (const [name, path, prepare] of shots) {
    await phone.opens(path);
    await phone.settles();
    // A screen that is not built, or has changed, is worth a line and not the rest of the pictures.
    await prepare?.(who(phone), phone).catch((error: unknown) => {
      console.log(`${shape} ${name}: ${error instanceof Error ? error.message : String(error)}`);
    });
    for (const colorScheme of ['dark', 'light'] as const) {
      await phone.page().emulateMedia({ colorScheme });
      const path = join(folder, `${name}-${shape}-${colorScheme}.png`);
      await phone.page().screenshot({ path, animations: 'disabled' });
    }
  }
}

function aNewcomer(shape: string) {
  return (phone: Phone) =>
    aPerson(phone, {
      email: `newcomer-${shape}@example.org`,
      password: 'a long walk to the ground',
      firstName: 'Nia',
      lastName: 'Newcomer',
    });
}

async function picksTwo(person: Person): Promise<void> {
  const games = await person.gamesFromTheLast();
  // The first games stand where the picture is taken.
  for (const game of games.slice(-4, -2)) await person.picks(game, '1X2 - 1');
}

async function opensTheSlip(person: Person, phone: Phone): Promise<void> {
  if (isInTheHand(phone)) await person.reviewsTheSlip();
}

async function posts(person: Person, phone: Phone): Promise<void> {
  await opensTheSlip(person, phone);
  await person.posts();
  await phone.page().getByRole('article').first().waitFor();
}

/** Taps a button that opens a dialog: the first of its name, or a later one. */
function opens(name: string | RegExp, which = 0) {
  return async (person: Person, phone: Phone): Promise<void> => {
    await person.button(name).nth(which).click();
    await phone.page().getByRole('dialog').waitFor();
  };
}

async function opensFirstTicket(_: Person, phone: Phone): Promise<void> {
  const list = phone.page().getByRole('list', { name: 'Recent Tickets' });
  await list.getByRole('button').first().click();
  await phone.page().getByText('No Ticket Selected').waitFor({ state: 'hidden' });
}

async function opensFirstGame(person: Person, phone: Phone): Promise<void> {
  await opensFirstTicket(person, phone);
  const details = phone.page().getByRole('region', { name: 'Ticket Details' });
  await details.getByRole('listitem').getByRole('button').first().click();
  await phone.page().getByRole('dialog').waitFor();
}

function isInTheHand(phone: Phone): boolean {
  return phone.page().viewportSize()?.width === inTheHand.viewport?.width;
}
