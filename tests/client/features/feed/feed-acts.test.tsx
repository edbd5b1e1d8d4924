import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import { FeedPage } from '#client/features/feed/feed-page.tsx';
import type { FeedSearch } from '#client/features/feed/feed-search.ts';
import { OperationOutcomeNotifier } from '#client/features/shell/outcome-reporter.tsx';
import { reportOutcome } from '#client/data/device/engine-state.ts';
import { tapUndoWindowMs } from '#client/data/outbox/undo-window.ts';
import type { Engine } from '#sync/engine.ts';
import { createObservable } from '#sync/observable.ts';
import type { Reachability } from '#sync/status.ts';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { competition, competitionRow } from '../../../testing/engine/records.ts';
import { leg, otherMemberId, tipsterId, publicTip } from '../../../testing/engine/samples.ts';
import { anAnsweredEngine } from '../../../testing/components/an-answered-engine.ts';
import { anEngine } from '../../../testing/components/an-engine.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';

const hour = 3_600_000;

beforeEach(() => localStorage.clear());

/** Another member's tip on one game that kicks off in this many hours. */
function tipIn(hours: number, values: Partial<Tip> = {}): Tip {
  const startDateOfGame = new Date(Date.now() + hours * hour).toISOString();
  const options = [leg({ startDateOfGame, game: `Game ${hours}.` })];
  return publicTip({
    id: `0195a000-0000-7000-8000-${String(hours + 50).padStart(12, '0')}`,
    expiryTime: startDateOfGame,
    options,
    ...values,
  });
}

async function aFeed(phone: Phone, search: FeedSearch, ...tips: Tip[]) {
  await phone.publicStore.tips.bulkPut(tips);
  await phone.store.documents.put({ name: 'cursor', value: 1, fetchedAt: 0 });
  const engine = anAnsweredEngine(phone, () => undefined);
  return aScreen(<FeedPage search={search} onSearch={() => undefined} />, phone, { engine });
}

test('the explanation of Copy and Book has its room before the page knows the reader’s rights', async () => {
  const phone = aPhone();
  await phone.publicStore.tips.put(tipIn(2));
  const screen = await aScreen(<FeedPage search={{}} onSearch={() => undefined} />, phone);

  await screen.shows('Game 2.');
  expect(screen.text()).toContain('Copy saves a tip to your tickets');
});

test('a tip is booked in one tap, and the meaning of Book is explained before', async () => {
  const phone = aPhone();
  const tip = tipIn(2);
  const screen = await aFeed(phone, {}, tip);
  const book = await screen.button(/^Book: /);
  const note = document.getElementById(book.getAttribute('aria-describedby') ?? '');
  expect(note?.textContent).toBe(
    'Copy saves a tip to your tickets, and Book also marks it as booked: nobody else sees your copy.',
  );

  book.click();

  await screen.button(/^Booked: /);
  expect(await screen.pending()).toMatchObject([
    { kind: 'tip.post', payload: { copiedFrom: tip.id } },
    { kind: 'tip.book' },
  ]);
});

test('Copy and Book are no longer explained after one of them was used', async () => {
  const phone = aPhone();
  const screen = await aFeed(phone, {}, tipIn(2));
  await screen.presses(/^Copy: /);
  await screen.button(/^Copied: /);
  expect(screen.text()).toContain('Copy saves a tip to your tickets');
  screen.leaves();

  const later = await aFeed(aPhone(), {}, tipIn(3));
  const copy = await later.button(/^Copy: /);

  expect(copy.getAttribute('aria-describedby')).toBeNull();
});

test('a tip shows its number of copies', async () => {
  const screen = await aFeed(aPhone(), {}, tipIn(2, { copies: 3 }));

  await screen.button(/^Copy: /);

  expect(screen.text()).toContain('3 copied this');
});

test('the messages about a copy name its tipster, before and after it is sent', async () => {
  const phone = aPhone();
  await phone.publicStore.tips.put(tipIn(2));
  await phone.store.documents.put({ name: 'cursor', value: 1, fetchedAt: 0 });
  const engine: Engine = {
    ...anEngine(phone),
    reachability: createObservable<Reachability>('offline'),
  };
  const page = (
    <>
      <FeedPage search={{}} onSearch={() => undefined} />
      <OperationOutcomeNotifier />
    </>
  );
  const screen = await aScreen(page, phone, { engine });

  await screen.presses(/^Copy: /);

  expect(await screen.messages()).toMatchObject([
    {
      title: 'Saved on this phone',
      text: 'Copied from Amara Okafor. It is sent when you are online.',
    },
  ]);

  const [operation] = await screen.pending();
  if (!operation) throw new Error('The copy is queued.');
  reportOutcome({ operation: { ...operation, state: 'acked' } });

  await screen.until(() => screen.toasts.length === 2, 'an answer');
  expect(screen.toasts[1]).toMatchObject({ tone: 'won', title: 'Copied from Amara Okafor' });
});

/** Opens the feed of a member who is online; it has one tip. */
async function aFeedOnline() {
  const phone = aPhone();
  await phone.publicStore.tips.put(tipIn(2));
  await phone.store.documents.put({ name: 'cursor', value: 1, fetchedAt: 0 });
  const reachability = createObservable<Reachability>('online');
  const engine: Engine = { ...anEngine(phone), reachability, sendPending: () => undefined };
  const page = <FeedPage search={{}} onSearch={() => undefined} />;
  return { phone, screen: await aScreen(page, phone, { engine }) };
}

