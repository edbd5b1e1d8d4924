import { describe, expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import { tapUndoWindowMs } from '#client/data/outbox/undo-window.ts';
import { BookedTips } from '#client/features/my-tips/booked-tips.tsx';
import { SavedTips } from '#client/features/my-tips/saved-tips.tsx';
import { parseSlip } from '#client/data/tips/slip.ts';
import { createId } from '#sync/ids.ts';
import {
  leg,
  problem,
  row,
  serverTip,
  tipId,
  tipPayload,
  queuedLeg,
} from '../../../testing/engine/samples.ts';
import { anAnsweredEngine } from '../../../testing/components/an-answered-engine.ts';
import {
  aPhone,
  aScreen,
  aPulledPhone,
  type Phone,
} from '../../../testing/components/a-screen.tsx';

const hour = 3_600_000;
const soon = new Date(Date.now() + 5 * hour).toISOString();
const before = new Date(Date.now() - hour).toISOString();

const open = leg({ startDateOfGame: soon });
const started = leg({ fixtureId: 'fixture-0', game: 'Lens Vs Brest', startDateOfGame: before });

/** A phone with a tip of two games that was refused because one game had kicked off. */
async function aPhoneWithARefusedTip(): Promise<Phone> {
  const phone = aPhone();
  const id = createId();
  await phone.store.operations.add(
    row({
      id,
      kind: 'tip.post',
      payload: tipPayload({ id, options: [queuedLeg(started), queuedLeg(open)], stake: 4 }),
      state: 'rejected',
      sentEver: true,
      attempts: 1,
      problem: problem('fixture-started', { started: [started] }),
    }),
  );
  return phone;
}

const saved = (values: Partial<Tip> = {}) =>
  serverTip({ options: [open], expiryTime: soon, ...values });
const booked = (values: Partial<Tip> = {}) => saved({ IsBooked: true, ...values });

describe('a saved tip', () => {
  test.each([
    {
      knows: 'the tip',
      original: '0195a000-0000-7000-8000-0000000000d1',
      shownText: 'Copied from Tomás',
    },
    { knows: 'no such tip', original: '0195a000-0000-7000-8000-0000000000d2', shownText: 'Copied' },
  ])(
    'that was copied names its tipster if the phone knows $knows',
    async ({ original, shownText }) => {
      const phone = await aPulledPhone(saved({ copiedFrom: original }));
      const known = { id: '0195a000-0000-7000-8000-0000000000d1', tipsterName: 'Tomás' };
      await phone.publicStore.tips.put(serverTip(known));

      const screen = await aScreen(<SavedTips />, phone);

      await screen.shows(shownText);
      expect(screen.names('article p')).toContain(shownText);
      expect(screen.text()).not.toContain('Posted');
    },
  );

  test('shows that tips are being fetched, and then that there are none', async () => {
    const phone = aPhone();
    const screen = await aScreen(<SavedTips />, phone);
    await screen.shows('Fetching your saved tips');

    await phone.store.documents.put({ name: 'cursor', value: 1, fetchedAt: 0 });

    await screen.shows('No saved tips yet. Post one before a kick-off.');
    expect(screen.text()).not.toContain('Fetching your saved tips');
  });

  test.each([
    ['Will be sent when you are online.', {}],
    ['Reload the page: a newer version sends this.', { state: 'blocked', blockedBy: 'update' }],
  ] as const)('that is not sent yet says so, with the reason: %s', async (words, values) => {
    const phone = aPhone();
    const id = createId();
    const payload = tipPayload({ id, options: [queuedLeg(open)] });
    await phone.store.operations.add(row({ id, kind: 'tip.post', payload, ...values }));
    const screen = await aScreen(<SavedTips />, phone);

    await screen.shows('Saved on this phone');
    await expect.poll(screen.text).toContain(words);
  });

  test.each(['its card', 'its details'])(
    'is booked with one tap on %s, and the booking can be undone before it is sent',
    async (where) => {
      const screen = await aScreen(<SavedTips />, await aPulledPhone(saved()));
      if (where === 'its card') await screen.presses(/^Book Ticket: /);
      else {
        await screen.presses(/1 game/);
        await screen.presses('Book Ticket');
      }

      await screen.shows('No saved tips yet.');
      const [booking] = await screen.pending();
      expect(booking).toMatchObject({ kind: 'tip.book', payload: { tipId }, baseVersion: 1 });
      expect(booking?.heldUntil).toBe(Date.parse(booking?.queuedAt ?? '') + tapUndoWindowMs);
      expect(screen.toasts).toMatchObject([{ title: 'Saved on this phone' }]);
      screen.toasts[0]?.undo?.();

      await screen.shows('Arsenal – Chelsea');
      expect(await screen.pending()).toEqual([]);
    },
  );

  test('has the yellow button only if it is the first', async () => {
    const others = [createId(), createId()].map((id) => saved({ id }));
    const screen = await aScreen(<SavedTips />, await aPulledPhone(...others));
    await screen.until(() => document.querySelectorAll('article').length === 2, 'both');

    const books = [...document.querySelectorAll('button')].filter(({ textContent }) =>
      textContent.startsWith('Book Ticket: '),
    );
    expect(books.map((button) => button.classList.contains('bg-flag'))).toEqual([true, false]);
  });

  test.each(['open', 'lost'] as const)(
    'that is %s cannot be booked after its first kick-off, and says so while it is open',
    async (outcome) => {
      const late = saved({ options: [started], expiryTime: before, outcome });
      const screen = await aScreen(<SavedTips />, await aPulledPhone(late));

      await screen.presses(/1 game/);

      await screen.dialog('Ticket Details');
      const expired = 'Expired: its first game has kicked off. It cannot be booked any more.';
      expect(screen.text().includes(expired)).toBe(outcome === 'open');
      expect(screen.names('button').join()).not.toContain('Book Ticket');
    },
  );
});

describe('a booked ticket', () => {
  const won = leg({ result: 'won' });
  const lost = leg({ fixtureId: 'b', result: 'lost' });

  test.each([
    { confirmed: false, words: 'Pending' },
    { confirmed: true, words: 'Treated' },
  ])('says "$words" if confirmed is $confirmed', async ({ confirmed, words }) => {
    const tip = booked({
      options: [won, lost],
      outcome: 'lost',
      totalGamesWon: 1,
      totalGamesLost: 1,
      IsGameSuccessful: confirmed,
    });
    const screen = await aScreen(<BookedTips />, await aPulledPhone(tip));

    await screen.shows(words);
    expect(screen.text()).toMatch(/Total Games Won1Total Games Lost1Score\(%\)50%/);
  });

  test('without any decision shows both counts as zero in its stake slip', async () => {
    const screen = await aScreen(<BookedTips />, await aPulledPhone(booked()));

    await screen.presses(/1 game/);

    const dialog = await screen.dialog('Stake Slip');
    expect(dialog.textContent).toContain('Total Games Won0Total Games Lost0');
  });
});

describe('a tip that was refused because a game had kicked off', () => {
  test('can be edited on the slip, and replaces another slip only if the person agrees', async () => {
    const phone = await aPhoneWithARefusedTip();
    const other = {
      fixtureId: 'x',
      game: 'X Vs Y',
      oddsId: 2,
      kickOff: new Date(soon),
      sportKey: '',
    };
    await phone.store.documents.put({ name: 'slip', value: { slip: [other] }, fetchedAt: 0 });
    const screen = await aScreen(<SavedTips />, phone);

    await screen.presses('Edit and post again');
    await screen.shows('These games take the place of the slip you are building.');
    await screen.presses('Keep it');
    const edit = await screen.button('Edit and post again');
    await screen.until(() => document.activeElement === edit, 'the focus');
    expect(parseSlip((await phone.store.documents.get('slip'))?.value).slip).toEqual([other]);
    expect(await screen.pending()).toHaveLength(1);

    await screen.presses('Edit and post again');
    await screen.presses('Replace my slip');
    await screen.until(() => screen.path() === '/tips/create', 'the slip');
    const slip = parseSlip((await phone.store.documents.get('slip'))?.value);
    expect(slip).toMatchObject({
      stake: 4,
      slip: [{ game: 'Lens Vs Brest' }, { game: 'Arsenal Vs Chelsea', oddsId: 1 }],
    });
    expect(await screen.pending()).toEqual([]);
  });
});

test('a tip on which the server fails repeatedly is retried, and cannot be posted a second time', async () => {
  const phone = await aPhoneWithARefusedTip();
  await phone.store.operations.toCollection().modify({
    state: 'unknown',
    attempts: 99,
    problem: { code: 'internal', message: 'Something went wrong on our side.', status: 500 },
  });
  const screen = await aScreen(<SavedTips />, phone);

  await screen.shows(
    'Something went wrong on our side. Nothing was changed. It is tried again by itself.',
  );
  await screen.presses('Discard');

  await screen.shows('The server may have it already. It is only taken off this phone.');
  expect(screen.text()).not.toContain('Edit and post again');
});

test('a list with exactly one page does not offer more', async () => {
  const twenty = Array.from({ length: 20 }, (_, index) =>
    saved({ id: createId(), creationTime: new Date(Date.UTC(2026, 1, 1, 0, index)).toISOString() }),
  );
  const phone = await aPulledPhone(...twenty);

  const screen = await aScreen(<SavedTips />, phone);

  await screen.until(() => document.querySelectorAll('article').length === 20, 'all of it');
  expect(screen.text()).not.toContain('Load more tips');
});

test.each([
  { page: <SavedTips />, none: 'No saved tips yet.' },
  { page: <BookedTips />, none: 'No booked tickets yet.' },
])('a phone that has never fetched its tickets does not say "$none"', async ({ page, none }) => {
  const phone = aPhone();
  const line = { is: false };
  const serverTime = new Date().toISOString();
  const rows = { tips: [], removed: [], follows: [], operations: [] };
  const engine = anAnsweredEngine(phone, ({ pathname }) =>
    line.is && pathname === '/api/sync'
      ? { body: { ...rows, cursor: 1, serverTime, more: false } }
      : undefined,
  );

  const screen = await aScreen(page, phone, { engine, isOnline: true });

  await screen.shows('Your tickets could not be fetched.');
  expect(screen.text()).not.toContain(none);
  line.is = true;
  await screen.presses('Retry');
  await screen.shows(none);
});
