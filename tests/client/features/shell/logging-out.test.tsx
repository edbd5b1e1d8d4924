import { describe, expect, test } from 'vitest';
import { LogoutDialog } from '#client/features/shell/logout-dialog.tsx';
import { changeSlip, emptySlip } from '#client/data/tips/slip.ts';
import { assignAim, createFollowSignUpLink, consumeAim } from '#client/session/aim.ts';
import { readSession } from '#client/session/session.ts';
import { queueOperation } from '#sync/outbox/outbox.ts';
import { databaseNameOf } from '#sync/storage/member-store.ts';
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

async function follows(phone: Phone): Promise<void> {
  const payload = { tipsterId, following: true };
  await queueOperation(phone.store, { memberId, kind: 'follow.set', payload });
}

async function tips(phone: Phone, game: string): Promise<void> {
  const [option] = tipPayload().options;
  const payload = tipPayload({ options: option ? [{ ...option, game }] : [] });
  await queueOperation(phone.store, { memberId, kind: 'tip.post', payload });
}

/** The names of the private databases on the phone. */
async function privateOn({ indexedDB }: Phone): Promise<(string | undefined)[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  return names.filter((name) => name?.includes(memberId));
}

const dialog = <LogoutDialog onClose={() => undefined} />;

describe('logging out', () => {
  test('happens at once when nothing is pending, and removes private data', async () => {
    const phone = aPhone();
    await phone.store.tips.put({ ...serverTip(), booked: 0 });
    const aim = createFollowSignUpLink(tipsterId);
    aim.onClick();
    assignAim(aim.search, { memberId, email: undefined });
    const screen = await aScreen(dialog, phone);

    await screen.until(() => screen.path() === '/', 'home');

    expect(readSession()).toBeUndefined();
    expect(consumeAim(memberId)).toBe(false);
    await screen.until(async () => (await privateOn(phone)).length === 0, 'nothing private');
  });

  test('asks about one unsent change or several', async () => {
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

  const games = ['Arsenal', 'Leeds', 'Fulham', 'Gent', 'Ajax'];
  test.each([
    { count: 3, named: ['Arsenal', 'Leeds', 'Fulham'] },
    { count: 5, named: ['Arsenal', 'Leeds', 'Fulham', '2 more'] },
  ])('names at most three changes, and the number of others: $count', async (row) => {
    const phone = aPhone();
    for (const home of games.slice(0, row.count)) await tips(phone, `${home} Vs Brest`);
    const screen = await aScreen(dialog, phone);

    await screen.dialog('Some changes are not sent yet');

    const named = row.named.map((words) => expect.stringContaining(words));
    expect(screen.names('[aria-label="On this phone"] li')).toEqual(named);
  });

  test('offers the safe choice first, and explains every choice', async () => {
    const phone = aPhone();
    await follows(phone);
    const screen = await aScreen(dialog, phone);

    const keep = await screen.button('Keep them locked on this phone for me');

    await screen.until(() => document.activeElement === keep, 'the focus');
    expect(screen.text()).toContain('Nobody else sees it. It is sent when you log in here');
    expect(screen.text()).toContain('You are logged out once all of it has arrived.');
    expect(screen.text()).toContain('They are not sent, and nobody can bring them back.');
  });

  test('cannot send refused operations, and says where to find them', async () => {
    const phone = aPhone();
    const refused = row({ state: 'rejected', problem: problem('tip-expired') });
    await phone.store.operations.add(refused);
    const screen = await aScreen(dialog, phone);

    await screen.shows('All of it was refused, so it cannot just be sent.');

    expect((await screen.button('Send now')).getAttribute('aria-disabled')).toBe('true');
  });
});

describe('logging out with unfinished input', () => {
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

  test('mentions a slip that is being built', async () => {
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
  ])('mentions that $what entered and not saved', async ({ stored, shownText }) => {
    const phone = aPhone();
    await phone.store.documents.put({ ...stored, fetchedAt: 0 });
    const screen = await aScreen(dialog, phone);

    const question = await screen.dialog('Some changes are not sent yet');
    expect(question.textContent).toContain(shownText);
  });

  test.each([
    { answers: ['Keep my slip on this phone'], remaining: [databaseNameOf(memberId)] },
    { answers: ['Delete them', 'Delete 3 changes'], remaining: [] },
  ])('after the choices $answers keeps $remaining', async ({ answers, remaining }) => {
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

  test('reports if private data could not be removed', async () => {
    aPhone();
    const disk = new WatchedFactory();
    disk.fails = ({ database, mode }) => mode === 'readwrite' && database.includes('member');
    const screen = await aScreen(dialog, databases(memberId, disk));

    expect(await screen.messages()).toMatchObject([{ tone: 'lost', title: 'You are logged out' }]);
    expect(readSession()).toBeUndefined();
    await screen.until(() => screen.path() === '/', 'home');
  });
});
