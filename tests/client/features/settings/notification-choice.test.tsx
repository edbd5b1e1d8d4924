import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { NotificationChoice } from '#client/features/settings/notification-choice.tsx';
import { storageState } from '#client/data/device/device.tsx';
import { clearSession } from '#client/session/session.ts';
import { notificationPreferenceDocument } from '#sync/refresh/document-names.ts';
import { profile } from '../../../testing/engine/samples.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';

const label = 'Tell me what was sent while the app was closed';
const english = {
  lang: 'en',
  dir: 'ltr',
  sent: 'What you saved was sent.',
  needsYou: 'Something you saved waits for your decision.',
};

type Answers = { before?: NotificationPermission; answer?: NotificationPermission };

/** A browser with notifications whose permission prompt gets this answer. */
function aBrowserThat({ before = 'default', answer = 'granted' }: Answers = {}) {
  let promptCount = 0;
  const notifications = {
    permission: before,
    async requestPermission(): Promise<NotificationPermission> {
      promptCount += 1;
      notifications.permission = answer;
      return answer;
    },
  };
  vi.stubGlobal('Notification', notifications);
  vi.stubGlobal('SyncManager', Object);
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  return {
    promptCount: () => promptCount,
    changesIts(mind: NotificationPermission) {
      notifications.permission = mind;
      globalThis.dispatchEvent(new Event('focus'));
    },
  };
}

async function wishOn(phone: Phone): Promise<unknown> {
  return (await phone.store.documents.get(notificationPreferenceDocument))?.value;
}

async function open(phone = aPhone()) {
  onTestFinished(clearSession);
  const screen = await aScreen(<NotificationChoice />, phone);
  const isTicked = async () => {
    const box = await screen.field(label);
    return box instanceof HTMLInputElement && box.checked;
  };
  return { phone, screen, isTicked };
}

describe('the switch for notifications', () => {
  test('stores the texts of notifications with permission, and removes them when it is turned off', async () => {
    const browser = aBrowserThat();
    const { screen, phone, isTicked } = await open();
    expect(await isTicked()).toBe(false);
    expect(browser.promptCount()).toBe(0);

    await screen.chooses(label);
    await screen.until(isTicked, 'the tick');
    expect(await wishOn(phone)).toEqual(english);
    expect(browser.promptCount()).toBe(1);

    await screen.chooses(label);
    await screen.until(async () => !(await isTicked()), 'no tick');
    expect(await wishOn(phone)).toBeUndefined();
  });

  test('is disabled if the browser blocks notifications, and explains how to allow them', async () => {
    const browser = aBrowserThat({ before: 'denied' });
    const { screen } = await open();

    await screen.shows('Allow them in its settings for this site.');
    expect(await screen.field(label)).toMatchObject({ disabled: true });

    browser.changesIts('granted');
    await screen.hides('Notifications are blocked');
    expect(await screen.field(label)).toMatchObject({ disabled: false });
  });

  test.each([
    { answer: 'denied' as const, shownText: 'Notifications are blocked in your browser.' },
    { answer: 'default' as const, shownText: undefined },
  ])('stays off if the permission is $answer, and says so', async ({ answer, shownText }) => {
    aBrowserThat({ answer });
    const { screen, phone, isTicked } = await open();

    await screen.chooses(label);

    if (shownText === undefined) {
      expect(await screen.messages()).toMatchObject([{ title: 'Notifications stay off' }]);
    } else await screen.shows(shownText);
    expect(await isTicked()).toBe(false);
    expect(await wishOn(phone)).toBeUndefined();
  });

  test.each([
    { what: 'send notifications', setUp: () => undefined },
    {
      what: 'store the choice for its worker',
      setUp: () => {
        aBrowserThat();
        storageState.location.set('memory');
        onTestFinished(() => storageState.location.set('device'));
      },
    },
  ])('is not offered by a browser that cannot $what', async ({ setUp }) => {
    setUp();
    const { screen } = await open();

    await screen.shows('This browser sends nothing while the app is closed');

    expect(screen.names('input')).toEqual([]);
  });

  test('stores the texts in the current language if stored ones have another language', async () => {
    aBrowserThat({ before: 'granted' });
    const phone = aPhone();
    const value = { ...english, lang: 'fr', sent: 'Ce que vous aviez enregistré est parti.' };
    await phone.store.documents.put({ name: notificationPreferenceDocument, value, fetchedAt: 0 });
    const { screen } = await open(phone);

    await screen.field(label);

    await expect.poll(async () => wishOn(phone)).toEqual(english);
  });

  test('keeps texts that another window stored in its language, until the page becomes visible', async () => {
    aBrowserThat({ before: 'granted' });
    const phone = aPhone();
    await phone.store.documents.put({
      name: notificationPreferenceDocument,
      value: english,
      fetchedAt: 0,
    });
    const { screen, isTicked } = await open(phone);
    await screen.until(isTicked, 'the tick');

    const french = { ...english, lang: 'fr', sent: 'Ce que vous aviez enregistré est parti.' };
    await phone.store.documents.put({
      name: notificationPreferenceDocument,
      value: french,
      fetchedAt: 0,
    });
    // The profile is stored after the texts, so once it is shown the texts have been read as well.
    const timeOutUntil = new Date(Date.now() + 3_600_000).toISOString();
    const value = profile({ timeOutUntil });
    await phone.store.documents.put({ name: 'profile', value, fetchedAt: 0 });
    await screen.shows('Silent during your break.');
    expect(await wishOn(phone)).toEqual(french);

    document.dispatchEvent(new Event('visibilitychange'));

    await expect.poll(async () => wishOn(phone)).toEqual(english);
  });
});
