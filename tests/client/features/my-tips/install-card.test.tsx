import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { InstallCard } from '#client/features/my-tips/install-card.tsx';
import { InstallRow } from '#client/features/settings/settings-page.tsx';
import { captureInstallPrompt, markUsefulAction } from '#client/data/device/install.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

captureInstallPrompt();

/** Dispatches the browser's install prompt event. */
function theBrowserOffers(): Event {
  const event = new Event('beforeinstallprompt', { cancelable: true });
  globalThis.dispatchEvent(Object.assign(event, { prompt: async () => undefined }));
  onTestFinished(() => void globalThis.dispatchEvent(new Event('appinstalled')));
  return event;
}

/** Stores that a tip was posted on this device and that the app was not offered yet. */
function hasPosted(): void {
  localStorage.removeItem('touchline-install-offered');
  markUsefulAction();
}

const title = 'Keep Touchline on your home screen';
const page = (
  <>
    <InstallCard />
    <InstallRow />
  </>
);

describe('the offer to install the app', () => {
  test('is not made to a person who has not posted yet', async () => {
    localStorage.removeItem('touchline-install-offered');
    const event = theBrowserOffers();
    const screen = await aScreen(page, aPhone());

    await screen.shows('Home screen');

    expect(event.defaultPrevented).toBe(true);
    expect(screen.text()).not.toContain(title);
  });

  test.each(['Not now', 'another page'])('is made once, and ends with %s', async (way) => {
    hasPosted();
    theBrowserOffers();
    const screen = await aScreen(<InstallCard />, aPhone());
    await screen.shows(title);

    if (way === 'Not now') await screen.presses('Not now');
    else screen.leaves();

    await screen.hides(title);
    const later = await aScreen(page, aPhone());
    await later.shows('Home screen');
    expect(later.text()).not.toContain(title);
  });
});

test('an installed app does not offer the installation, and its settings say that it is installed', async () => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('standalone') }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  hasPosted();
  theBrowserOffers();
  const screen = await aScreen(page, aPhone());

  await screen.shows('Touchline is installed.');
  expect(screen.text()).not.toContain(title);
});

/** Sets the browser's user agent for one test. */
function aBrowserNamed(userAgent: string, maxTouchPoints: number): void {
  const spies = [
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent),
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(maxTouchPoints),
  ];
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
}

const share = 'Tap Share, then Add to Home Screen.';
const shareOrMenu = 'Tap Share, beside the address or in the menu, then Add to Home Screen.';
const menu = 'Open the menu ⋮, then More if it is there, and tap Add app to Home screen.';
const fileMenu = 'Choose Add to Dock in Safari’s File menu.';

const iPhone = (system: string, end: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${end}`;
const mac = (end: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ${end}`;
const safari = (version: string) => `Version/${version} Safari/605.1.15`;
const mobileSafari = (version: string) => `Version/${version} Mobile/15E148 Safari/604.1`;
const firefox = (system: string) => `Mozilla/5.0 (${system}; rv:153.0) Gecko/153.0 Firefox/153.0`;

describe('a browser without an install prompt', () => {
  test.each([
    { name: 'Safari on an iPhone', agent: iPhone('17_5', mobileSafari('17.5')), steps: share },
    {
      name: 'Safari 26 on an iPhone',
      agent: iPhone('18_6', mobileSafari('26.0')),
      steps: shareOrMenu,
    },
    { name: 'Safari on an iPad', agent: mac(safari('26.0')), touches: 5, steps: share },
    {
      name: 'Chrome on an iPhone',
      agent: iPhone('17_5', 'CriOS/129.0.1 Mobile/15E148 Safari/604.1'),
      steps: shareOrMenu,
    },
    {
      name: 'Firefox on an iPhone',
      agent: iPhone('16_4', 'FxiOS/131.0 Mobile/15E148 Safari/605.1.15'),
      steps: shareOrMenu,
    },
    {
      name: 'Edge on an iPad',
      agent: mac('Version/17.0 EdgiOS/129.0 Mobile/15E148 Safari/605.1.15'),
      touches: 5,
      steps: shareOrMenu,
    },
    { name: 'Firefox on Android', agent: firefox('Android 14; Mobile'), touches: 5, steps: menu },
    { name: 'Safari on a Mac', agent: mac(safari('17.0')), touches: 0, steps: fileMenu },
  ])('explains how to install the app in $name', async ({ agent, touches = 5, steps }) => {
    aBrowserNamed(agent, touches);
    hasPosted();
    const screen = await aScreen(page, aPhone());

    await screen.shows(`${steps} It opens offline`);

    const heading = steps === fileMenu ? 'Keep Touchline in your Dock' : title;
    expect(screen.text()).toContain(heading);
    expect(screen.text().split(steps)).toHaveLength(3);
    expect(screen.names('button')).toEqual(['Not now']);
  });

  test.each([
    { name: 'Safari on an older Mac', agent: mac(safari('16.6')) },
    { name: 'Firefox on a computer', agent: firefox('X11; Linux x86_64') },
    {
      name: 'WebKitGTK',
      agent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) ${safari('60.5')}`,
    },
    {
      name: 'Chrome on a Mac that makes no offer',
      agent: mac('Chrome/156.0.0.0 Safari/537.36'),
    },
    {
      name: 'Chrome before iOS 16.4',
      agent: iPhone('16_3', 'CriOS/110.0 Mobile/15E148 Safari/604.1'),
    },
    {
      name: 'a page within another app on an iPhone',
      agent: iPhone('17_5', 'Mobile/15E148 Instagram 300.0'),
    },
    {
      name: 'Chrome on Android that makes no offer',
      agent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/129.0 Mobile Safari/537.36',
    },
  ])('offers nothing in $name', async ({ agent }) => {
    aBrowserNamed(agent, 0);
    hasPosted();
    const screen = await aScreen(
      <>
        {page}
        <p>No offer</p>
      </>,
      aPhone(),
    );

    await screen.shows('No offer');

    expect(screen.text()).toBe('No offer');
  });
});
