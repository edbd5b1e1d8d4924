// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { Header } from '#client/features/shell/header.tsx';
import { Footer } from '#client/features/shell/footer.tsx';
import { LogoutDialog } from '#client/features/shell/logout-dialog.tsx';
import { Shell } from '#client/features/shell/shell.tsx';
import { Outcomes } from '#client/features/shell/outcomes.tsx';
import { LiveDevice } from '#client/data/live-device.tsx';
import { tellOutcome } from '#client/data/outcomes.ts';
import { RunningContext } from '#client/data/running.ts';
import { changeSlip, emptySlip } from '#client/data/use-slip.ts';
import { readSession } from '#client/session/session.ts';
import { Configuration } from '#contract/site.ts';
import { enqueue } from '#sync/outbox.ts';
import { followSet } from '#sync/operations/follow-set.ts';
import { databases } from '../sync/support/a-device.ts';
import { WatchedFactory } from '../sync/support/a-watched-factory.ts';
import { memberId, row, ticket, tipsterId } from '../sync/support/samples.ts';
import { aPhone, aScreen, type Phone } from './support/a-screen.tsx';

async function follows(phone: Phone): Promise<void> {
  const payload = { tipsterId, following: true };
  await enqueue(phone.outbox, { memberId, operation: followSet, payload });
}

/** The databases on a phone that are somebody's. */
async function privateOn({ indexedDB }: Phone): Promise<(string | undefined)[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  return names.filter((name) => name?.includes(memberId));
}

describe('the chip in the header', () => {
  test('says that nothing is owed, and not that all is fresh before the server was heard', async () => {
    const screen = await aScreen(<Header session={undefined} />, aPhone());

    expect((await screen.link('All sent')).getAttribute('href')).toBe('/sync');
  });

  test('counts what is saved on this phone, and follows the outbox', async () => {
    const phone = aPhone();
    const screen = await aScreen(<Header session={undefined} />, phone);
    await screen.link('All sent');

    await follows(phone);

    const chip = await screen.link('1 saved');
    expect(chip.getAttribute('href')).toBe('/sync');
  });
});

describe('the header', () => {
  test('has the rooms of a visitor', async () => {
    const screen = await aScreen(<Header session={undefined} />, aPhone());

    await screen.link('Login');
    await screen.link('Sign Up');
    await screen.link('Post a tip');
    expect(screen.names('nav a')).not.toContain('My Tips');
  });

  test('has the rooms of a member', async () => {
    const phone = aPhone();
    const screen = await aScreen(<Header session={readSession()} />, phone);

    await screen.link('My Tips');
    await screen.link('Booked Ticket');
    await screen.button('My Account');
    expect(screen.names('a')).not.toContain('Login');
  });
});

describe('the footer', () => {
  test('names the age, the pages that help, and this year', async () => {
    const screen = await aScreen(<Footer />, aPhone());

    await screen.link('Terms and Conditions');
    await screen.link('Help');
    await screen.link('Privacy');
    await screen.link('Play responsibly');
    expect(screen.text()).toContain('18+');
    expect(screen.text()).toContain(`© ${new Date().getFullYear()} Touchline`);
  });

  test('links to the networks the site names, and to none of its own', async () => {
    const configuration = Configuration.parse({
      apiBaseUrl: '',
      oddsBaseUrl: '/odds',
      socialLinks: [{ name: 'Mastodon', url: 'https://social.example/@touchline' }],
    });

    const screen = await aScreen(<Footer />, aPhone(), { configuration });

    const link = await screen.link('Mastodon');
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(screen.text()).not.toMatch(/facebook|twitter/i);
  });
});

