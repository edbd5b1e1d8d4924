// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { LogoutDialog } from '#client/features/shell/logout-dialog.tsx';
import { changeSlip, emptySlip } from '#client/data/tips/slip.ts';
import { assignAim, signUpToFollow, takeAim } from '#client/session/aim.ts';
import { readSession } from '#client/session/session.ts';
import { enqueue } from '#sync/outbox/outbox.ts';
import { databaseOf } from '#sync/storage/member-store.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { WatchedFactory } from '../../../testing/engine/a-watched-factory.ts';
import {
  memberId,
  problem,
  row,
  serverTip,
  tipPayload,
  tipsterId,
} from '../../../testing/engine/samples.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';
import { savedFiles } from '../../../testing/components/saved-files.ts';

async function follows(phone: Phone): Promise<void> {
  const payload = { tipsterId, following: true };
  await enqueue(phone.store, { memberId, kind: 'follow.set', payload });
}

async function tips(phone: Phone, game: string): Promise<void> {
  const [option] = tipPayload().options;
  const payload = tipPayload({ options: option ? [{ ...option, game }] : [] });
  await enqueue(phone.store, { memberId, kind: 'tip.post', payload });
}

/** The dialog until it is closed. */
function Dismissible() {
  const [open, setOpen] = useState(true);
  return open && <LogoutDialog onClose={() => setOpen(false)} />;
}

/** The names of the phone's private databases. */
async function privateOn({ indexedDB }: Phone): Promise<(string | undefined)[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  return names.filter((name) => name?.includes(memberId));
}

