import { expect, type CDPSession } from '@playwright/test';

import { outboxTag, pullTag } from '#sync/background-tags.ts';

import type { Phone } from './phone.ts';

/** The browser's side of the worker: it decides when to wake it, and tells nobody. */
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
    /** As the browser does it once it believes in a line; at its last try it says so. */
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
    /** As a browser that needs the memory does it. */
    isStopped: async () => {
      await session.send('ServiceWorker.stopAllWorkers');
    },
  };
}
