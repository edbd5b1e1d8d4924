import type { Page } from '@playwright/test';

/** Limits for first visits: processor slowdown factor, latency (ms) and bandwidth (bits/s). */
const phone = { cpu: 4, latency: 150, bitsPerSecond: 1.6e6 };

/** Slows a page's processor and connection by these limits. */
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