describe('logging out', () => {
  const dialog = <LogoutDialog onClose={() => undefined} />;

  test('happens at once when nothing is owed, and removes what was private', async () => {
    const phone = aPhone();
    await phone.store.tickets.put({ ...ticket(), booked: 0 });
    const screen = await aScreen(dialog, phone);

    await screen.until(() => screen.path() === '/', 'home');

    expect(readSession()).toBeUndefined();
    await screen.until(async () => (await privateOn(phone)).length === 0, 'nothing private');
  });

  test('asks first when something was not sent', async () => {
    const phone = aPhone();
    await follows(phone);
    const screen = await aScreen(dialog, phone);

    await screen.dialog('Some things were not sent yet');

    await screen.button('Send now');
    await screen.button('Delete them');
    expect(readSession()?.memberId).toBe(memberId);
  });

  test.each([
    { answer: 'Keep them sealed on this phone for me', stays: true },
    { answer: 'Delete them', stays: false },
  ])('after "$answer" the unsent stays: $stays', async ({ answer, stays }) => {
    const phone = aPhone();
    await follows(phone);
    const screen = await aScreen(dialog, phone);

    await screen.presses(answer);

    await screen.until(() => screen.path() === '/', 'home');
    const left = stays ? [`touchline-outbox-${memberId}`] : [];
    await screen.until(async () => (await privateOn(phone)).length === left.length, 'it is gone');
    expect(await privateOn(phone)).toEqual(left);
    expect(readSession()).toBeUndefined();
  });
});

describe('logging out in the middle of something', () => {
  const dialog = <LogoutDialog onClose={() => undefined} />;
  const kickOff = new Date('2026-03-02T15:00:00Z');
  const picked = (fixtureId: string) => ({
    fixtureId,
    game: 'Arsenal Vs Chelsea',
    oddsId: 1,
    kickOff,
    sportKey: 'soccer_epl',
  });

  async function aPhoneWithASlip() {
    const phone = aPhone();
    const slip = ['one', 'two', 'three'].map(picked);
    await changeSlip(phone.store, () => ({ ...emptySlip, slip }));
    return phone;
  }

  test('says that a slip is being built, and asks what shall become of it', async () => {
    const screen = await aScreen(dialog, await aPhoneWithASlip());

    await screen.says('The slip you are building holds 3 games.');

    expect(screen.names('button')).not.toContain('Send now');
    expect(readSession()?.memberId).toBe(memberId);
  });

  test('says that odds were entered and not saved', async () => {
    const phone = aPhone();
    const value = { 'fixture-1': { odd: 2.5 } };
    await phone.store.documents.put({ name: `edit-${ticket().id}`, value, fetchedAt: 0 });
    const screen = await aScreen(dialog, phone);

    const question = await screen.dialog('Some things were not sent yet');
    expect(question.textContent).toContain('The odds you entered for 1 game are not saved.');
  });

  test.each([
    { answer: 'Keep them sealed on this phone for me', left: [`touchline-${memberId}`] },
    { answer: 'Delete them', left: [] },
  ])('after "$answer" leaves $left', async ({ answer, left }) => {
    const phone = await aPhoneWithASlip();
    const screen = await aScreen(dialog, phone);

    await screen.presses(answer);

    await screen.until(() => screen.path() === '/', 'home');
    await screen.until(async () => (await privateOn(phone)).length === left.length, 'it is gone');
    expect(await privateOn(phone)).toEqual(left);
  });

  test('says so when not everything could be removed', async () => {
    aPhone();
    const disk = new WatchedFactory();
    disk.fails = ({ database, mode }) => mode === 'readwrite' && database.includes('outbox');
    const screen = await aScreen(dialog, databases(memberId, disk));

    await screen.until(() => screen.toasts.length === 1, 'a message');

    expect(screen.toasts).toMatchObject([{ tone: 'lost', title: 'You are logged out' }]);
    expect(readSession()).toBeUndefined();
    await screen.until(() => screen.path() === '/', 'home');
  });
});

