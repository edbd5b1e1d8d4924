// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { Link } from '@tanstack/react-router';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { InstallOffer } from '#client/features/shell/install-offer.tsx';
import { HomeScreen } from '#client/features/settings/settings-page.tsx';
import {
  captureInstallOffer,
  noteOffered,
  noteUsefulAct,
  wasOffered,
} from '#client/data/device/install.ts';
import { shownCount } from '#client/ui/messages/toasts.ts';
import { aPhone, aScreen } from './support/a-screen.tsx';

captureInstallOffer();

const day = 24 * 60 * 60_000;

/** The browser's own offer, which it makes whenever it likes. */
function theBrowserOffers() {
  let taken = 0;
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => {
      taken += 1;
    },
  });
  globalThis.dispatchEvent(event);
  onTestFinished(() => void globalThis.dispatchEvent(new Event('appinstalled')));
  return { taken: () => taken, shown: () => !event.defaultPrevented };
}

/** The page has been open for so long. */
function openFor(milliseconds: number): void {
  const now = vi.spyOn(performance, 'now').mockReturnValue(milliseconds);
  onTestFinished(() => now.mockRestore());
}

function nothingWasOffered(): void {
  localStorage.removeItem('touchline-install-offered');
}

describe('the offer of the home screen', () => {
  test('is not made to who has done nothing yet', async () => {
    nothingWasOffered();
    openFor(60_000);
    const browser = theBrowserOffers();
    const screen = await aScreen(
      <>
        <InstallOffer />
        <HomeScreen />
      </>,
      aPhone(),
    );

    await screen.says('Home screen');

    expect(browser.shown()).toBe(false);
    expect(screen.toasts).toEqual([]);
  });

  test('comes after a tip, once, and its answer is the person’s', async () => {
    nothingWasOffered();
    openFor(60_000);
    const browser = theBrowserOffers();
    const screen = await aScreen(<InstallOffer />, aPhone());

    noteUsefulAct();

    await screen.until(() => screen.toasts.length === 1, 'an offer');
    expect(screen.toasts).toMatchObject([
      { title: 'Keep Touchline on your home screen', act: { label: 'Install' } },
    ]);
    expect(browser.taken()).toBe(0);
    screen.toasts[0]?.act?.onAct();
    await screen.until(() => browser.taken() === 1, 'the question of the browser');
    expect(wasOffered()).toBe(true);
  });

  test.each([
    { days: 0, again: false },
    { days: 29, again: false },
    { days: 31, again: true },
  ])('is made again after $days days: $again', ({ days, again }) => {
    nothingWasOffered();
    expect(wasOffered(400 * day)).toBe(false);

    noteOffered(400 * day);

    expect(!wasOffered((400 + days) * day)).toBe(again);
  });

  test('waits until the page has been open for half a minute', async () => {
    nothingWasOffered();
    openFor(2000);
    const later = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => later.mockRestore());
    theBrowserOffers();
    const screen = await aScreen(<InstallOffer />, aPhone());
    noteUsefulAct();

    await screen.until(() => later.mock.calls.some(([, wait]) => wait === 28_000), 'the wait');

    expect(screen.toasts).toEqual([]);
  });
});

describe('an app that is on the home screen already', () => {
  test('offers nothing, and says so where it is asked', async () => {
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { media, matches: media.includes('standalone') }),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    nothingWasOffered();
    openFor(60_000);
    theBrowserOffers();
    const content = (
      <>
        <InstallOffer />
        <HomeScreen />
      </>
    );
    const screen = await aScreen(content, aPhone());

    noteUsefulAct();

    await screen.says('It is on your home screen.');
    expect(screen.toasts).toEqual([]);
  });
});

describe('the offer, while something else lies over the page', () => {
  test('waits until that was clicked away', async () => {
    nothingWasOffered();
    openFor(60_000);
    theBrowserOffers();
    shownCount.set(1);
    onTestFinished(() => shownCount.set(0));
    const screen = await aScreen(
      <>
        <InstallOffer />
        <HomeScreen />
      </>,
      aPhone(),
    );
    noteUsefulAct();
    await screen.says('Home screen');
    expect(screen.toasts).toEqual([]);

    shownCount.set(0);

    await screen.until(() => screen.toasts.length === 1, 'an offer');
  });

  test('waits until the page of the new ticket was left', async () => {
    nothingWasOffered();
    openFor(60_000);
    theBrowserOffers();
    const content = (
      <>
        <InstallOffer />
        <HomeScreen />
        <Link to="/settings">On</Link>
      </>
    );
    const screen = await aScreen(content, aPhone(), { at: '/tips/my-tips' });
    noteUsefulAct();
    await screen.says('Home screen');
    expect(screen.toasts).toEqual([]);

    (await screen.link('On')).click();

    await screen.until(() => screen.toasts.length === 1, 'an offer');
  });
});

describe('a phone whose browser makes no offer', () => {
  test('is told how to do it by hand', async () => {
    const agent = vi
      .spyOn(navigator, 'userAgent', 'get')
      .mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15');
    onTestFinished(() => agent.mockRestore());
    nothingWasOffered();
    openFor(60_000);
    const screen = await aScreen(<InstallOffer />, aPhone());

    noteUsefulAct();

    await screen.until(() => screen.toasts.length === 1, 'a hint');
    expect(screen.toasts[0]?.text).toContain('Tap Share, then Add to Home Screen.');
    expect(screen.toasts[0]?.act).toBeUndefined();
  });
});
