import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CDPSession, expect, type Page } from '@playwright/test';

import { outboxTag, pullTag } from '#sync/background-tags.ts';

import type { Connection } from './connection.ts';
import type { Phone } from './phone.ts';

/** Controls a phone's service worker as the browser does. */
export async function theWorkerOf(phone: Phone) {
  const session: CDPSession = await phone.context().newCDPSession(phone.page());
  let registrationId: string | undefined;
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const ours = registrations.find(
      ({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(phone.origin),
    );
    registrationId = ours?.registrationId ?? registrationId;
  });
  await session.send('ServiceWorker.enable');

  async function registered(): Promise<string> {
    await expect.poll(() => registrationId).toBeDefined();
    return registrationId ?? '';
  }

  return {
    /**
     * Fires a sync event, as the browser does when it expects a connection; `lastChance` marks the
     * last attempt.
     */
    async isWokenToSend({ lastChance = false } = {}) {
      await session.send('ServiceWorker.dispatchSyncEvent', {
        origin: phone.origin,
        registrationId: await registered(),
        tag: outboxTag,
        lastChance,
      });
    },
    async isWokenToRefresh() {
      await session.send('ServiceWorker.dispatchPeriodicSyncEvent', {
        origin: phone.origin,
        registrationId: await registered(),
        tag: pullTag,
      });
    },
    /** Fires a push event with this data. */
    async isPushed(data: unknown) {
      await session.send('ServiceWorker.deliverPushMessage', {
        origin: phone.origin,
        registrationId: await registered(),
        data: JSON.stringify(data),
      });
    },
    /** Stops the service workers, as a browser does to free memory. */
    isStopped: async () => {
      await session.send('ServiceWorker.stopAllWorkers');
    },
  };
}

export const builtWorker = join(import.meta.dirname, '..', '..', '..', 'dist', 'sw.js');

/** Serves a later build of the service worker from now on; open tabs then offer an update. */
export async function serveLaterBuild(connection: Connection, number = 1): Promise<void> {
  const text = `${await readFile(builtWorker, 'utf8')}\n// Later build ${number}.`;
  connection.answers('/sw.js', { type: 'text/javascript', text });
}

/** Brings a tab to the front until it offers the update. */
export async function waitForUpdateOffer(tab: Page): Promise<void> {
  const offer = tab.getByRole('listitem').filter({ hasText: 'A new version is ready' });
  await expect(async () => {
    // Headless Chromium treats every tab as visible, so a change of tabs fires no event.
    await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(offer).toBeVisible({ timeout: 2000 });
  }).toPass();
}
