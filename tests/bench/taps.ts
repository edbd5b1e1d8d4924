import type { Browser, Locator, Page } from '@playwright/test';

import { listTipsters } from '#contract/members.ts';

import type { Caller } from '../testing/server/api-caller.ts';
import { workerIsReady } from './cold-start.ts';
import { median } from './engine/measure.ts';
import {
  arrivals,
  firstVisitsOnAPhone,
  maxResponseMs,
  onAPhone,
  repeats,
  slipOnAPhone,
} from './on-a-phone.ts';

/** A tap and its duration in milliseconds; the median of all runs. */
export type Tap = { what: string; took: number };

/** A tap on each main route besides the slip's: the pressed element, and its visible effect. */
const presses: Readonly<Record<string, { tap: string; shows: string }>> = {
  '/': { tap: 'header [popovertarget]:visible', shows: '[popover]:popover-open' },
  '/tipster': { tap: 'main article a', shows: 'main h1' },
  '/competitions': { tap: 'main a[href*="view=results"]', shows: 'main a[href*=results].active' },
  '/tips': { tap: 'main button[aria-haspopup=dialog]', shows: '[role=dialog]' },
  '/tips/my-tips': { tap: 'main article button', shows: '[role=dialog]' },
};

/** The time from a tap to its paint on the main routes whose path contains the text. */
async function tapsOnAPhone(
  browser: Browser,
  origin: string,
  member: Caller,
  only = '',
): Promise<Tap[]> {
  const taps: Tap[] = [];
  for (const { path } of arrivals) {
    const press = presses[path];
    if (press === undefined || !path.includes(only)) continue;
    const took = await timed(browser, origin, member, async (page) => {
      await page.goto(path);
      await page.locator(press.tap).first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.locator(press.tap).first().click();
      await page.locator(press.shows).first().waitFor();
      return maxResponseMs(page);
    });
    taps.push({ what: path, took });
  }
  return taps;
}

type Change = 'pressed' | 'said' | 'gone';

/** Changes that the phone shows before any response. */
const changes: readonly {
  what: string;
  path: string;
  target: (page: Page) => Locator;
  /**
   * A key that gets or loses the pressed state, one whose label changes, or a row that leaves its
   * list.
   */
  shows: Change;
  /** Runs before it, offline. */
  before?: (page: Page) => Promise<void>;
}[] = [
  {
    what: 'a pick on the slip',
    path: '/tips/create',
    target: (page) => page.getByRole('button', { name: /, home 1, .* not selected$/ }).last(),
    shows: 'pressed',
  },
  { what: 'follow or let go', path: '/tipster/profile', target: followKey, shows: 'pressed' },
  {
    what: 'book',
    path: '/tips/my-tips',
    target: (page) => page.locator('main').getByRole('button', { name: 'Book Ticket' }).first(),
    shows: 'said',
  },
  {
    what: 'discard',
    path: '/tipster/profile',
    target: (page) => page.locator('main li').getByRole('button', { name: 'Discard' }).first(),
    shows: 'gone',
    before: async (page) => {
      await followKey(page).click();
      await followKey(page).getByText('Saved on this phone').waitFor();
      await page.goto('/sync');
    },
  },
];

function followKey(page: Page): Locator {
  return page
    .locator('main')
    .getByRole('button', { name: /^Follow/ })
    .first();
}

/** The time from a tap to the painted change, offline; those whose name contains the text. */
async function changesOnAPhone(
  browser: Browser,
  origin: string,
  member: Caller,
  only = '',
): Promise<Tap[]> {
  const taps: Tap[] = [];
  const tipster = await somebodyElse(member);
  for (const { what, path: route, target, shows, before } of changes) {
    if (!route.includes(only)) continue;
    const path = route === '/tipster/profile' ? `${route}/${tipster}` : route;
    const took = await timed(browser, origin, member, async (page) => {
      for (let visit = 0; visit < 2; visit += 1) {
        // The second visit is served by the worker without a request.
        await page.goto(path);
        await page.locator('main h1').waitFor();
        await page.waitForLoadState('networkidle');
        await workerIsReady(page);
      }
      await page.context().setOffline(true);
      await before?.(page);
      const tapped = target(page);
      await tapped.waitFor();
      await tapped.evaluate(watchTap, shows);
      await tapped.click();
      return page.evaluate(async () => globalThis.changed);
    });
    taps.push({ what, took });
  }
  return taps;
}

/** The first tipster of the list who is not the member: nobody follows themselves. */
async function somebodyElse(member: Caller): Promise<string> {
  const found = listTipsters.reply.parse(await member.get('/api/tipsters?category=0'));
  return found.find(({ id }) => id !== member.memberId)?.id ?? '';
}

declare global {
  var changed: Promise<number>;
}

/**
 * Runs in the page: records when the effect of the next tap is visible, in milliseconds since the
 * tap.
 */
function watchTap(tapped: Element, shows: Change): void {
  const row = tapped.closest('article, li') ?? tapped;
  const stateOf: Readonly<Record<Change, () => unknown>> = {
    gone: () => row.isConnected,
    pressed: () => tapped.getAttribute('aria-pressed'),
    said: () => tapped.textContent,
  };
  const before = stateOf[shows]();
  const isShown = () => stateOf[shows]() !== before;
  const { promise, resolve } = Promise.withResolvers<number>();
  globalThis.changed = promise;
  const watch = ({ timeStamp }: Event) => {
    const observer = new MutationObserver(() => {
      if (!isShown()) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        // The message arrives after the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now() - timeStamp));
        port1.start();
        port2.postMessage(undefined);
      });
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  };
  addEventListener('click', watch, { once: true, capture: true });
}

/** All measurements on a slow phone, on routes whose path contains the text. */
export async function phoneFigures(browser: Browser, origin: string, member: Caller, only = '') {
  const visits = await firstVisitsOnAPhone(browser, origin, member, only);
  const taps = await tapsOnAPhone(browser, origin, member, only);
  if ('/tips/create'.includes(only)) {
    taps.push({ what: 'slip', took: await slipOnAPhone(browser, origin, member) });
  }
  return { visits, taps, changes: await changesOnAPhone(browser, origin, member, only) };
}

/** The median of several runs, on a new phone each time. */
async function timed(
  browser: Browser,
  origin: string,
  member: Caller,
  time: (page: Page) => Promise<number>,
): Promise<number> {
  const took: number[] = [];
  for (let run = 0; run < repeats; run += 1) {
    await onAPhone(browser, origin, async (page) => void took.push(await time(page)), member);
  }
  return median(took);
}
