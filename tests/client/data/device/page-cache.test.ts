import { Dexie } from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';
import { expect, onTestFinished, test } from 'vitest';
import { releaseLocksInPageCache } from '#client/data/device/page-cache.ts';
import { thawTransactions } from '#sync/storage/transactions.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { serverTip } from '../../../testing/engine/samples.ts';

/** Two pages of one browser on the same databases; counts the reloads of the first page. */
function twoPages() {
  const { indexedDB, publicStore } = databases();
  // The second page has its own Dexie instance, as it has its own JavaScript context.
  const otherPage = new Dexie(publicStore.name, { indexedDB, IDBKeyRange });
  const page = new EventTarget();
  let reloads = 0;
  releaseLocksInPageCache(page, () => (reloads += 1));
  onTestFinished(thawTransactions);
  const receives = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event(type), { persisted }));
  return { publicStore, otherPage, receives, reloads: () => reloads };
}

/** Begins a read transaction on a page that is suspended before the rows arrive. */
async function beginsToRead({ publicStore }: ReturnType<typeof twoPages>) {
  const begun = Promise.withResolvers<void>();
  const { promise: suspended, resolve: resume } = Promise.withResolvers<void>();
  const reading = publicStore.transaction('r', publicStore.tips, async () => {
    await publicStore.tips.count();
    // The timer callback runs outside of Dexie's transaction zone.
    setTimeout(begun.resolve);
    await Dexie.waitFor(suspended);
  });
  const ended = reading.then(
    () => 'completed',
    () => 'aborted',
  );
  await begun.promise;
  return { ended, resume };
}

test('lets another page write while a page is in the back/forward cache', async () => {
  const pages = twoPages();
  await beginsToRead(pages);

  pages.receives('pagehide', true);
  await pages.otherPage.open();
  await pages.otherPage.table('tips').put(serverTip());

  expect(await pages.otherPage.table('tips').count()).toBe(1);
});

test('lets another page open a database that the cached page was still creating', async () => {
  const { publicStore, otherPage, receives } = twoPages();
  const creating = Promise.withResolvers<void>();
  publicStore.on('populate', () => {
    setTimeout(creating.resolve);
    return Dexie.waitFor(Promise.withResolvers<void>().promise);
  });
  const opening = publicStore.open().catch(() => 'aborted');
  await creating.promise;

  receives('pagehide', true);
  otherPage.version(1).stores({ tips: 'id' });
  await otherPage.open();

  expect(otherPage.isOpen()).toBe(true);
  expect(await opening).toBe('aborted');
});

test('reloads a page that returns after a transaction was aborted', async () => {
  const pages = twoPages();
  await beginsToRead(pages);

  pages.receives('pagehide', true);
  pages.receives('pageshow', true);

  expect(pages.reloads()).toBe(1);
  expect(await pages.publicStore.tips.count()).toBe(0);
});

test('does not reload a page that had no running transaction when the person left it', async () => {
  const pages = twoPages();
  const { publicStore } = pages;
  await publicStore.transaction('r', publicStore.tips, () => publicStore.tips.count());

  pages.receives('pagehide', true);
  pages.receives('pageshow', true);

  expect(pages.reloads()).toBe(0);
});

test('lets a closed page complete its transactions', async () => {
  const pages = twoPages();
  const reading = await beginsToRead(pages);

  pages.receives('pagehide', false);
  reading.resume();

  expect(await reading.ended).toBe('completed');
});

test('begins no transaction in a page that has entered the cache', async () => {
  const pages = twoPages();
  await pages.publicStore.open();

  pages.receives('pagehide', true);

  await expect(pages.publicStore.tips.put(serverTip())).rejects.toBeInstanceOf(Error);
});
