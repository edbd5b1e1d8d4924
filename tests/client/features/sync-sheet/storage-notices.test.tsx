import type { ReactNode } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { StorageNotes } from '#client/features/sync-sheet/storage-notes.tsx';
import { OperationList } from '#client/features/sync-sheet/operation-list.tsx';
import { SyncPage } from '#client/features/sync-sheet/sync-page.tsx';
import { PostTipButton } from '#client/features/slip/post-buttons.tsx';
import { Shell } from '#client/features/shell/shell.tsx';
import { storageState } from '#client/data/device/device.tsx';
import { changeSlip, emptySlip } from '#client/data/tips/slip.ts';
import { clearSession } from '#client/session/session.ts';
import { DurableSavingContext } from '#client/ui/tag.tsx';
import { SyncSheet } from '#client/features/sync-sheet/sync-sheet.tsx';
import { createObservable } from '#sync/observable.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { queueOperation } from '#sync/outbox/outbox.ts';
import type { StorageTrouble } from '#sync/storage/trouble.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { otherMemberId, row, tipsterId } from '../../../testing/engine/samples.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';
import { anEngine } from '../../../testing/components/an-engine.ts';

describe('a phone whose storage is in trouble', () => {
  async function aShellIn(
    trouble: StorageTrouble | 'loss',
    page: ReactNode = 'The page',
    ...pending: OperationRow[]
  ) {
    const phone = aPhone();
    await phone.store.operations.bulkAdd(pending);
    const engine = anEngine(phone);
    let read = 0;
    const storage = {
      ...engine.storage,
      trouble: createObservable(trouble === 'loss' ? undefined : trouble),
      loss: createObservable(
        trouble === 'loss' ? { count: 3, at: '2026-03-01T10:00:00.000Z' } : undefined,
      ),
      acknowledgeLoss: () => (read += 1),
    };
    const shell = <Shell sheet={SyncSheet}>{page}</Shell>;
    const screen = await aScreen(shell, phone, { engine: { ...engine, storage } });
    return { screen, read: () => read };
  }

  test.each<{ trouble: StorageTrouble | 'loss'; shownText: string; action: string | undefined }>([
    {
      trouble: 'refused',
      shownText: 'what you do is not saved on this phone: keep this page open until it is posted.',
      action: undefined,
    },
    {
      trouble: 'full',
      shownText: 'This phone is full: nothing was saved',
      action: 'I have read this',
    },
    {
      trouble: 'lost',
      shownText: 'Close the other tabs of Touchline and reload this page.',
      action: 'Reload',
    },
    {
      trouble: 'loss',
      shownText: '3 changes had not been sent and are gone.',
      action: 'I have read this',
    },
  ])('shows above the page that it is $trouble, and what to do', async (sample) => {
    const { screen } = await aShellIn(sample.trouble);

    await screen.shows(sample.shownText);

    expect(screen.text()).toContain('The page');
    if (sample.action !== undefined) await screen.button(sample.action);
  });

  test.each([
    { trouble: 'slow', title: 'The browser’s storage is slow to answer' },
    { trouble: 'silent', title: 'The browser’s storage does not answer' },
  ] as const)('shows before the engine starts that it is $trouble', async ({ trouble, title }) => {
    storageState.trouble.set(trouble);
    onTestFinished(() => storageState.trouble.set(undefined));

    const screen = await aScreen(<Shell sheet={SyncSheet}>The page</Shell>, aPhone());

    await expect.poll(screen.text).toContain(title);
  });

  test('shows that a login ends with the page if it could not be stored', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    });
    onTestFinished(() => {
      clearSession();
      vi.unstubAllGlobals();
    });

    const screen = await aScreen(<Shell sheet={SyncSheet}>The page</Shell>, aPhone());

    await expect.poll(screen.text).toContain('This browser could not store your login');
  });

  test('never shows a loss together with a message of success', async () => {
    const { screen } = await aShellIn('loss', <OperationList />);

    await screen.shows('3 changes had not been sent and are gone.');
    await screen.shows('3 changes lost');
    await screen.shows('Nothing waits on this phone.');
    expect(screen.text()).not.toContain('Up to date');
    expect(screen.text()).not.toContain('Everything you did has arrived');
  });

  test('shows on the sync page that something was lost, and why the rest waits', async () => {
    const { screen } = await aShellIn('loss', <SyncPage />, row());

    await screen.shows('1 saved');

    const lost = 'Something was lost. The rest is safe here.';
    expect(screen.text()).toContain(`${lost} 1 saved. Will be sent when you are online.`);
  });

  test('does not show the loss again once the person has confirmed it', async () => {
    const { screen, read } = await aShellIn('loss');

    await screen.presses('I have read this');

    expect(read()).toBe(1);
  });
});

