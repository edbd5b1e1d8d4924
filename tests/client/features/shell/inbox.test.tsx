import { describe, expect, test, vi } from 'vitest';
import type { Notice } from '#contract/notices.ts';
import { storeMessage, useMessageHandler } from '#client/data/inbox.ts';
import { reportOutcome } from '#client/data/device/engine-state.ts';
import { Header } from '#client/features/shell/navigation.tsx';
import { InboxPage } from '#client/features/shell/inbox-page.tsx';
import { OperationOutcomeNotifier } from '#client/features/shell/outcome-reporter.tsx';
import { readSession } from '#client/session/session.ts';
import { Messages } from '#client/ui/messages/messages.tsx';
import { notify, type Toast } from '#client/ui/messages/toasts.ts';
import { SyncSheet } from '#client/features/sync-sheet/sync-sheet.tsx';
import { readNoticeState, advanceNoticeState } from '#sync/refresh/notice-state.ts';
import { tipSubject } from '#sync/outbox/subjects.ts';
import { toTipRow } from '#sync/storage/member-store.ts';
import { eventually } from '../../../testing/clock/eventually.ts';
import { idOf } from '../../../testing/engine/a-list-reader.ts';
import { memberId, row, serverTip, tipsterId } from '../../../testing/engine/samples.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';
import { anAnsweredEngine } from '../../../testing/components/an-answered-engine.ts';

const keep = async ({ store }: Phone, toast: Toast) => storeMessage({ id: memberId, store }, toast);
const titlesOn = async ({ store }: Phone) =>
  (await store.messages.orderBy('id').toArray()).map(({ title }) => title);

function StoredMessages() {
  return <Messages topBar={{ current: null }} mayLoad={false} onMessage={useMessageHandler()} />;
}

/** A notice of February 1 with a number as its id; a higher number means a later minute. */
function reported(number: number, values: Partial<Notice> = {}): Notice {
  const at = new Date(Date.UTC(2026, 1, 1, 12, number)).toISOString();
  const id = idOf(number);
  const ofWhom = { tipsterId, tipster: 'Ada Obi', tipId: idOf(number + 500) };
  return { id, at, kind: 'posted', outcome: 'open', ...ofWhom, ...values };
}

/** The phone of a member who follows a tipster and has these notices. */
async function aFansPhone(notices: readonly Notice[]): Promise<Phone> {
  const phone = aPhone();
  await phone.store.follows.put({ tipsterId, following: true });
  await phone.store.notices.bulkPut([...notices]);
  return phone;
}

/** An engine whose server has no new notices. */
const withNothingNew = (phone: Phone) =>
  anAnsweredEngine(phone, ({ pathname }) =>
    pathname === '/api/notices' ? { body: { notices: [] } } : undefined,
  );

const booked: Toast = { tone: 'won', title: 'Yay!', subject: 'tip:1', to: '/tips/booked-ticket' };
const refused: Toast = { tone: 'lost', title: 'Tip not posted', subject: 'tip:2' };

const refusedByServer: Toast = { ...refused, unread: true };

