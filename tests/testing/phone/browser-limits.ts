import type { Page } from '@playwright/test';

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
