import { expect, type Page } from '@playwright/test';

import type { Backend } from '../../testing/server/backend.ts';
import { type Given, test } from '../../testing/phone/journey.ts';
import { layoutShiftOf, recordShifts, describeShifts } from '../../testing/screen/layout-shifts.ts';
import { aMemberReadyForOffline, aNewcomer } from '../../testing/people/newcomer.ts';
import type { Phone } from '../../testing/phone/phone.ts';

test.use({ phones: 'are reopened' });

/** The text of the snapshot, and the number of frames after it without a visible row. */
type Start = { snapshot: string; framesWithoutRows: number };

declare global {
  var snapshotStart: Start;
}

/** Records in every page the text of its snapshot, and the frames without rows from then on. */
async function noteSnapshots(phone: Phone): Promise<void> {
  await phone.context().addInitScript(() => {
    globalThis.snapshotStart = { snapshot: '', framesWithoutRows: 0 };
    const isSeen = (row: Element) => row.checkVisibility({ visibilityProperty: true });
    const look = () => {
      const rows = [...document.querySelectorAll('main article')];
      if (!rows.some(isSeen)) snapshotStart.framesWithoutRows += 1;
      requestAnimationFrame(look);
    };
    new MutationObserver((_, observer) => {
      const shown = document.getElementById('snapshot');
      if (!shown) return;
      observer.disconnect();
      snapshotStart.snapshot = shown.textContent;
      requestAnimationFrame(look);
    }).observe(document, { childList: true, subtree: true });
  });
}

const startOf = async (page: Page): Promise<Start> => page.evaluate(() => globalThis.snapshotStart);

/** Waits until a stored snapshot of the page contains this text. */
async function isStored(page: Page, path: string, words: string): Promise<void> {
  const stored = async () =>
    page.evaluate(async (path) => (await caches.match(path))?.text() ?? '', path);
  // Compares a boolean, because a whole snapshot is too long for a test report.
  await expect.poll(async () => (await stored()).includes(words)).toBe(true);
}

const storedSnapshots = async (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const stored = await (await caches.open('touchline-snapshots')).keys();
    return stored.map(({ url }) => new URL(url).pathname);
  });

const path = '/tips/my-tips';

test('a page opens with a snapshot of its last content, until the app shows the same', async ({
  given,
  sharedServer,
}) => {
  const { connection, phone, member } = await aMemberReadyForOffline(given, sharedServer);
  await connection.breaks();
  await phone.context().setOffline(true);
  const game = await member.postsATip();
  const away = game.split(' Vs ').at(-1) ?? game;
  // The reload scrolls to the top, which is the position that a snapshot is stored for.
  await phone.reloads();
  await isStored(phone.page(), path, 'Saved on this phone');
  await phone.closes();

  await phone.reopens('/help');
  await noteSnapshots(phone);
  await recordShifts(phone.context());
  await phone.context().setOffline(true);
  await phone.opens(path);
  await member.seesTip(game, 'Saved on this phone');

  const { snapshot, framesWithoutRows } = await startOf(phone.page());
  expect(snapshot).toContain(away);
  // The snapshot shows a queued tip as queued, but not the status chip.
  expect(snapshot).toContain('Saved on this phone');
  // The time of the snapshot, or its date on a later day.
  expect(snapshot).toMatch(/As of \d/);
  expect(snapshot).not.toContain('Offline');
  expect(framesWithoutRows).toBe(0);
  const jumped = await describeShifts(phone.page());
  expect(await layoutShiftOf(phone.page()), jumped).toBeLessThanOrEqual(0.02);
});