describe('the inbox', () => {
  test('names the games of a withdrawn tip', async () => {
    const phone = aPhone();
    const subject = tipSubject(serverTip().id);
    await phone.store.tips.put(toTipRow(serverTip()));
    await keep(phone, { tone: 'won', title: 'Posted', subject });
    await phone.store.tips.clear();
    await keep(phone, { tone: 'won', title: 'Your tip has been withdrawn', subject });

    const screen = await aScreen(<InboxPage />, phone);

    await screen.shows('Your tip has been withdrawn');
    expect(screen.text()).toContain('Arsenal – Chelsea');
  });

  test('shows messages newest first, also within a millisecond, each with its link', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 1, 1, 13, 40) });
    const phone = aPhone();
    await keep(phone, booked);
    await keep(phone, refused);
    vi.useRealTimers();

    const screen = await aScreen(<InboxPage />, phone);

    expect((await screen.link(/Yay!/)).getAttribute('href')).toBe('/tips/booked-ticket');
    const text = screen.text();
    expect(text.indexOf('Tip not posted')).toBeLessThan(text.indexOf('Yay!'));
  });

  test('says that it is empty', async () => {
    const phone = aPhone();
    const screen = await aScreen(<InboxPage />, phone, { engine: withNothingNew(phone) });

    await screen.shows('No messages on this phone yet.');
    expect((await screen.link('Recent Tips')).getAttribute('href')).toBe('/tips');
  });

  test('stores shown messages, except temporary ones', async () => {
    const phone = aPhone();
    const screen = await aScreen(<StoredMessages />, phone);
    await screen.until(
      () => document.querySelector('[data-announcements]') !== null,
      'a live region',
    );

    notify({ tone: 'waiting', title: 'A new version is ready' });
    notify(booked);

    await screen.until(async () => (await titlesOn(phone)).length > 0, 'a kept message');
    expect(await titlesOn(phone)).toEqual(['Yay!']);
  });

  test('contains only the last of two messages about one subject', async () => {
    const phone = aPhone();

    await keep(phone, refused);
    await keep(phone, { ...booked, subject: 'tip:2' });

    expect(await titlesOn(phone)).toEqual(['Yay!']);
  });

  test('contains at most a hundred messages', async () => {
    const phone = aPhone();

    for (let number = 0; number <= 100; number += 1) {
      await keep(phone, { tone: 'won', title: `Message ${number}` });
    }

    const titles = await titlesOn(phone);
    expect([titles.length, titles[0]]).toEqual([100, 'Message 1']);
  });
});

describe('a notice of the server', () => {
  test('is below its date, with links to the tip and to the tipster', async () => {
    const phone = await aFansPhone([
      reported(1, { kind: 'settled', outcome: 'won', tipId: serverTip().id }),
    ]);
    await phone.store.followedTips.put(serverTip({ tipsterId }));

    const screen = await aScreen(<InboxPage />, phone);

    const tip = await screen.link(/^(New )?A tip by Ada Obi has won/);
    expect(tip.getAttribute('href')).toBe(`/tip/${serverTip().id}`);
    expect(tip.textContent).toContain('Arsenal to win');
    expect((await screen.link('Ada Obi')).getAttribute('href')).toBe(
      `/tipster/profile/${tipsterId}`,
    );
    expect(screen.names('section')).toEqual(['Sun, Feb 1']);
  });

  test.each([
    [{ kind: 'posted' }, 'Ada Obi posted a tip'],
    [{ kind: 'priced' }, 'A tip by Ada Obi has all of its odds'],
    [{ kind: 'settled', outcome: 'lost' }, 'A tip by Ada Obi has lost'],
    [{ kind: 'settled', outcome: 'void' }, 'A tip by Ada Obi is void'],
    [{ kind: 'corrected' }, 'A decision on a tip by Ada Obi was corrected'],
    [{ kind: 'posted', former: true, tipster: '' }, 'Former member posted a tip'],
    [{ kind: 'priced', tipsterId: memberId }, 'Your tip has all of its odds'],
    [{ kind: 'kick-off', tipsterId: memberId }, 'Your ticket kicks off soon'],
    [{ kind: 'settled', outcome: 'won', tipsterId: memberId }, 'Your tip has won'],
    [{ kind: 'corrected', tipsterId: memberId }, 'A decision on your tip was corrected'],
  ] as const)('has a plain sentence: %j', async (values, words) => {
    const screen = await aScreen(<InboxPage />, await aFansPhone([reported(1, values)]));

    await screen.shows(words);
    expect(screen.names('li')).toHaveLength(1);
  });

  test('is not shown if the member no longer follows its tipster', async () => {
    const phone = await aFansPhone([reported(1)]);
    await phone.store.follows.put({ tipsterId, following: false });

    const screen = await aScreen(<InboxPage />, phone, { engine: withNothingNew(phone) });

    await screen.shows('No messages on this phone yet.');
    expect(screen.names('li')).toEqual([]);
  });

  test('is shown as new before this phone knows whom the member follows', async () => {
    const phone = aPhone();
    await phone.store.notices.put(reported(1));

    const screen = await aScreen(<InboxPage />, phone);

    await screen.shows('New Ada Obi posted a tip');
    expect(screen.names('li')).toHaveLength(1);
  });

  test('stays visible without a connection, and the page says that more may follow', async () => {
    const phone = await aFansPhone([reported(1)]);
    const engine = anAnsweredEngine(phone, () => undefined);

    const screen = await aScreen(<InboxPage />, phone, { engine });

    await screen.shows('Ada Obi posted a tip');
    await screen.shows('New messages come when you are online.');
    expect(screen.names('button')).not.toContain('Retry');
    expect(screen.names('li')).toHaveLength(1);
  });

  test('stays marked as new while the page is open, and is reported as read to the server', async () => {
    const phone = await aFansPhone([reported(1), reported(2)]);
    const engine = anAnsweredEngine(phone, ({ pathname }) =>
      pathname === '/api/notices'
        ? { body: { notices: [reported(2), reported(1)] } }
        : pathname === '/api/notices/read'
          ? { body: { readUntil: reported(2).at } }
          : undefined,
    );
    const screen = await aScreen(<InboxPage />, phone, { engine });

    await screen.shows('Ada Obi posted a tip');
    const isReported = async () =>
      (await readNoticeState(phone.store)).known.told === reported(2).at;
    await screen.until(isReported, 'the server knows');

    expect(screen.names('li').filter((name) => name.includes('New'))).toHaveLength(2);
  });
});

