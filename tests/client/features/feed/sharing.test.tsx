import { describe, expect, onTestFinished, test } from 'vitest';
import { TipPage } from '#client/features/pages/tip-page.tsx';
import { FeedTips } from '#client/features/feed/feed-tips.tsx';
import { ShareTip } from '#client/ui/tip/share-tip.tsx';
import { serverTip, tipId, tipsterId } from '../../../testing/engine/samples.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

/** Sets or removes `navigator.share` and the clipboard for one test. */
function aBrowserWith(parts: { share?: (data: unknown) => Promise<void>; copied?: string[] }) {
  const clipboard = { writeText: async (text: string) => void parts.copied?.push(text) };
  for (const [name, value] of Object.entries({ share: parts.share, clipboard })) {
    const before = Object.getOwnPropertyDescriptor(navigator, name);
    Object.defineProperty(navigator, name, { configurable: true, value });
    onTestFinished(() => {
      if (before) Object.defineProperty(navigator, name, before);
      else Reflect.deleteProperty(navigator, name);
    });
  }
}

const tip = serverTip({ tipsterId, tipsterName: 'Luís Marques' });
const nameless = serverTip({ tipsterId: '', tipsterName: '' });

describe('a tip that is shared', () => {
  test('opens the share sheet of the phone, with a public link', async () => {
    const shared: unknown[] = [];
    aBrowserWith({ share: async (data) => void shared.push(data) });
    const screen = await aScreen(<ShareTip tip={tip} />, aPhone());

    await screen.presses(/^Share: /);

    await screen.until(() => shared.length === 1, 'a share');
    expect(shared).toEqual([
      {
        title: 'A football tip by Luís Marques',
        text: 'Arsenal to win @ 2.50 · Luís Marques',
        url: `${location.origin}/tip/${tipId}`,
      },
    ]);
    expect(screen.toasts).toEqual([]);
  });

  test('has a link to the original if it is a copy, because nobody else can read the copy', async () => {
    const copied: string[] = [];
    aBrowserWith({ copied });
    const copiedFrom = '0195a000-0000-7000-8000-000000000077';
    const screen = await aScreen(<ShareTip tip={{ ...tip, copiedFrom }} />, aPhone());

    await screen.presses(/^Share: /);

    await screen.until(() => copied.length === 1, 'a link');
    expect(copied).toEqual([`${location.origin}/tip/${copiedFrom}`]);
  });

  test('has its link copied if the browser has no share sheet', async () => {
    const copied: string[] = [];
    aBrowserWith({ copied });
    const screen = await aScreen(<ShareTip tip={tip} />, aPhone());

    await screen.presses(/^Share: /);

    await screen.until(() => screen.toasts.length === 1, 'a message');
    expect(copied).toEqual([`${location.origin}/tip/${tipId}`]);
    expect(screen.toasts).toMatchObject([{ title: 'The link is copied' }]);
  });

  test('causes a message after a failure, but not after a cancellation', async () => {
    let tries = 0;
    aBrowserWith({
      share: async () => {
        tries += 1;
        throw new DOMException('Share canceled', tries === 1 ? 'AbortError' : 'NotAllowedError');
      },
    });
    const screen = await aScreen(<ShareTip tip={tip} />, aPhone());

    await screen.presses(/^Share: /);
    await screen.until(() => tries === 1, 'a first try');
    await screen.presses(/^Share: /);

    expect(await screen.messages()).toMatchObject([{ title: 'It could not be shared' }]);
  });

  test('cannot be shared before the server has it', async () => {
    const unsent = serverTip({ version: 0 });
    const screen = await aScreen(
      <>
        <ShareTip tip={unsent} />
        <p>Not sent yet</p>
      </>,
      aPhone(),
    );

    await screen.shows('Not sent yet');

    expect(screen.names('button').join()).not.toContain('Share');
  });
});

describe('the page of a shared tip', () => {
  test('shows the tip from the device, with its tipster', async () => {
    const phone = aPhone();
    await phone.publicStore.tips.put({ ...tip, analysis: 'Ten at home unbeaten.' });
    const screen = await aScreen(<TipPage id={tipId} />, phone);

    await screen.shows('Ten at home unbeaten.');

    expect((await screen.link('Luís Marques')).getAttribute('href')).toBe(
      `/tipster/profile/${tipsterId}`,
    );
    await screen.button(/^Share: /);
  });

  test.each([
    { where: 'its page', page: <TipPage id={tipId} />, opens: [], of: 'h2' },
    { where: 'a list', page: <FeedTips tips={[nameless]} />, opens: [], of: 'h2' },
    {
      where: 'its details',
      page: <FeedTips tips={[nameless]} />,
      opens: [/^Details: /],
      of: '[role=dialog] p',
    },
  ])('links to no tipster without an id, on $where', async (row) => {
    const phone = aPhone();
    await phone.publicStore.tips.put(nameless);
    const screen = await aScreen(row.page, phone);
    for (const name of row.opens) await screen.presses(name);

    const whose = () => document.querySelector(row.of)?.textContent ?? '';
    await expect.poll(whose).toMatch(/^Tipster/);
    expect(screen.names('a[href^="/tipster/"]')).toEqual([]);
  });

  test.each([
    { id: tipId, shownText: 'The tip could not be fetched.', names: ['Retry'] },
    // An incomplete id can never be found, so the page offers no retry.
    { id: tipId.slice(0, 20), shownText: 'This tip is not there any more.', names: [] },
  ])('says "$shownText" if the server fails', async ({ id, shownText, names }) => {
    const failing = { failure: 'Server error', isOnline: true };

    const screen = await aScreen(<TipPage id={id} />, aPhone(), failing);

    await screen.shows(shownText);
    expect(screen.names('button')).toEqual(names);
    expect(screen.toasts).toEqual([]);
  });
});