test('the next member sees no snapshot of the previous one, even after the browser was killed', async ({
  given,
  sharedServer,
}) => {
  const { phone, member: first } = await aMemberReadyForOffline(given, sharedServer);
  const game = await first.postsATip();
  const away = game.split(' Vs ').at(-1) ?? game;
  await phone.opens(path);
  await isStored(phone.page(), path, away);
  await first.logsOut();
  await phone.page().waitForURL(({ pathname }) => pathname === '/');
  await phone.dies();

  await phone.reopens('/help');
  await noteSnapshots(phone);
  await phone.opens(path);
  await expect(first.heading('Login To Your Account')).toBeVisible();
  expect(await startOf(phone.page())).toMatchObject({ snapshot: '' });
  await expect.poll(async () => storedSnapshots(phone.page())).not.toContain(path);

  const second = await aNewcomer(phone, sharedServer);
  await second.logsInIfRequired();
  await phone.opens(path);
  await expect(second.heading('My Saved Tips')).toBeVisible();
  expect((await startOf(phone.page())).snapshot).not.toContain(away);
});

const payload =
  '<script>globalThis.forged = true</script><script src="https://elsewhere.example/x.js"></script>' +
  '<img src="https://elsewhere.example/x.png" onerror="globalThis.forged = true" onload="globalThis.forged = true">' +
  '<svg onload="globalThis.forged = true"></svg><iframe srcdoc="<script>top.forged = true</script>"></iframe>' +
  '<link rel="stylesheet" href="https://elsewhere.example/x.css"><a href="javascript:globalThis.forged = true">x</a>';

declare global {
  var forged: boolean | undefined;
  var violations: string[];
}

/** Stores the snapshot of a member's page, and records each later request to another site. */
async function aStoredPage(given: Given, sharedServer: Backend) {
  const { phone, member } = await aMemberReadyForOffline(given, sharedServer);
  const loaded: string[] = [];
  await phone.context().route('https://elsewhere.example/**', async (route) => {
    loaded.push(route.request().url());
    await route.abort();
  });
  await phone.context().addInitScript(() => {
    globalThis.violations = [];
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      violations.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  await noteSnapshots(phone);
  await member.postsATip();
  await phone.opens(path);
  await isStored(phone.page(), path, 'As of');
  return { phone, loaded };
}

test('markup in the texts of a page runs and loads nothing when its snapshot is shown', async ({
  given,
  sharedServer,
}) => {
  const { phone, loaded } = await aStoredPage(given, sharedServer);
  await phone.page().evaluate((payload) => {
    const texts = document.createTreeWalker(
      document.getElementById('root') ?? document,
      NodeFilter.SHOW_TEXT,
    );
    while (texts.nextNode()) texts.currentNode.nodeValue += payload;
    // The added text is above the visible rows, so the browser has scrolled down.
    scrollTo({ top: 0 });
  }, payload);
  await isStored(phone.page(), path, 'elsewhere.example');

  // A reload would restore the scroll position.
  await phone.opens('/help');
  await phone.opens(path);

  expect((await startOf(phone.page())).snapshot).toContain('<script>globalThis.forged');
  const seen = await phone.page().evaluate(() => [globalThis.forged, globalThis.violations]);
  expect(seen).toEqual([undefined, []]);
  expect(loaded).toEqual([]);
});

test('a stored snapshot that was forged runs and loads nothing', async ({
  given,
  sharedServer,
}) => {
  const { phone, loaded } = await aStoredPage(given, sharedServer);
  phone.forgives(/Content Security Policy/);
  const forge = async ({ path, payload }: { path: string; payload: string }) => {
    const cache = await caches.open('touchline-snapshots');
    const stored = await cache.match(path);
    const text = (await stored?.text()) ?? '';
    const forged = `${text.replace('</main>', `${payload}</main>`)}<div>${payload}</div>`;
    await cache.put(path, new Response(forged, { headers: stored?.headers ?? {} }));
  };
  // A page stores its own snapshot when it is left, so another page forges the snapshot.
  await phone.opens('/help');
  await phone.page().evaluate(forge, { path, payload });

  await phone.opens(path);

  expect((await startOf(phone.page())).snapshot).toContain('globalThis.forged');
  const seen = await phone.page().evaluate(() => [globalThis.forged, globalThis.violations.length]);
  expect(seen[0]).toBeUndefined();
  expect(seen[1]).toBeGreaterThan(0);
  expect(loaded).toEqual([]);
});
