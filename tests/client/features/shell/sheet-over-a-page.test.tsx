import { describe, expect, test } from 'vitest';
import { Header } from '#client/features/shell/navigation.tsx';
import { SyncSheet } from '#client/features/sync-sheet/sync-sheet.tsx';
import { readSession } from '#client/session/session.ts';
import { tipsterId } from '../../../testing/engine/samples.ts';
import { aPhoneWithPending } from '../../../testing/components/a-phone-with-pending.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

const follow = { kind: 'follow.set', payload: { tipsterId, following: true } };
const header = () => <Header session={readSession()} sheet={SyncSheet} />;
const noDialog = () => document.querySelector('[role=dialog]') === null;

describe('the status chip', () => {
  test('opens the sync sheet over the page, and the page stays after Close', async () => {
    const screen = await aScreen(header(), await aPhoneWithPending(follow));

    await screen.presses('1 saved');
    await screen.dialog('On this phone');
    await screen.shows('1 saved. Will be sent when you are online.');
    await screen.presses('Close');

    await screen.until(noDialog, 'the page again');
    expect(screen.path()).toBe('/here');
  });

  test('is a link on the sync page', async () => {
    const screen = await aScreen(header(), aPhone(), { at: '/sync' });

    expect((await screen.link('All sent')).getAttribute('href')).toBe('/sync');
  });
});

test('a full sheet lists thirty operations, and closes when its link opens the sync page', async () => {
  const many = Array.from({ length: 31 }, () => follow);
  const screen = await aScreen(header(), await aPhoneWithPending(...many));
  await screen.presses('31 saved');
  await screen.dialog('On this phone');
  await expect.poll(() => screen.names('article')).toHaveLength(30);

  (await screen.link('See all 31')).click();

  await screen.until(noDialog, 'the page it leads to');
  expect(screen.path()).toBe('/sync');
});
