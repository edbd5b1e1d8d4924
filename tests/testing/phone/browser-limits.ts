import type { Page } from '@playwright/test';

import type { Phone } from './phone.ts';

/** Offsets the clock of every page that is opened from now on, in milliseconds. */
export async function isWrongBy(phone: Phone, milliseconds: number): Promise<void> {
  await phone.context().addInitScript((wrong: number) => {
    const right = Date;
    const now = () => right.now() + wrong;
    globalThis.Date = new Proxy(right, {
      apply: () => new right(now()).toString(),
      construct: (_, args: unknown[]) => Reflect.construct(right, args.length > 0 ? args : [now()]),
      get: (_, name) => (name === 'now' ? now : Reflect.get(right, name)),
    });
  }, milliseconds);
}

/** The profile of first visits: an average phone on a slow mobile connection. */
const phone = { cpu: 4, latency: 150, bitsPerSecond: 1.6e6 };

/** Slows the processor and the connection of a page down to that profile. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: phone.cpu });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: phone.latency,
    downloadThroughput: phone.bitsPerSecond / 8,
    uploadThroughput: phone.bitsPerSecond / 8,
  });
}