test.each([
  { action: 'Copy', text: 'Copied from Amara Okafor. It is sent in a few seconds.' },
  { action: 'Book', text: 'Your ticket is booked in a few seconds.' },
])('$action can be undone online before it is sent', async ({ action, text }) => {
  const { screen } = await aFeedOnline();

  await screen.presses(new RegExp(`^${action}: `));

  await screen.until(() => screen.toasts.length === 1, 'a message');
  expect(screen.toasts[0]).toMatchObject({ title: 'Saved on this phone', text });
  const [queued] = await screen.pending();
  expect(queued?.heldUntil).toBe(Date.parse(queued?.queuedAt ?? '') + tapUndoWindowMs);

  screen.toasts[0]?.undo?.();

  await screen.until(async () => (await screen.pending()).length === 0, 'an empty outbox');
  await screen.button(/^Copy: /);
});

test('an undo after the copy was sent reports failure, and undoes nothing', async () => {
  const { phone, screen } = await aFeedOnline();
  await screen.presses(/^Copy: /);
  await screen.until(() => screen.toasts.length === 1, 'a message');
  await phone.store.operations.toCollection().modify({ state: 'unknown', sentEver: true });

  screen.toasts[0]?.undo?.();

  await screen.until(() => screen.toasts.length === 2, 'an answer');
  expect(screen.toasts[1]).toMatchObject({ tone: 'lost', title: 'It could not be undone' });
  expect(await screen.pending()).toHaveLength(1);
});

test('Book on a copied tip books that copy', async () => {
  const phone = aPhone();
  const screen = await aFeed(phone, {}, tipIn(2));

  await screen.presses(/^Copy: /);
  await screen.button(/^Copied: /);
  await screen.presses(/^Book: /);

  await screen.button(/^Booked: /);
  const [copy, booking] = await screen.pending();
  expect([copy?.kind, booking?.kind]).toEqual(['tip.post', 'tip.book']);
  expect(booking?.heldUntil).toBe(Date.parse(booking?.queuedAt ?? '') + tapUndoWindowMs);
});

test.each([
  { icon: 'Search Tipster', focused: 'Search Tipster' },
  { icon: 'Filters', focused: 'Close' },
])('$icon opens the sheet and focuses $focused', async ({ icon, focused }) => {
  const screen = await aFeed(aPhone(), {}, tipIn(2));

  await screen.presses(icon);

  const dialog = await screen.dialog('Find tips');
  await screen.until(() => dialog.contains(document.activeElement), 'a focus in the sheet');
  const focus = document.activeElement;
  const label = document.querySelector(`label[for="${focus?.id}"]`)?.textContent;
  expect(label ?? focus?.getAttribute('aria-label')).toBe(focused);
});

test('a started tip can be shared, but not copied or booked', async () => {
  const screen = await aFeed(aPhone(), { view: 'in-play' }, tipIn(-1), tipIn(2));

  await screen.button(/^Share: /);

  expect(screen.text()).toContain('Game -1.');
  expect(screen.text()).not.toContain('Game 2.');
  expect(screen.names('article button')).toEqual([
    'Follow Amara Okafor',
    'Details: Amara Okafor, Home side to win',
    'Share: Amara Okafor, Home side to win',
  ]);
});

test('a league shows the tips on its games', async () => {
  const options = [leg({ sportKey: 'soccer_spain_la_liga', game: 'Spanish.' })];
  const spanish = tipIn(3, { options });
  const screen = await aFeed(aPhone(), { view: 'soccer_spain_la_liga' }, tipIn(2), spanish);

  await screen.shows('Spanish.');

  expect(screen.text()).not.toContain('Game 2.');
});

test('a member who follows nobody can follow the best three of the month in one tap', async () => {
  const phone = aPhone();
  const ids = [tipsterId, otherMemberId, '0195a000-0000-7000-8000-00000000aaaa'];
  const rows = ids.map((id, index) => competitionRow({ rank: index + 1, tipsterId: id }));
  const value = competition({ rows });
  await phone.publicStore.documents.put({ name: 'competition', value, fetchedAt: 1 });
  const loaded = { ids: [], next: null };
  await phone.store.documents.put({ name: 'followed-tips', value: loaded, fetchedAt: 1 });
  const screen = await aFeed(phone, { view: 'following' });
  await screen.shows('You follow nobody yet');

  await screen.presses('Follow these three');

  await screen.until(async () => (await screen.pending()).length === 3, 'three follows');
  const followed = (await screen.pending()).map(({ payload }) => payload);
  expect(followed).toEqual(ids.map((id) => ({ tipsterId: id, following: true })));
});

test.each([
  { whose: 'an own tip', IsBooked: true, comesDown: true },
  { whose: 'a tip of another member', IsBooked: undefined, comesDown: false },
])('$whose that becomes won while it is shown gets a stamp: $comesDown', async (row) => {
  const { IsBooked, comesDown } = row;
  const tip = { ...tipIn(-2), ...(IsBooked !== undefined && { IsBooked }) };
  const now = new Date();
  function Turning() {
    const [outcome, setOutcome] = useState<Tip['outcome']>('open');
    return (
      <>
        <TipCard tip={{ ...tip, outcome }} now={now} />
        <button type="button" onClick={() => setOutcome('won')}>
          The whistle
        </button>
      </>
    );
  }
  const screen = await aScreen(<Turning />, aPhone());

  await screen.presses('The whistle');

  await screen.shows('Won');
  expect(document.querySelector('[class*="animate-[stamp"]') !== null).toBe(comesDown);
});
