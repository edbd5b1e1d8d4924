import type { Locator, Page } from '@playwright/test';

import { listTipsters } from '#contract/members.ts';

import type { Caller } from '../testing/server/api-caller.ts';
import type { Backend } from '../testing/server/backend.ts';
import { launchBrowser, settles } from './browser.ts';
import { budgets } from './budgets.ts';
import { median } from './engine/measure.ts';
import { arrivals, maxResponseMs, slowRuns } from './on-a-phone.ts';
import { atMost, heading } from './report.ts';

const homeKeys = /, home 1, .* not selected$/;

/** The visible effect: `aria-pressed` changes, the label changes, or the row disappears. */
type Effect = 'pressed' | 'said' | 'gone';

/** A change that the phone shows before the server responds. */
type Change = {
  what: string;
  path: string;
  target: (page: Page) => Locator;
  shows: Effect;
  /** Runs offline before the tap. */
  before?: (page: Page) => Promise<void>;
};

function changesOf(tipster: string): Change[] {
  const profile = `/tipster/profile/${tipster}`;
  const followKey = (page: Page) =>
    page
      .locator('main')
      .getByRole('button', { name: /^Follow/ })
      .first();
  return [
    {
      what: 'a pick on the slip',
      path: '/tips/create',
      target: (page) => page.getByRole('button', { name: homeKeys }).last(),
      shows: 'pressed',
    },
    { what: 'follow or let go', path: profile, target: followKey, shows: 'pressed' },
    {
      what: 'book',
      path: '/tips/my-tips',
      target: (page) =>
        page
          .locator('main')
          .getByRole('button', { name: /^Book Ticket/ })
          .first(),
      shows: 'said',
    },
    {
      what: 'discard',
      path: profile,
      target: (page) =>
        page.locator('main li').getByRole('button', { name: 'Discard', exact: true }).first(),
      shows: 'gone',
      before: async (page) => {
        await followKey(page).click();
        await followKey(page).getByText('Saved on this phone').waitFor();
        await page.goto('/sync');
      },
    },
  ];
}

/**
 * Measures the time from a tap to the next paint on the routes whose path contains the text, and
 * offline the time from a tap to the painted change.
 */
export async function benchTaps({ origin }: Backend, member: Caller, only = ''): Promise<void> {
  heading('Taps on a slow phone');
  const browser = await launchBrowser();
  const timed = async (work: (page: Page) => Promise<number>) =>
    median(await slowRuns(browser, origin, member, work));
  for (const { path, tap } of arrivals) {
    if (!path.includes(only)) continue;
    const took = await timed(async (page) => {
      await page.goto(path);
      if (!tap) return tapsToTheSlip(page);
      await page.locator(tap.on).first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.locator(tap.on).first().click();
      await page.locator(tap.shows).first().waitFor();
      return maxResponseMs(page);
    });
    atMost(`longest from a tap to its paint: ${path}`, took, budgets.tapToPaint, 'ms');
  }
  for (const change of changesOf(await somebodyElse(member))) {
    if (!change.path.includes(only)) continue;
    const took = await timed(async (page) => timeOffline(page, change));
    atMost(`from a tap to what it changed: ${change.what}`, took, budgets.tapToChange, 'ms');
  }
  await browser.close();
}

/** Returns the longest response to a tap between the list of games and the opened slip. */
async function tapsToTheSlip(page: Page): Promise<number> {
  await page.getByRole('button', { name: homeKeys }).first().waitFor();
  await page.waitForLoadState('networkidle');
  for (const name of [homeKeys, /, draw X, .* not selected$/]) {
    await page.getByRole('button', { name, exact: true }).last().click();
  }
  await page.getByRole('button', { name: /Review/ }).click();
  await page.getByRole('dialog').waitFor();
  return maxResponseMs(page);
}

async function timeOffline(page: Page, { path, target, shows, before }: Change): Promise<number> {
  for (let visit = 0; visit < 2; visit += 1) {
    // On the second visit, the service worker serves the page without a request.
    await page.goto(path);
    await page.locator('main h1').waitFor();
    await settles(page);
  }
  await page.context().setOffline(true);
  await before?.(page);
  const tapped = target(page);
  await tapped.waitFor();
  await tapped.evaluate(watchTap, shows);
  await tapped.click();
  return page.evaluate(async () => globalThis.changed);
}

/** Returns the first tipster in the list other than the member. */
async function somebodyElse(member: Caller): Promise<string> {
  const found = listTipsters.reply.parse(await member.get('/api/tipsters?category=0'));
  return found.find(({ id }) => id !== member.memberId)?.id ?? '';
}

declare global {
  var changed: Promise<number>;
}

/** Runs in the page: records the milliseconds from the next tap until its effect is painted. */
function watchTap(tapped: Element, shows: Effect): void {
  const row = tapped.closest('article, li') ?? tapped;
  const stateOf: Readonly<Record<Effect, () => unknown>> = {
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
        // A message event runs after the frame is painted.
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