describe('a start that fails', () => {
  const page = (retry: () => void = () => undefined) => (
    <RunningContext
      value={{ engine: undefined, configuration: undefined, failure: 'Server error', retry }}
    >
      <Shell>The tickets of this phone</Shell>
    </RunningContext>
  );

  test('says so above what the phone has kept, and offers another try', async () => {
    const phone = aPhone();
    await phone.store.tickets.put({ ...ticket(), booked: 0 });
    let tries = 0;
    const screen = await aScreen(
      page(() => (tries += 1)),
      phone,
    );

    await screen.says('Server error');
    expect(screen.text()).toContain('The tickets of this phone');
    await screen.presses('Retry');

    expect(tries).toBe(1);
  });

  test('is all there is to see on a phone that has nothing yet', async () => {
    const screen = await aScreen(page(), aPhone());

    await screen.says('This phone has not been here before');
    await screen.button('Retry');
    expect(screen.text()).not.toContain('The tickets of this phone');
  });

  test('is tried again by itself when there may be a line', async () => {
    const phone = aPhone();
    const device = {
      publicStore: phone.publicStore,
      member: { id: memberId, store: phone.store, outbox: phone.outbox },
    };
    let tries = 0;
    const start = async () => {
      tries += 1;
      return { failure: 'Server error' };
    };
    const screen = await aScreen(
      <LiveDevice open={() => device} start={start}>
        <Shell>The page</Shell>
      </LiveDevice>,
      phone,
    );
    await screen.says('Server error');
    expect(tries).toBe(1);

    globalThis.dispatchEvent(new Event('online'));

    await screen.until(() => tries === 2, 'another try');
  });
});

describe('what the server says about an operation', () => {
  const following = { tipsterId, following: true };
  const dropped = { dropped: [{ fixtureId: 'a', game: 'Lens Vs Brest' }] };
  const taken = [
    { kind: 'tip.post', says: { title: 'Your Tip has been created Successfully' } },
    {
      kind: 'tip.post',
      reply: dropped,
      says: { text: 'Left out, because they had kicked off: Lens Vs Brest' },
    },
    { kind: 'ticket.book', says: { title: 'Yay!', text: 'Your ticket has been booked' } },
    {
      kind: 'profile.save',
      says: {
        title: 'Profile Updated',
        text: 'Your profile has been updated. You can now post a tip',
      },
    },
    {
      kind: 'follow.set',
      payload: following,
      says: { title: 'You are now following this tipster' },
    },
    { kind: 'odds.set', says: { title: 'Odd added', text: 'Tip has been updated' } },
    { kind: 'leg.settle', says: { title: 'Game status has been set successfully' } },
    { kind: 'ticket.confirm', says: { title: 'Ticket has been successfully confirmed' } },
  ];
  const refused = [
    { kind: 'odds.set', code: 'own-ticket', says: { title: 'Error Updating Tip', text: 'No.' } },
    {
      kind: 'ticket.confirm',
      code: 'legs-undecided',
      says: { title: 'Error Confirming Ticket. Make sure all tip status has been confirmed' },
    },
    { kind: 'tip.post', code: 'fixture-started', says: { title: 'Needs you', text: 'No.' } },
  ];

  test.each(taken)('is told when $kind was taken', async ({ kind, payload, reply, says }) => {
    const screen = await aScreen(<Outcomes />, aPhone());

    tellOutcome({ operation: row({ kind, state: 'acked', payload }), reply });

    await screen.until(() => screen.toasts.length === 1, 'a message');
    expect(screen.toasts).toMatchObject([{ tone: 'won', ...says }]);
  });

  test.each(refused)('is told when $kind was refused', async ({ kind, code, says }) => {
    const screen = await aScreen(<Outcomes />, aPhone());
    const problem = { code, message: 'No.' };

    tellOutcome({ operation: row({ kind, state: 'rejected', problem }) });

    await screen.until(() => screen.toasts.length === 1, 'a message');
    expect(screen.toasts).toMatchObject([{ tone: 'lost', ...says }]);
  });

  test('is not told while it only waits for a login', async () => {
    const screen = await aScreen(<Outcomes />, aPhone());

    tellOutcome({ operation: row({ state: 'blocked', blockedBy: 'auth' }) });
    tellOutcome({ operation: row({ kind: 'ticket.book', state: 'acked' }) });

    await screen.until(() => screen.toasts.length > 0, 'a message');
    expect(screen.toasts).toMatchObject([{ title: 'Yay!' }]);
  });
});
