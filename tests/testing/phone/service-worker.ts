import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CDPSession, expect, type Page } from '@playwright/test';

import { outboxTag, pullTag } from '#sync/background-tags.ts';

import type { Connection } from './connection.ts';
import type { Phone } from './phone.ts';

/** Controls the worker as the browser does. */
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
     * A sync event, as the browser fires it when it believes in a connection; `lastChance` at its
     * last try.
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
    /** A push event with this data. */
    async isPushed(data: unknown) {
      await session.send('ServiceWorker.deliverPushMessage', {
        origin: phone.origin,
        registrationId: await registered(),
        data: JSON.stringify(data),
      });
    },
    /** Stops the workers, as a browser does to free memory. */
    isStopped: async () => {
      await session.send('ServiceWorker.stopAllWorkers');
    },
  };
}

export const builtWorker = join(import.meta.dirname, '..', '..', '..', 'dist', 'sw.js');

/** From now on the site has a later build of the worker, which an open tab offers. */
export async function aLaterBuild(connection: Connection, number = 1): Promise<void> {
  const text = `${await readFile(builtWorker, 'utf8')}\n// Later build ${number}.`;
  connection.answers('/sw.js', { type: 'text/javascript', text });
}

/** Brings a tab to the front until it offers the new version. */
export async function isOfferedTheNewVersion(tab: Page): Promise<void> {
  const offer = tab.getByRole('listitem').filter({ hasText: 'A new version is ready' });
  await expect(async () => {
    // Every tab counts as visible here, so none gets an event.
    await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(offer).toBeVisible({ timeout: 2000 });
  }).toPass();
}