describe('logging out', () => {
  const dialog = <LogoutDialog onClose={() => undefined} />;

  test('happens at once when nothing is pending, and removes what was private', async () => {
    const phone = aPhone();
    await phone.store.tips.put({ ...serverTip(), booked: 0 });
    const aim = signUpToFollow(tipsterId);
    aim.onClick();
    assignAim(aim.search, { memberId, email: undefined });
    const screen = await aScreen(dialog, phone);

    await screen.until(() => screen.path() === '/', 'home');

    expect(readSession()).toBeUndefined();
    expect(takeAim(memberId)).toBe(false);
    await screen.until(async () => (await privateOn(phone)).length === 0, 'nothing private');
  });

  test('asks about one change or about several', async () => {
    const phone = aPhone();
    await follows(phone);
    const one = await aScreen(dialog, phone);
    await one.shows('1 change is still on this phone. What should happen to it?');
    one.leaves();

    await tips(phone, 'Lens Vs Brest');
    const several = await aScreen(dialog, phone);

    await several.shows('2 changes are still on this phone. What should happen to them?');
    expect(await several.pending()).toHaveLength(2);
  });

  test('asks first when something was not sent', async () => {
    const phone = aPhone();
    await follows(phone);
    const screen = await aScreen(dialog, phone);

    await screen.dialog('Some changes are not sent yet');

    await screen.button('Send now');
    await screen.button('Delete them');
    expect(readSession()?.memberId).toBe(memberId);
  });

  test.each([
    { games: ['Arsenal Vs Chelsea'], more: '' },
    { games: ['Arsenal Vs Chelsea', 'Leeds Vs Everton', 'Fulham Vs Burnley'], more: '' },
    {
      games: [
        'Arsenal Vs Chelsea',
        'Leeds Vs Everton',
        'Fulham Vs Burnley',
        'Gent Vs Genk',
        'Ajax Vs PSV',
      ],
      more: '2 more',
    },
  ])('names three changes at most, and how many more there are: $games', async (row) => {
    const phone = aPhone();
    for (const game of row.games) await tips(phone, game);
    const screen = await aScreen(dialog, phone);

    const question = await screen.dialog('Some changes are not sent yet');

    const list = question.querySelector('[aria-label="On this phone"]');
    const named = [...(list?.children ?? [])].map(({ textContent }) => textContent ?? '');
    expect(named).toEqual([
      ...row.games.slice(0, 3).map((game) => expect.stringContaining(game.replace(' Vs ', ' – '))),
      ...(row.more === '' ? [] : [row.more]),
    ]);
  });

  test('closed, leaves them logged in, and what was not sent where it is', async () => {
    const phone = aPhone();
    await follows(phone);
    const screen = await aScreen(<Dismissible />, phone);
    await screen.dialog('Some changes are not sent yet');

    await screen.presses('Close');

    await screen.until(() => screen.names('[role=dialog]').length === 0, 'no question');
    expect(readSession()?.memberId).toBe(memberId);
    expect(await screen.pending()).toHaveLength(1);
    expect(await privateOn(phone)).toEqual([databaseOf(memberId)]);
    expect(screen.path()).toBe('/here');
  });

  test('offers first what loses nothing, and explains every answer', async () => {
    const phone = aPhone();
    await follows(phone);
    const screen = await aScreen(dialog, phone);

    const keep = await screen.button('Keep them locked on this phone for me');

    await screen.until(() => document.activeElement === keep, 'the focus');
    expect(screen.text()).toContain('Nobody else sees it. It is sent when you log in here');
    expect(screen.text()).toContain('You are logged out once all of it has arrived.');
    expect(screen.text()).toContain('They are not sent, and nobody can bring them back.');
  });

  test('deletes nothing before it was asked once more, with the number', async () => {
    const phone = aPhone();
    await follows(phone);
    const screen = await aScreen(dialog, phone);

    await screen.presses('Delete them');

    await screen.shows('1 change is deleted for good, and you are logged out.');
    expect(await screen.pending()).toHaveLength(1);
    await screen.presses('Keep it');
    const remove = await screen.button('Delete them');
    await screen.until(() => document.activeElement === remove, 'the focus');
    expect(readSession()?.memberId).toBe(memberId);
  });

  test('saves a file of what was not sent, and asks on', async () => {
    const phone = aPhone();
    await follows(phone);
    const files = savedFiles();
    const screen = await aScreen(dialog, phone);

    await screen.presses('Save them as a file');

    await screen.until(() => files.length === 1, 'a file');
    expect(await files[0]?.text()).toContain('follow.set');
    expect(await files[0]?.text()).not.toContain(localStorage.getItem('token'));
    await screen.dialog('Some changes are not sent yet');
  });

  test('sends nothing that was refused, and says where to look', async () => {
    const phone = aPhone();
    const refused = row({ state: 'rejected', problem: problem('tip-expired') });
    await phone.store.operations.add(refused);
    const screen = await aScreen(dialog, phone);

    await screen.shows('All of it was refused, so it cannot just be sent.');

    expect((await screen.button('Send now')).getAttribute('aria-disabled')).toBe('true');
  });

  test.each([
    { answers: ['Keep them locked on this phone for me'], stays: true },
    { answers: ['Delete them', 'Delete 1 change'], stays: false },
  ])('after $answers the unsent stays: $stays', async ({ answers, stays }) => {
    const phone = aPhone();
    await follows(phone);
    const screen = await aScreen(dialog, phone);

    for (const answer of answers) await screen.presses(answer);

    await screen.until(() => screen.path() === '/', 'home');
    const remaining = stays ? [databaseOf(memberId)] : [];
    await screen.until(
      async () => (await privateOn(phone)).length === remaining.length,
      'it is gone',
    );
    expect(await privateOn(phone)).toEqual(remaining);
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

    await screen.shows('The slip you are building holds 3 games.');

    expect(screen.names('button')).not.toContain('Send now');
    expect(readSession()?.memberId).toBe(memberId);
  });

  test.each([
    {
      what: 'odds were',
      stored: { name: `edit-${serverTip().id}`, value: { 'fixture-1': { odd: 2.5 } } },
      shownText: 'The odds you entered for 1 game are not saved.',
    },
    {
      what: 'a result was',
      stored: { name: 'result-fixture-1', value: {} },
      shownText: 'The result you entered for 1 game is not saved.',
    },
  ])('says that $what entered and not saved', async ({ stored, shownText }) => {
    const phone = aPhone();
    await phone.store.documents.put({ ...stored, fetchedAt: 0 });
    const screen = await aScreen(dialog, phone);

    const question = await screen.dialog('Some changes are not sent yet');
    expect(question.textContent).toContain(shownText);
  });

  test.each([
    { answers: ['Keep my slip on this phone'], remaining: [databaseOf(memberId)] },
    { answers: ['Delete them', 'Delete 3 changes'], remaining: [] },
  ])('after $answers leaves $remaining', async ({ answers, remaining }) => {
    const phone = await aPhoneWithASlip();
    const screen = await aScreen(dialog, phone);

    for (const answer of answers) await screen.presses(answer);

    await screen.until(() => screen.path() === '/', 'home');
    await screen.until(
      async () => (await privateOn(phone)).length === remaining.length,
      'it is gone',
    );
    expect(await privateOn(phone)).toEqual(remaining);
  });

  test('says so when not everything could be removed', async () => {
    aPhone();
    const disk = new WatchedFactory();
    disk.fails = ({ database, mode }) => mode === 'readwrite' && database.includes('member');
    const screen = await aScreen(dialog, databases(memberId, disk));

    await screen.until(() => screen.toasts.length === 1, 'a message');

    expect(screen.toasts).toMatchObject([{ tone: 'lost', title: 'You are logged out' }]);
    expect(readSession()).toBeUndefined();
    await screen.until(() => screen.path() === '/', 'home');
  });
});
