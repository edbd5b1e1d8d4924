// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { InstallCard } from '#client/features/my-tips/install-card.tsx';
import { HomeScreen } from '#client/features/settings/settings-page.tsx';
import { captureInstallOffer, noteUsefulAct } from '#client/data/device/install.ts';
import { aPhone, aScreen } from './support/a-screen.tsx';

captureInstallOffer();

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

function nothingWasOffered(): void {
  localStorage.removeItem('touchline-install-offered');
}

const title = 'Keep Touchline on your home screen';
const page = (
  <>
    <InstallCard />
    <HomeScreen />
  </>
);

describe('the offer of the home screen', () => {
  test('is not made to who has done nothing yet', async () => {
    nothingWasOffered();
    const browser = theBrowserOffers();
    const screen = await aScreen(page, aPhone());

    await screen.says('Home screen');

    expect(browser.shown()).toBe(false);
    expect(screen.text()).not.toContain(title);
  });

  test('stands on the tickets after a tip, and its answer is the person’s', async () => {
    nothingWasOffered();
    noteUsefulAct();
    const browser = theBrowserOffers();
    const screen = await aScreen(<InstallCard />, aPhone());
    await screen.says(title);
    expect(browser.taken()).toBe(0);

    await screen.presses('Install');

    await screen.until(() => browser.taken() === 1, 'the question of the browser');
    await screen.saysNoMore(title);
  });

  test.each(['Not now', 'another page'])('is made once, left by %s', async (way) => {
    nothingWasOffered();
    noteUsefulAct();
    theBrowserOffers();
    const screen = await aScreen(<InstallCard />, aPhone());
    await screen.says(title);

    if (way === 'Not now') await screen.presses('Not now');
    else screen.leaves();

    await screen.saysNoMore(title);
    const later = await aScreen(page, aPhone());
    await later.says('Home screen');
    expect(later.text()).not.toContain(title);
  });
});

describe('an app that is on the home screen already', () => {
  test('offers nothing, and says so where it is asked', async () => {
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { media, matches: media.includes('standalone') }),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    nothingWasOffered();
    noteUsefulAct();
    theBrowserOffers();
    const screen = await aScreen(page, aPhone());

    await screen.says('It is on your home screen.');
    expect(screen.text()).not.toContain(title);
  });
});

describe('a phone whose browser makes no offer', () => {
  test('is told how to do it by hand', async () => {
    const agent = vi
      .spyOn(navigator, 'userAgent', 'get')
      .mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15');
    onTestFinished(() => agent.mockRestore());
    nothingWasOffered();
    noteUsefulAct();
    const screen = await aScreen(<InstallCard />, aPhone());

    await screen.says('Tap Share, then Add to Home Screen. It opens offline');

    expect(screen.names('button')).toEqual(['Not now']);
  });
});