test('a browser without storage asks to keep the page open after an action', async () => {
  const phone = aPhone();
  const kickOff = new Date(Date.now() + 3_600_000);
  const game = { fixtureId: 'fixture-1', game: 'Arsenal Vs Chelsea', sportKey: 'soccer_epl' };
  const slip = [{ ...game, oddsId: 1, kickOff }];
  await changeSlip(phone.store, () => ({ ...emptySlip, slip }));
  const screen = await aScreen(
    <DurableSavingContext value={false}>
      <PostTipButton />
    </DurableSavingContext>,
    phone,
  );

  await screen.presses('Post Tip');

  expect(await screen.messages()).toMatchObject([
    { title: 'Not kept on this phone', text: 'Keep this page open until it is posted.' },
  ]);
});

describe('information about the storage of a phone', () => {
  const mayClear = 'Your browser may clear it when the phone runs out of room.';

  async function aPhoneWhoseBrowser(granted: boolean) {
    const phone = aPhone();
    const value = { granted, at: Date.parse('2026-03-01T10:00:00Z') };
    await phone.publicStore.documents.put({ name: 'persistence', value, fetchedAt: 0 });
    return phone;
  }

  test('warns that the browser may clear the data if something waits to be sent', async () => {
    const phone = await aPhoneWhoseBrowser(false);
    await phone.store.operations.add(row());
    const screen = await aScreen(<SyncPage />, phone);

    await screen.shows('1 saved');

    await expect.poll(screen.text).toContain(mayClear);
  });

  test.each([
    { when: 'the browser granted persistence', granted: true, waits: true },
    { when: 'nothing waits to be sent', granted: false, waits: false },
  ])('contains no warning if $when', async ({ granted, waits }) => {
    const phone = await aPhoneWhoseBrowser(granted);
    if (waits) await phone.store.operations.add(row());
    const screen = await aScreen(<SyncPage />, phone);

    await screen.shows(waits ? '1 saved' : 'Everything you did has arrived.');

    expect(screen.text()).not.toContain(mayClear);
  });

  test('contains how often the sending stopped', async () => {
    const phone = aPhone();
    const engine = { ...anEngine(phone), hangCount: createObservable(2) };
    const screen = await aScreen(<StorageNotes />, phone, { engine });

    await expect.poll(screen.text).toContain('Sending stopped 2 times and was started again.');
  });

  test('contains the unsent changes of another member, which can be deleted after a question', async () => {
    const others = databases(otherMemberId, indexedDB);
    const payload = { tipsterId, following: true };
    await queueOperation(others.store, { memberId: otherMemberId, kind: 'follow.set', payload });
    const screen = await aScreen(<StorageNotes />, aPhone());

    await screen.shows('1 change of another member is locked on this phone.');
    await screen.presses('Delete 1 change for good');
    expect(await others.store.operations.count()).toBe(1);
    await screen.presses('Delete 1 change for good');

    await screen.hides('locked on this phone');
    expect(await others.store.operations.count()).toBe(0);
  });
});