describe('the bell', () => {
  test('shows no number once the messages were opened', async () => {
    const phone = aPhone();
    await keep(phone, refusedByServer);
    const screen = await aScreen(
      <>
        <Header session={readSession()} sheet={SyncSheet} />
        <InboxPage />
      </>,
      phone,
    );

    await screen.shows('Tip not posted');

    const bell = await screen.link('Messages');
    expect(bell.getAttribute('href')).toBe('/inbox');
    expect((await phone.store.messages.toArray()).map(({ read }) => read)).toEqual([1]);
  });

  test('does not count notices that were read on another device', async () => {
    const phone = await aFansPhone([reported(1), reported(2)]);
    await advanceNoticeState(phone.store, { read: reported(1).at });

    const screen = await aScreen(<Header session={readSession()} sheet={SyncSheet} />, phone);

    expect(await screen.link('Messages, 1 new')).toBeDefined();
  });

  test('counts notices and refusals, but not messages about own taps', async () => {
    const phone = await aFansPhone([reported(1), reported(2, { kind: 'settled', outcome: 'won' })]);
    await keep(phone, refusedByServer);
    await keep(phone, booked);
    await keep(phone, { tone: 'won', title: 'The link is copied' });

    const screen = await aScreen(<Header session={readSession()} sheet={SyncSheet} />, phone);

    expect((await screen.link('Messages, 3 new')).getAttribute('href')).toBe('/inbox');
  });

  test('counts refused operations, but not accepted ones', async () => {
    const phone = aPhone();
    const screen = await aScreen(
      <>
        <Header session={readSession()} sheet={SyncSheet} />
        <StoredMessages />
        <OperationOutcomeNotifier />
      </>,
      phone,
    );

    reportOutcome({ operation: row({ kind: 'tip.book', state: 'acked', subjects: ['tip:1'] }) });
    reportOutcome({ operation: row({ kind: 'tip.book', state: 'rejected', subjects: ['tip:2'] }) });

    await screen.until(async () => (await titlesOn(phone)).length === 2, 'both messages');
    expect(await screen.link('Messages, 1 new')).toBeDefined();
  });

  test('does not name a single game in a message about several tickets', async () => {
    const phone = aPhone();
    await phone.store.adminTips.add(serverTip());
    const subjects = [`tip:${serverTip().id}`, 'tip:2'];
    await aScreen(
      <>
        <StoredMessages />
        <OperationOutcomeNotifier />
      </>,
      phone,
    );

    reportOutcome({ operation: row({ kind: 'tips.confirm', state: 'rejected', subjects }) });

    await eventually(async () => {
      expect(await phone.store.messages.toArray()).toMatchObject([{ about: row().id }]);
    });
  });

  test('does not count a tip that was seen in the list of followed tipsters', async () => {
    const phone = await aFansPhone([reported(1), reported(2), reported(3, { kind: 'settled' })]);
    await advanceNoticeState(phone.store, { seen: reported(1).at });

    const screen = await aScreen(<Header session={readSession()} sheet={SyncSheet} />, phone);

    expect(await screen.link('Messages, 2 new')).toBeDefined();
  });
});
