// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { Header } from '#client/features/shell/navigation.tsx';
import { SheetContext } from '#client/features/shell/status-chip.tsx';
import { SyncSheet } from '#client/features/sync-sheet/sync-sheet.tsx';
import { readSession } from '#client/session/session.ts';
import { tipsterId } from '../sync/support/samples.ts';
import { aPhoneWithPending } from './support/a-phone-with-pending.ts';
import { aPhone, aScreen } from './support/a-screen.tsx';

const follow = { kind: 'follow.set', payload: { tipsterId, following: true } };

describe('the chip where there is a sheet', () => {
  const withSheet = () => (
    <SheetContext value={(onClose) => <SyncSheet onClose={onClose} />}>
      <Header session={readSession()} />
    </SheetContext>
  );

  test('opens what is on this phone as a sheet over the page, which goes as it came', async () => {
    const phone = await aPhoneWithPending(follow);
    const screen = await aScreen(withSheet(), phone);

    await screen.presses('1 saved');
    await screen.dialog('On this phone');
    await screen.says('1 saved. Will be sent when you are online.');
    await screen.presses('Close');

    await screen.until(() => document.querySelector('[role=dialog]') === null, 'the page again');
    expect(screen.path()).toBe('/here');
  });

  test('stays a link on the page that shows the same', async () => {
    const screen = await aScreen(withSheet(), aPhone(), { at: '/sync' });

    expect((await screen.link('All sent')).getAttribute('href')).toBe('/sync');
  });
});
