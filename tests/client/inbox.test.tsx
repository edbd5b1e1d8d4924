// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { keepMessage, useKeepMessage } from '#client/data/inbox.ts';
import { wipeRows } from '#client/data/tips/drafts.ts';
import { Header } from '#client/features/shell/navigation.tsx';
import { InboxPage } from '#client/features/shell/inbox-page.tsx';
import { readSession } from '#client/session/session.ts';
import { Toaster } from '#client/ui/messages/toaster.tsx';
import { notify, type Toast } from '#client/ui/messages/toasts.ts';
import { SyncSheet } from '#client/features/sync-sheet/sync-sheet.tsx';
import { memberId } from '../sync/support/samples.ts';
import { aPhone, aScreen, type Phone } from './support/a-screen.tsx';

const keep = async ({ store }: Phone, toast: Toast) => keepMessage({ id: memberId, store }, toast);
const titlesOn = async ({ store }: Phone) =>
  (await store.messages.orderBy('id').toArray()).map(({ title }) => title);

function Messages() {
  return <Toaster onShown={useKeepMessage()} />;
}

const booked: Toast = { tone: 'won', title: 'Yay!', about: 'tip:1', to: '/tips/booked-ticket' };
const refused: Toast = { tone: 'lost', title: 'Tip not posted', about: 'tip:2' };

describe('the inbox', () => {
  test('has what was said, the newest first, each with the way to what it is about', async () => {
    const phone = aPhone();
    await keep(phone, booked);
    await keep(phone, refused);

    const screen = await aScreen(<InboxPage />, phone);

    expect((await screen.link(/^Yay!/)).getAttribute('href')).toBe('/tips/booked-ticket');
    const text = screen.text();
    expect(text.indexOf('Tip not posted')).toBeLessThan(text.indexOf('Yay!'));
  });

  test('says that there is nothing in it yet', async () => {
    const screen = await aScreen(<InboxPage />, aPhone());

    await screen.says('No messages yet.');
    expect((await screen.link('Recent Tips')).getAttribute('href')).toBe('/tips');
  });

  test('keeps what was shown, and not what was only of the moment', async () => {
    const phone = aPhone();
    const screen = await aScreen(<Messages />, phone);
    await screen.until(
      () => document.querySelector('[data-toasts-said]') !== null,
      'a live region',
    );

    notify({ tone: 'waiting', title: 'A new version is ready' });
    notify(booked);

    await screen.until(async () => (await titlesOn(phone)).length > 0, 'a kept message');
    expect(await titlesOn(phone)).toEqual(['Yay!']);
  });

  test('has only the last of two messages about one thing', async () => {
    const phone = aPhone();

    await keep(phone, refused);
    await keep(phone, { ...booked, about: 'tip:2' });

    expect(await titlesOn(phone)).toEqual(['Yay!']);
  });

  test('has a hundred messages at most', async () => {
    const phone = aPhone();

    for (let number = 0; number <= 100; number += 1) {
      await keep(phone, { tone: 'won', title: `Message ${number}` });
    }

    const titles = await titlesOn(phone);
    expect([titles.length, titles[0]]).toEqual([100, 'Message 1']);
  });

  test.each(['keep', 'delete'] as const)('is empty after a logout: unsent %s', async (unsent) => {
    const phone = aPhone();
    await keep(phone, booked);

    await wipeRows(phone.store, unsent);

    if (!phone.store.isOpen()) await phone.store.open();
    expect(await titlesOn(phone)).toEqual([]);
  });
});

describe('the bell', () => {
  test('says that something is new until the messages were opened', async () => {
    const phone = aPhone();
    await keep(phone, booked);
    const screen = await aScreen(
      <>
        <Header session={readSession()} sheet={SyncSheet} />
        <InboxPage />
      </>,
      phone,
    );

    await screen.says('Yay!');

    const bell = await screen.link('Messages');
    expect(bell.getAttribute('href')).toBe('/inbox');
    expect((await phone.store.messages.toArray()).map(({ read }) => read)).toEqual([1]);
  });

  test('has a dot beside what nobody has looked at', async () => {
    const phone = aPhone();
    await keep(phone, booked);

    const screen = await aScreen(<Header session={readSession()} sheet={SyncSheet} />, phone);

    expect((await screen.link(/new$/)).getAttribute('href')).toBe('/inbox');
  });
});
